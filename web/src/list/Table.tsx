import { Check } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { cx } from '../ui/cx.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useHandOverFocus } from '../ui/useHandOverFocus.ts'
import { useIsPhone } from '../ui/useMediaQuery.ts'
import type { MenuAction } from './Menu.tsx'
import { RowMenu } from './RowMenu.tsx'
import { SkeletonCards } from './SkeletonCards.tsx'

export interface Column<Row> {
  label: string
  cell: (row: Row) => ReactNode
  /** Numbers are compared digit under digit. */
  numeric?: boolean
  /** A second line in the same column: what is read together stands together. */
  below?: { label: string; cell: (row: Row) => ReactNode }
  /** In rem, where the texts of a column ask for more or less than the others. */
  width?: number
}

interface Props<Row extends { id: number }> {
  /** What the rows are. */
  label: string
  /** The first one heads the row. */
  columns: readonly Column<Row>[]
  /** Undefined while they are on their way for the first time. */
  rows: readonly Row[] | undefined
  /** How one row is called, for its menu's name. */
  nameOf: (row: Row) => string
  /** Without them there is no menu, nor where they are none for this row. */
  actions?: (row: Row) => readonly MenuAction[]
  selected?: number | null
  /** The rows are those of the page before, while the next one is on its way. */
  stale: boolean
  /** How many rows to keep room for while they load. */
  expected: number
  /** What all rows add up to, those of other pages too: a last row. */
  total?: Row | undefined
  /** What a card says on a phone, beside its menu. */
  card: (row: Row, menu: ReactNode) => ReactNode
}

/** Rows to compare: a table, or below 768 px a card for each. */
export function Table<Row extends { id: number }>(props: Props<Row>) {
  const isPhone = useIsPhone()
  return (
    <div aria-busy={props.stale} className="relative">
      {props.stale && (
        <span aria-hidden="true" className="appears-late absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden">
          <span className="slides block h-full w-1/4 bg-accent" />
        </span>
      )}
      {isPhone ? <Cards {...props} /> : <Grid {...props} />}
    </div>
  )
}

function Grid<Row extends { id: number }>(props: Props<Row>) {
  const { label, columns, rows, expected, actions, total } = props
  const id = useId()
  const width = columns.reduce((sum, column) => sum + (column.width ?? 8), 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by keyboard
    <section aria-labelledby={id} tabIndex={0} className="max-h-[70vh] overflow-auto">
      <table
        className={cx('w-full table-fixed border-separate border-spacing-0', isDense(columns) && 'text-sm')}
        style={{ minWidth: `${width}rem` }}
      >
        <caption id={id} className="sr-only">
          {label}
        </caption>
        <thead>
          <tr className="*:sticky *:top-0 *:z-10 *:h-10 *:border-b *:border-line *:bg-sunken *:font-semibold *:first:left-0 *:first:z-20 *:last:right-0 *:last:z-20">
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={edge(columns, column.numeric)}
                style={column.width ? { width: `${column.width}rem` } : undefined}
              >
                {column.label}
                {column.below && (
                  <span className="block pb-1 font-normal text-muted">{column.below.label}</span>
                )}
              </th>
            ))}
            {actions && (
              <th scope="col" className="w-13">
                <span className="sr-only">Acciones</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <GridRow key={row.id} row={row} {...props} />)
            : Array.from({ length: expected }, (_, index) => (
                <tr key={index} className={cx(rowClass(false), isDense(columns) && '*:h-18!')}>
                  {columns.map((column) => (
                    <td key={column.label} className={edge(columns, column.numeric)}>
                      <Skeleton className={cx('w-3/5', column.numeric && 'ml-auto')} />
                      {column.below && <Skeleton className="mt-2 w-2/5" />}
                    </td>
                  ))}
                  {actions && (
                    <td>
                      <Skeleton className="mx-auto w-4" />
                    </td>
                  )}
                </tr>
              ))}
        </tbody>
        {total && (
          <tfoot>
            <tr className="*:sticky *:bottom-0 *:h-11 *:border-t *:border-line *:bg-sunken *:font-bold">
              {columns.map((column) => (
                <td key={column.label} className={edge(columns, column.numeric)}>
                  {column.cell(total)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

function GridRow<Row extends { id: number }>({ row, columns, selected, ...menu }: Props<Row> & { row: Row }) {
  const isSelected = row.id === selected
  const line = useRef<HTMLTableRowElement>(null)
  useHandOverFocus(line)
  return (
    <tr ref={line} className={rowClass(isSelected)}>
      {columns.map((column, index) => (
        <td
          key={column.label}
          className={cx(edge(columns, column.numeric), index === 0 && 'font-semibold', 'wrap-anywhere')}
        >
          {index === 0 && isSelected && <SelectedMark />}
          {column.cell(row)}
          {column.below && <div className="mt-0.5 font-normal text-muted">{column.below.cell(row)}</div>}
        </td>
      ))}
      {menu.actions && (
        <td className="pr-2 text-right">
          <MenuOf row={row} {...menu} />
        </td>
      )}
    </tr>
  )
}

type MenuProps<Row extends { id: number }> = Pick<Props<Row>, 'nameOf' | 'actions'> & { row: Row }

function MenuOf<Row extends { id: number }>({ row, nameOf, actions }: MenuProps<Row>) {
  const offered = actions?.(row) ?? []
  return offered.length > 0 && <RowMenu name={nameOf(row)} actions={offered} />
}

const manyColumns = 8

/** Where lines stand in pairs, or columns are many, the table is dense. */
const isDense = (columns: Props<never>['columns']) =>
  columns.length >= manyColumns || columns.some(({ below }) => below)

const edge = (columns: Props<never>['columns'], numeric = false) =>
  cx(
    isDense(columns) ? 'px-2.5 py-1.5 leading-snug first:pl-4' : 'px-4 py-1',
    numeric ? 'text-right' : 'text-left',
  )

/** Cells are opaque: the first and the last column stay while the others pass below them. */
const rowClass = (selected: boolean) =>
  cx(
    '*:h-10 *:border-b *:border-line *:first:sticky *:first:left-0 *:last:sticky *:last:right-0 last:*:border-b-0',
    selected
      ? '*:bg-notice-soft'
      : '*:bg-card hover:*:bg-[color-mix(in_srgb,var(--color-sunken)_60%,var(--color-card))]',
  )

/** Says which row is selected, to the eye and to who listens. */
export function SelectedMark() {
  return (
    <>
      <Check aria-hidden="true" className="mr-1.5 -ml-1 inline size-4 text-notice" />
      <span className="sr-only">Seleccionado: </span>
    </>
  )
}

function Cards<Row extends { id: number }>({
  label,
  rows,
  selected,
  expected,
  card,
  total,
  ...menu
}: Props<Row>) {
  if (!rows) return <SkeletonCards count={expected} />
  return (
    <ul aria-label={label} className="grid gap-3 p-3">
      {[...rows, ...(total ? [total] : [])].map((row) => (
        <li
          key={row.id}
          className={cx(
            'rounded-ui border p-3 pl-4',
            row.id === selected ? 'border-notice bg-notice-soft' : 'border-line',
            row === total && 'bg-sunken',
          )}
        >
          {card(row, <MenuOf row={row} {...menu} />)}
        </li>
      ))}
    </ul>
  )
}
