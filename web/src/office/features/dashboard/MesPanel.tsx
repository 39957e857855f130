import { daysOf, monthTitle } from '@flota/contract/calendar.ts'
import { addDays } from '@flota/contract/dates.ts'
import { quetzales } from '@flota/contract/format.ts'
import { LineSample, MesChart, MesTable } from './MesChart.tsx'
import { Figure, Nothing, Panel, type Reportes } from './Panel.tsx'
import { compare, type Month, monthsOf, sameDayOf, totalOf } from './reportIncome.ts'
import { rutasHref } from './rutasHref.ts'

const hrefOf = ({ month, until }: Month) => rutasHref({ desde: daysOf(month).desde, hasta: until })

/** This month's income against last month's. */
export function MesPanel({ answer }: { answer: Reportes }) {
  return (
    <Panel title="Ingresos del mes" answer={answer} room={21} failed="Error al cargar los reportes">
      {({ data: rows }, hoy) => {
        const { now, before } = monthsOf(rows, hoy)
        const [total, last, then] = [totalOf(now), totalOf(before), sameDayOf(before, hoy)]
        const sameDay = addDays(
          daysOf(before.month).desde,
          Math.min(now.income.length, before.income.length) - 1,
        )
        if (total === 0 && last === 0)
          return <Nothing>Todavía no hay ingresos, ni este mes ni el anterior.</Nothing>
        return (
          <>
            <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
              <Figure
                label={
                  <>
                    <LineSample of="now" />
                    {monthTitle(now.month)}, hasta hoy
                  </>
                }
                value={quetzales(total)}
                href={hrefOf(now)}
              >
                {compare(total, then, quetzales)} en {monthTitle(before.month).toLowerCase()} hasta el{' '}
                {Number(sameDay.slice(8))} ({quetzales(then)})
              </Figure>
              <Figure
                label={
                  <>
                    <LineSample of="before" />
                    {monthTitle(before.month)}, completo
                  </>
                }
                value={quetzales(last)}
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
