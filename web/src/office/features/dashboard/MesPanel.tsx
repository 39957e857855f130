import { dayRangeOf, monthTitle } from '@flota/contract/core/calendar.ts'
import { addDays } from '@flota/contract/core/dates.ts'
import { formatQuetzales } from '@flota/contract/core/format.ts'
import { LineSample, MesChart, MesTable } from './MesChart.tsx'
import { type DailyReport, EmptyPanel, Panel, PanelStat } from './Panel.tsx'
import { compare, incomeOnSameDay, type MonthIncome, thisAndLastMonth, totalIncome } from './reportIncome.ts'
import { rutasHref } from './rutasHref.ts'

const hrefOf = ({ month, until }: MonthIncome) => rutasHref({ desde: dayRangeOf(month).desde, hasta: until })

export function MesPanel({ answer }: { answer: DailyReport }) {
  return (
    <Panel
      title="Ingresos del mes"
      answer={answer}
      minHeightRem={21}
      errorTitle="Error al cargar los reportes"
    >
      {({ data: rows }, hoy) => {
        const { now, before } = thisAndLastMonth(rows, hoy)
        const [total, last, then] = [totalIncome(now), totalIncome(before), incomeOnSameDay(before, hoy)]
        const sameDay = addDays(
          dayRangeOf(before.month).desde,
          Math.min(now.income.length, before.income.length) - 1,
        )
        if (total === 0 && last === 0)
          return <EmptyPanel>Todavía no hay ingresos, ni este mes ni el anterior.</EmptyPanel>
        return (
          <>
            <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
              <PanelStat
                label={
                  <>
                    <LineSample of="now" />
                    {monthTitle(now.month)}, hasta hoy
                  </>
                }
                value={formatQuetzales(total)}
                href={hrefOf(now)}
              >
                {compare(total, then, formatQuetzales)} en {monthTitle(before.month).toLowerCase()} hasta el{' '}
                {Number(sameDay.slice(8))} ({formatQuetzales(then)})
              </PanelStat>
              <PanelStat
                label={
                  <>
                    <LineSample of="before" />
                    {monthTitle(before.month)}, completo
                  </>
                }
                value={formatQuetzales(last)}
                href={hrefOf(before)}
                second
              />
            </div>
            <MesChart now={now} before={before} />
            <MesTable now={now} before={before} />
          </>
        )
      }}
    </Panel>
  )
}
