import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { RowSelection } from '../useRowSelection.ts'
import type { Action } from './rowActions.ts'

/**
 * Where a value stands on a phone's card, from above:
 * - `title` names the row; `badge` stands at its right, before the menu;
 * - `subtitle` is the line below, with the `figure` at its right;
 * - `lead` is a strong line, `line` a plain one;
 * - every `note` follows the one before in small type;
 * - `labelled` values say what they are;
 * - `foot` closes the card.
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

/** One value of a row, in a table and on a card. */
export interface Column<Row> {
  label: string
  /** Empty, it is a dash in a table and absent from a card. */
  cell: (row: Row) => ReactNode
  phone: CardSlot
  /** What a card shows instead of the cell. */
  card?: (row: Row) => ReactNode
  /** What an empty cell means, for screen readers. */
  none?: string
  href?: (row: Row) => string | undefined
  /** The link's accessible name, where the cell is not enough. */
  hrefName?: (row: Row) => string
  /** Right-aligned with digits of one width. */
  numeric?: boolean
  /** What its content usually takes, in rem. */
  width?: number
  /** In a table it never breaks and is as wide as its content; the other columns share the rest by their widths. */
  oneLine?: boolean
  /** Stays at the right edge while the others scroll below it. */
  sticky?: boolean
  /** A second line in the same column. */
  below?: Column<Row>
}

export interface TableRows<Row> {
  /** Undefined while loading for the first time. */
  rows: readonly Row[] | undefined
  /** The rows are those of the previous page, while the next one loads. */
  stale: boolean
  /** The number of skeleton rows. */
  expected: number
}

interface CommonTableProps<Row> {
  label: string
  /** Unique per row; by default the id. */
  keyOf?: (row: Row) => number | string
  /** As `keyOf` gives it. */
  selected?: number | string | null
  /** The last row: totals over all pages. */
  total?: Row | undefined
  /** Which rows are ticked, where they can be. */
  ticks?: RowSelection<Row> | undefined
}

export interface TableProps<Row> extends CommonTableProps<Row> {
  /** The first one heads the row; false leaves one out, for users who may not see it. */
  columns: readonly (Column<Row> | false)[]
  actions?: readonly Action<Row>[]
  /** The row's name in the labels of its menu and check box. */
  nameOf?: (row: Row) => string
}

export interface TableShape<Row> extends CommonTableProps<Row>, TableRows<Row> {
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => number | string
  nameOf: (row: Row) => string
  /** Undefined where no row has a menu. */
  menuOf: ((row: Row) => ReactNode) | undefined
}

/** What is no record has no id; its list has a `keyOf`. */
export interface RowWithId {
  id: number | null
}

export const stacked = <Row,>(above: Column<Row>, below: Column<Row>): Column<Row> => ({ ...above, below })

const denseMinColumns = 8

/** A table with stacked or many columns: small type, at most two lines a row, all the width of a wide screen. */
export const isDense = <Row,>(columns: readonly (Column<Row> | false)[]) =>
  columns.length >= denseMinColumns || columns.some((column) => column && column.below)

export const isEmptyCell = (content: ReactNode) =>
  content === undefined || content === null || content === '' || content === false

interface CellLinkProps<Row> {
  column: Pick<Column<Row>, 'href' | 'hrefName'>
  row: Row
  children: ReactNode
}

/** The content, as a link where the column has one. */
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

/** Marks the selected row for the eye and for screen readers. */
export function SelectedMark() {
  return (
    <>
      <Check aria-hidden="true" className="mr-1.5 -ml-1 inline size-4 text-notice" />
      <span className="sr-only">Seleccionado: </span>
    </>
  )
}
