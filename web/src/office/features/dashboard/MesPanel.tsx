import { dayRangeOf, monthTitle } from '@flota/contract/core/calendar.ts'
import { addDays } from '@flota/contract/core/dates.ts'
import { formatQuetzales, formatQuetzalesShort } from '@flota/contract/core/format.ts'
import { ChevronRight } from 'lucide-react'
import { IvaWord } from '../../shared/IvaWord.tsx'
import { type DailyReport, EmptyPanel, Panel, PanelStat } from './Panel.tsx'
import {
  compare,
  incomeOnSameDay,
  type MonthIncome,
  roundUpScale,
  thisAndLastMonth,
  totalIncome,
} from './reportIncome.ts'
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
                unit={<IvaWord />}
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
                unit={<IvaWord />}
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

/** Both lines share the axis of the longest month. */
const maxMonthDays = 31
const x = (index: number) => ((index + 1) / maxMonthDays) * 100
const dayMarks = [1, 10, 20, 31]

const strokes = {
  now: 'fill-none stroke-ink stroke-3 [stroke-linejoin:round]',
  before: 'fill-none stroke-field stroke-2 [stroke-dasharray:5_4]',
}

/**
 * Draws accumulated income as two lines. The SVG stretches, so its labels are outside. MesTable has the
 * figures.
 */
function MesChart({ now, before }: { now: MonthIncome; before: MonthIncome }) {
  const top = roundUpScale(Math.max(...now.income, ...before.income))
  const y = (income: number) => 100 - (income / top) * 100
  const line = ({ income }: MonthIncome) => income.map((value, index) => `${x(index)},${y(value)}`).join(' ')
  const end = { left: x(now.income.length - 1), top: y(now.income.at(-1) ?? 0) }
  return (
    <div aria-hidden="true" className="mt-5 grid grid-cols-[auto_1fr] gap-x-2 text-sm text-muted">
      <div className="relative w-16 text-right">
        {[1, 0.5, 0].map((part) => (
          <span
            key={part}
            className="absolute right-0 -translate-y-1/2"
            style={{ top: `${100 - part * 100}%` }}
          >
            {formatQuetzalesShort(top * part)}
          </span>
        ))}
      </div>
      <div className="relative h-36 max-md:h-44">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="size-full overflow-visible">
          {[0, 50, 100].map((at) => (
            <line
              key={at}
              x1="0"
              x2="100"
              y1={at}
              y2={at}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <polygon points={`${x(0)},100 ${line(now)} ${end.left},100`} className="fill-ink opacity-8" />
          <polyline points={line(before)} className={strokes.before} vectorEffect="non-scaling-stroke" />
          <polyline points={line(now)} className={strokes.now} vectorEffect="non-scaling-stroke" />
        </svg>
        <span
          className="absolute size-3 -translate-1/2 rounded-full bg-ink"
          style={{ left: `${end.left}%`, top: `${end.top}%` }}
        />
      </div>
      <div className="relative col-start-2 mt-1 h-5">
        {dayMarks.map((day) => (
          <span key={day} className="absolute -translate-x-1/2" style={{ left: `${x(day - 1)}%` }}>
            {day}
          </span>
        ))}
      </div>
    </div>
  )
}

const LineSample = ({ of }: { of: keyof typeof strokes }) => (
  <svg aria-hidden="true" className="mr-2 inline-block h-2 w-6">
    <line x1="0" x2="24" y1="4" y2="4" className={strokes[of]} />
  </svg>
)

function MesTable({ now, before }: { now: MonthIncome; before: MonthIncome }) {
  const days = Math.max(now.income.length, before.income.length)
  const amount = ({ income }: MonthIncome, index: number) => {
    const value = income[index]
    return value === undefined ? '—' : formatQuetzales(value)
  }
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1 rounded-ui font-semibold text-link max-md:min-h-11">
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
        Ver los números
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it */}
      <section aria-label="Ingresos acumulados" tabIndex={0} className="mt-2 max-h-80 overflow-auto">
        <table className="w-full border-separate border-spacing-0 *:*:*:h-8 *:*:*:border-b *:*:*:border-line *:*:*:px-2 *:*:*:text-right">
          <caption className="pb-2 text-left text-muted">Ingresos acumulados, día por día</caption>
          <thead>
            <tr className="*:sticky *:top-0 *:bg-sunken">
              <th scope="col" className="w-16">
                Día
              </th>
              <th scope="col">{monthTitle(now.month)}</th>
              <th scope="col">{monthTitle(before.month)}</th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: days }, (_, index) => (
              <tr key={index}>
                <th scope="row" className="font-normal text-muted">
                  {index + 1}
                </th>
                <td>{amount(now, index)}</td>
                <td>{amount(before, index)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
