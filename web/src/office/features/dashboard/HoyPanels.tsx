import { addDays, diaInWords } from '@flota/contract/dates.ts'
import { formatInteger, formatQuetzales } from '@flota/contract/format.ts'
import type { Totales } from '@flota/contract/periodos.ts'
import { type DailyReport, Panel, PanelStat } from './Panel.tsx'
import { compare, rowOfDay } from './reportIncome.ts'
import { rutasOfDayHref } from './rutasHref.ts'

const tripsOf = (row?: Totales) => row?.total_rutas ?? 0
const incomeOf = (row?: Totales) => row?.ingresos_totales ?? 0

export function HoyPanel({ answer }: { answer: DailyReport }) {
  return (
    <Panel title="Hoy" answer={answer} minHeightRem={9} errorTitle="Error al cargar los reportes">
      {({ data: rows }, hoy) => {
        const weekAgo = addDays(hoy, -7)
        const [now, then] = [rowOfDay(rows, hoy), rowOfDay(rows, weekAgo)]
        const day = `el ${diaInWords(weekAgo, hoy)}`
        return (
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            <PanelStat label="Viajes" value={formatInteger(tripsOf(now))} href={rutasOfDayHref(hoy)}>
              {compare(tripsOf(now), tripsOf(then), formatInteger)} {day} ({formatInteger(tripsOf(then))})
            </PanelStat>
            <PanelStat label="Ingresos" value={formatQuetzales(incomeOf(now))} href={rutasOfDayHref(hoy)}>
              {compare(incomeOf(now), incomeOf(then), formatQuetzales)} {day} (
              {formatQuetzales(incomeOf(then))})
            </PanelStat>
          </div>
        )
      }}
    </Panel>
  )
}
