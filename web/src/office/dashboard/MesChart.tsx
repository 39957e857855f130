import { monthTitle } from '@flota/contract/calendario.ts'
import { quetzales, quetzalesEnBreve } from '@flota/contract/format.ts'
import { ChevronRight } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { type Month, roundUp } from './figures.ts'

/** Both lines share the axis of the longest month. */
const days = 31
const x = (index: number) => ((index + 1) / days) * 100
const marks = [1, 10, 20, 31]

/** Accumulated income as two lines. The SVG stretches, so its texts stand beside it. `MesTable` has its numbers. */
export function MesChart({ now, before }: { now: Month; before: Month }) {
  const top = roundUp(Math.max(...now.income, ...before.income))
  const y = (income: number) => 100 - (income / top) * 100
  const line = ({ income }: Month) => income.map((value, index) => `${x(index)},${y(value)}`).join(' ')
  const end = ({ income }: Month) => ({ left: x(income.length - 1), top: y(income.at(-1) ?? 0) })
  const [first, second] = [end(now), end(before)]
  const near = Math.abs(first.left - second.left) < 30 && Math.abs(first.top - second.top) < 20
  const nowIsLower = first.top > second.top
  return (
    <div aria-hidden="true" className="mt-5 grid grid-cols-[auto_1fr] gap-x-2 text-sm text-muted">
      <div className="relative w-16 text-right">
        {[1, 0.5, 0].map((part) => (
          <span
            key={part}
            className="absolute right-0 -translate-y-1/2"
            style={{ top: `${100 - part * 100}%` }}
          >
            {quetzalesEnBreve(top * part)}
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
          <polygon points={`${x(0)},100 ${line(now)} ${first.left},100`} className="fill-ink opacity-8" />
          <polyline
            points={line(before)}
            className="fill-none stroke-field stroke-2 [stroke-dasharray:5_4]"
            vectorEffect="non-scaling-stroke"
          />
          <polyline
            points={line(now)}
            className="fill-none stroke-ink stroke-3 [stroke-linejoin:round]"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span
          className="absolute size-3 -translate-1/2 rounded-full bg-ink"
          style={{ left: `${first.left}%`, top: `${first.top}%` }}
        />
        <Name {...first} below={near && nowIsLower} className="font-bold text-ink">
          {monthTitle(now.month)}
        </Name>
        <Name {...second} below={near && !nowIsLower}>
          {monthTitle(before.month)}
        </Name>
      </div>
      <div className="relative col-start-2 mt-1 h-5">
        {marks.map((day) => (
          <span key={day} className="absolute -translate-x-1/2" style={{ left: `${x(day - 1)}%` }}>
            {day}
          </span>
        ))}
      </div>
    </div>
  )
}

interface NameProps {
  left: number
  top: number
  /** Whether it stands below the other line's name. */
  below: boolean
  className?: string
  children: string
}

/** The name at a line's end, on the side with room. */
function Name({ left, top, below, className, children }: NameProps) {
  return (
    <span
      className={cx(
        'absolute rounded-ui bg-card px-1',
        left > 30 ? '-ml-2 -translate-x-full' : 'ml-2',
        below ? 'mt-1' : '-translate-y-full',
        className,
      )}
      style={{ left: `${left}%`, top: `${top}%` }}
    >
      {children}
    </span>
  )
}

/** The chart's numbers. */
export function MesTable({ now, before }: { now: Month; before: Month }) {
  const days = Math.max(now.income.length, before.income.length)
  const amount = ({ income }: Month, index: number) => {
    const value = income[index]
    return value === undefined ? '—' : quetzales(value)
  }
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1 rounded-ui font-semibold text-link max-md:min-h-11">
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
        Ver los números
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by keyboard */}
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
