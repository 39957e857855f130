import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import type { RowSelection } from '../useRowSelection.ts'

interface Props {
  label: string
  checked: boolean
  isIndeterminate?: boolean
  isDisabled?: boolean
  onChange: (on: boolean) => void
  className?: string
  children?: ReactNode
}

/** A check box with an accessible name; its whole label reacts to clicks. */
export function Checkbox({
  label,
  checked,
  isIndeterminate = false,
  isDisabled = false,
  onChange,
  className = 'w-11',
  children,
}: Props) {
  return (
    <label className={cx('flex shrink-0 cursor-pointer items-center justify-center gap-3', className)}>
      <input
        ref={(box) => {
          // `indeterminate` exists only as a property of the element.
          if (box) box.indeterminate = isIndeterminate
        }}
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-ink"
      />
      {children}
    </label>
  )
}

interface RowCheckboxProps<Row> extends Pick<Props, 'className'> {
  ticks: RowSelection<Row>
  row: Row
  nameOf: (row: Row) => string
}

export function RowCheckbox<Row>({ ticks, row, nameOf, ...look }: RowCheckboxProps<Row>) {
  return (
    <Checkbox
      {...look}
      label={`Elegir ${nameOf(row)}`}
      checked={ticks.has(row)}
      onChange={(on) => ticks.tick([row], on)}
    />
  )
}

interface PageCheckboxProps<Row> extends Pick<Props, 'children'> {
  ticks: RowSelection<Row>
  rows: readonly Row[] | undefined
}

export function PageCheckbox<Row>({ ticks, rows = [], children }: PageCheckboxProps<Row>) {
  const all = rows.length > 0 && rows.every(ticks.has)
  return (
    <Checkbox
      label="Elegir toda la página"
      checked={all}
      isIndeterminate={!all && rows.some(ticks.has)}
      isDisabled={rows.length === 0}
      onChange={(on) => ticks.tick(rows, on)}
      className="h-full max-md:min-h-11"
    >
      {children}
    </Checkbox>
  )
}
