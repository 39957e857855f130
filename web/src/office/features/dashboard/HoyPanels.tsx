import { addDays, diaInWords } from '@flota/contract/dates.ts'
import { entero, quetzales } from '@flota/contract/format.ts'
import type { Totales } from '@flota/contract/periodos.ts'
import { Figure, Panel, type Reportes } from './Panel.tsx'
import { compare, rowOfDay } from './reportIncome.ts'
import { rutasOf } from './rutasHref.ts'

const tripsOf = (row?: Totales) => row?.total_rutas ?? 0
const incomeOf = (row?: Totales) => row?.ingresos_totales ?? 0

/** Today beside the same weekday last week. */
export function HoyPanel({ answer }: { answer: Reportes }) {
  return (
    <Panel title="Hoy" answer={answer} room={9} failed="Error al cargar los reportes">
      {({ data: rows }, hoy) => {
        const weekAgo = addDays(hoy, -7)
        const [now, then] = [rowOfDay(rows, hoy), rowOfDay(rows, weekAgo)]
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
