import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import type { Column, Sorting } from './column.tsx'

/** The order is one of the two of a column. */
const directionOf = (sort: NonNullable<Column<never>['sort']>, orden: string) =>
  orden === sort.asc ? 'ascending' : orden === sort.desc ? 'descending' : 'none'

/** Returns `aria-sort` of a heading; undefined if the list can't be sorted by the column. */
export const ariaSort = <Row,>({ sort }: Column<Row>, sorting: Sorting | undefined) =>
  sort && sorting && directionOf(sort, sorting.orden)

interface Props<Row> {
  column: Column<Row>
  sorting: Sorting | undefined
}

/** The heading's text; a button if the server can sort by the column. A second press reverses the order. */
export function ColumnHeading<Row>({ column: { label, sort, numeric }, sorting }: Props<Row>) {
  if (!sort || !sorting) return label
  const direction = directionOf(sort, sorting.orden)
  const first = sort.startsDescending ? sort.desc : sort.asc
  const other = sort.startsDescending ? sort.asc : sort.desc
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[direction]
  return (
    <button
      type="button"
      onClick={() => sorting.change(sorting.orden === first ? other : first)}
      className={cx(
        '-mx-1 -my-0.75 inline-flex min-h-6 max-w-full items-center gap-1 rounded px-1 text-left font-semibold hover:underline',
        numeric && 'flex-row-reverse',
      )}
    >
      {label}
      <Icon
        aria-hidden="true"
        className={cx('size-3.5 shrink-0', direction === 'none' && 'text-muted opacity-50 print:hidden')}
      />
    </button>
  )
}
