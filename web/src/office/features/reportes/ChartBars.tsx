import { formatInteger } from '@flota/contract/core/format.ts'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { useDocumentEvent } from '../../../ui/useDocumentEvent.ts'
import { labelInterval, labelWidthPx, periodoLabel, type Slot } from './chart.ts'
import { reportEstados } from './ReporteTotals.tsx'

interface Props extends ChartScales {
  slots: readonly Slot[]
  writeIncome: (amount: number) => string
  /** The highlighted period, whose figures the heading shows. */
  pointed: string | null
  onPoint: (periodo: string | null) => void
}

/** Pixels. Narrower bars can't be pointed at, so a longer chart scrolls. */
const minBarWidthPx = 7
const marginsPx = 40

/** Draws trips above income on one time axis. */
export function ChartBars({ slots, trips, income, writeIncome, pointed, onPoint }: Props) {
  const place = useRef<HTMLElement>(null)
  const width = useWidth(place)
  const slotWidth = Math.max(minBarWidthPx, (width - marginsPx) / slots.length)
  const every = labelInterval(slotWidth, labelWidthPx(slots.map(({ periodo }) => periodoLabel(periodo))))
  const whereItFits = (write: (figure: number) => string, of: 'total_rutas' | 'ingresos_totales') =>
    slotWidth >= labelWidthPx(slots.map(({ row }) => (row ? write(row[of]) : ''))) ? write : null
  const writeCount = whereItFits(formatInteger, 'total_rutas')
  const writeIncomeHere = whereItFits(writeIncome, 'ingresos_totales')
  // Scrolls to the newest period.
  useLayoutEffect(() => {
    if (place.current) place.current.scrollLeft = place.current.scrollWidth
  }, [slots, width])
  // Touch devices send no pointerleave.
  useDocumentEvent('pointerdown', ({ target }) => {
    const isInside = target instanceof Node && place.current?.contains(target)
    if (pointed !== null && !isInside) onPoint(null)
  })
  return (
    <div className="grid min-w-0 grid-cols-[auto_1fr] gap-x-1 text-sm text-muted max-xl:mt-4">
      <div aria-hidden="true" className="pt-7">
        <ChartScale name="Viajes" marks={trips} write={formatInteger} className="h-28" />
        <ChartScale name="Ingresos" marks={income} write={writeIncome} className="mt-10 h-14" />
      </div>
      <section
        ref={place}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it
        tabIndex={0}
        aria-label="Gráfico; sus números están en la tabla"
        className="relative overflow-x-auto overflow-y-hidden"
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onPoint(null)}
      >
        <div
          aria-hidden="true"
          className="relative pt-7 pb-6"
          style={{ width: `max(100%, ${slots.length * minBarWidthPx + marginsPx}px)` }}
        >
          <GridLines marks={trips} className="top-7 h-28" />
          <GridLines marks={income} className="top-45 h-14" />
          <div className="relative flex px-5">
            {slots.map((slot, index) => (
              <ChartColumn
                key={slot.periodo}
                slot={slot}
                trips={trips}
                income={income}
                writeCount={writeCount}
                writeIncome={writeIncomeHere}
                // Counted from the newest period, which always has its label.
                named={(slots.length - 1 - index) % every === 0}
                pointed={slot.periodo === pointed}
                onPoint={onPoint}
              />
            ))}
          </div>
        </div>
      </section>
    </div>
  )
}

/** Returns an element's width in px, measured before the first paint. */
function useWidth(ref: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [ref])
  return width
}

const heightOf = (mark: number, marks: readonly number[]) => `${(mark / (marks.at(-1) ?? 1)) * 100}%`

interface ScaleProps {
  name: string
  marks: readonly number[]
  write: (mark: number) => string
  className: string
}

function ChartScale({ name, marks, write, className }: ScaleProps) {
  return (
    <div className={`relative ${className}`}>
      {/* Reserves the width of the widest label for the absolutely positioned ones. */}
      <div className="invisible grid h-0 justify-items-end overflow-hidden">
        <strong>{name}</strong>
        {marks.map((mark) => (
          <span key={mark}>{write(mark)}</span>
        ))}
      </div>
      <strong className="absolute right-0 bottom-full mb-2 text-ink">{name}</strong>
      {marks.map((mark) => (
        <span
          key={mark}
          className="absolute right-0 translate-y-1/2 whitespace-nowrap"
          style={{ bottom: heightOf(mark, marks) }}
        >
          {write(mark)}
        </span>
      ))}
    </div>
  )
}

function GridLines({ marks, className }: Pick<ScaleProps, 'marks' | 'className'>) {
  return (
    <div className={`absolute inset-x-0 ${className}`}>
      {marks.map((mark) => (
        <span
          key={mark}
          className="absolute inset-x-0 border-t border-line"
          style={{ bottom: heightOf(mark, marks) }}
        />
      ))}
    </div>
  )
}

/** Axis marks from 0. */
interface ChartScales {
  trips: readonly number[]
  income: readonly number[]
}

interface ChartColumnProps extends ChartScales {
  slot: Slot
  /** Null if the values do not fit above the bars. */
  writeCount: ((count: number) => string) | null
  writeIncome: ((amount: number) => string) | null
  named: boolean
  pointed: boolean
  onPoint: (periodo: string) => void
}

const bar = 'w-3/4 max-w-14 min-h-0.5'

function ChartColumn({ slot: { periodo, row }, trips, income, ...props }: ChartColumnProps) {
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
