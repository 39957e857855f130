import { cx } from '../../../ui/cx.ts'
import { periodoLabel, type Slot } from './chart.ts'
import { reportEstados } from './ReporteTotals.tsx'

/** Axis marks from 0. */
export interface ChartScales {
  trips: readonly number[]
  income: readonly number[]
}

interface Props extends ChartScales {
  slot: Slot
  /** Null if the values do not fit above the bars. */
  writeCount: ((count: number) => string) | null
  writeIncome: ((amount: number) => string) | null
  named: boolean
  pointed: boolean
  onPoint: (periodo: string) => void
}

const bar = 'w-3/4 max-w-14 min-h-0.5'

export function ChartColumn({ slot: { periodo, row }, trips, income, ...props }: Props) {
  const { writeCount, writeIncome, named, pointed, onPoint } = props
  const part = (value: number, marks: readonly number[]) => `${(value / (marks.at(-1) ?? 1)) * 100}%`
  return (
    <div
      onPointerEnter={() => onPoint(periodo)}
      className={cx('relative min-w-0 flex-1 rounded-ui', pointed && 'bg-ink/8')}
    >
      <div className="flex h-28 flex-col items-center justify-end">
        {row && writeCount && <Value>{writeCount(row.total_rutas)}</Value>}
        {row && (
          <div
            className={cx(bar, 'flex flex-col-reverse gap-px')}
            style={{ height: part(row.total_rutas, trips) }}
          >
            {reportEstados.map(({ estado, count, fill }) => {
              const counted = count(row)
              // The minimum height keeps small counts visible.
              return (
                counted > 0 && (
                  <span
                    key={estado}
                    className={cx('min-h-0.5 basis-0', fill)}
                    style={{ flexGrow: counted }}
                  />
                )
              )
            })}
          </div>
        )}
      </div>
      <div className="mt-10 flex h-14 flex-col items-center justify-end">
        {row && writeIncome && <Value>{writeIncome(row.ingresos_totales)}</Value>}
        {row && row.ingresos_totales > 0 && (
          <span className={cx(bar, 'bg-muted')} style={{ height: part(row.ingresos_totales, income) }} />
        )}
      </div>
      {named && (
        <span
          className={cx(
            'absolute top-full left-1/2 mt-1 -translate-x-1/2 whitespace-nowrap',
            pointed && 'text-ink',
          )}
        >
          {periodoLabel(periodo)}
        </span>
      )}
    </div>
  )
}

/** Takes no layout space. */
function Value({ children }: { children: string }) {
  return (
    <span className="relative h-0 w-0">
      <span className="absolute bottom-0.5 -translate-x-1/2 rounded-ui bg-card px-0.5 leading-4 whitespace-nowrap text-ink">
        {children}
      </span>
    </span>
  )
}
