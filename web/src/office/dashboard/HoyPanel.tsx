import { addDays, diaInWords } from '@flota/contract/dias.ts'
import { entero, quetzales } from '@flota/contract/format.ts'
import { compare, dayOf } from './figures.ts'
import { Figure, Panel } from './Panel.tsx'
import { rutasOf } from './rutasHref.ts'
import type { ReporteRow, Reportes } from './useReportes.ts'

const tripsOf = (row: ReporteRow | undefined) => row?.total_rutas ?? 0
const incomeOf = (row: ReporteRow | undefined) => row?.ingresos_totales ?? 0

/** Today beside the same weekday last week. */
export function HoyPanel({ reading }: { reading: Reportes }) {
  return (
    <Panel title="Hoy" reading={reading} room={9} failed="Error al cargar los reportes">
      {({ rows, hoy }) => {
        const weekAgo = addDays(hoy, -7)
        const [now, then] = [dayOf(rows, hoy), dayOf(rows, weekAgo)]
        const day = `el ${diaInWords(weekAgo, hoy)}`
        return (
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            <Figure label="Viajes" value={entero(tripsOf(now))} href={rutasOf(hoy)}>
              {compare(tripsOf(now), tripsOf(then), entero)} {day} ({entero(tripsOf(then))})
            </Figure>
            <Figure label="Ingresos" value={quetzales(incomeOf(now))} href={rutasOf(hoy)}>
              {compare(incomeOf(now), incomeOf(then), quetzales)} {day} ({quetzales(incomeOf(then))})
            </Figure>
          </div>
        )
      }}
    </Panel>
  )
}
