import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { RowSelection } from '../useRowSelection.ts'
import type { Action } from './rowActions.ts'

/**
 * Place of a value in a phone's row:
 * - first line: `title`, with `badge` or else `figure` and the menu at its right;
 * - second line: `subtitle`, `lead` and `line`, or else all `note` values;
 * - unfolded below: other `figure` and `note` values, `labelled` values with their labels, `foot`.
 */
type CardSlot =
  | 'title'
  | 'badge'
  | 'subtitle'
  | 'figure'
  | 'lead'
  | 'line'
  | 'note'
  | 'labelled'
  | 'foot'
  | 'hidden'

export interface Column<Row> {
  label: string
  /** An empty value is a dash in a table and absent from a card. */
  cell: (row: Row) => ReactNode
  phone: CardSlot
  card?: (row: Row) => ReactNode
  /** Text of an empty cell. */
  none?: string
  href?: (row: Row) => string | undefined
  /** Accessible name of the link, if the cell is not enough. */
  hrefName?: (row: Row) => string
  numeric?: boolean
  /** Usual width of the content in rem. */
  width?: number
  /** Never wraps and is as wide as its content; the other columns share the rest by `width`. */
  oneLine?: boolean
  /** Stays at the right edge while the table scrolls. */
  sticky?: boolean
  below?: Column<Row>
  /** The two values of `orden` that sort by the column; the first press takes `asc` unless `startsDescending`. */
  sort?: { asc: string; desc: string; startsDescending?: boolean }
}

/** The list's order, and how a heading changes it. */
export interface Sorting {
  orden: string
  change: (orden: string) => void
}

export interface TableRows<Row> {
  /** Undefined while loading for the first time. */
  rows: readonly Row[] | undefined
  /** The rows belong to the previous page: the next one is loading. */
  stale: boolean
  expected: number
}

interface CommonTableProps<Row> {
  label: string
  /** Unique per row; by default the id. */
  keyOf?: (row: Row) => number | string
  selected?: number | string | null
  /** Last row with the totals of all pages. */
  total?: Row | undefined
  /** Undefined if rows cannot be selected. */
  ticks?: RowSelection<Row> | undefined
  /** A click anywhere on a row follows its first link. */
  rowOpens?: boolean
  /** Undefined if the list has one order. */
  sorting?: Sorting | undefined
}

export interface TableProps<Row> extends CommonTableProps<Row> {
  /** The first column is the row's heading; false omits a column that the user may not see. */
  columns: readonly (Column<Row> | false)[]
  actions?: readonly Action<Row>[]
  /** Name of the row for its menu and check box. */
  nameOf?: (row: Row) => string
}

export interface TableShape<Row> extends CommonTableProps<Row>, TableRows<Row> {
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => number | string
  nameOf: (row: Row) => string
  /** Undefined if no row has a menu. */
  menuOf: ((row: Row) => ReactNode) | undefined
}

/** Rows that are no records have no id; their list needs `keyOf`. */
export interface RowWithId {
  id: number | null
}

export const stacked = <Row,>(above: Column<Row>, below: Column<Row>): Column<Row> => ({ ...above, below })

const denseMinColumns = 8

/** A table with stacked or many columns is dense: small type, at most two lines a row, full screen width. */
export const isDense = <Row,>(columns: readonly (Column<Row> | false)[]) =>
  columns.length >= denseMinColumns || columns.some((column) => column && column.below)

export const isEmptyCell = (content: ReactNode) =>
  content === undefined || content === null || content === '' || content === false

interface CellLinkProps<Row> {
  column: Pick<Column<Row>, 'href' | 'hrefName'>
  row: Row
  children: ReactNode
}

export function CellLink<Row>({ column: { href, hrefName }, row, children }: CellLinkProps<Row>) {
  const to = href?.(row)
  if (to === undefined) return children
  return (
    <Link
      href={to}
      aria-label={hrefName?.(row)}
      className="text-link hover:underline max-md:block max-md:py-2"
    >
      {children}
    </Link>
  )
}

export function SelectedMark() {
  return (
    <>
      <Check className="mr-1.5 -ml-1 inline size-4 text-notice" />
      <span className="sr-only">Seleccionado: </span>
    </>
  )
}
