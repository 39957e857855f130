import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import type { Ticks } from '../useRowSelection.ts'

interface Props {
  label: string
  checked: boolean
  /** Only some of its rows are ticked. */
  partly?: boolean
  onChange: (on: boolean) => void
  className?: string
  /** Words beside it, where there is room. */
  children?: ReactNode
}

/** A check box that says more to a screen reader than beside it, pressed wherever its place is. */
export function TickBox({ label, checked, partly = false, onChange, className = 'w-11', children }: Props) {
  return (
    <label className={cx('flex shrink-0 cursor-pointer items-center justify-center gap-3', className)}>
      <input
        ref={(box) => {
          // `indeterminate` exists only as a property of the element.
          if (box) box.indeterminate = partly
        }}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 accent-ink"
      />
      {children}
    </label>
  )
}

interface OfRow<Row> extends Pick<Props, 'className'> {
  ticks: Ticks<Row>
  row: Row
  nameOf: (row: Row) => string
}

export function RowTick<Row>({ ticks, row, nameOf, ...look }: OfRow<Row>) {
  return (
    <TickBox
      {...look}
      label={`Elegir ${nameOf(row)}`}
      checked={ticks.has(row)}
      onChange={(on) => ticks.tick([row], on)}
    />
  )
}

interface OfPage<Row> extends Pick<Props, 'children'> {
  ticks: Ticks<Row>
  rows: readonly Row[] | undefined
}

/** Ticks all rows of the page, or none of them. */
export function PageTick<Row>({ ticks, rows = [], children }: OfPage<Row>) {
  const all = rows.length > 0 && rows.every(ticks.has)
  return (
    <TickBox
      label="Elegir toda la página"
      checked={all}
      partly={!all && rows.some(ticks.has)}
      onChange={(on) => ticks.tick(rows, on)}
      className="h-full max-md:min-h-11"
    >
      {children}
    </TickBox>
  )
}
