import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import type { MenuAction } from './Menu.tsx'
import { RowMenu } from './RowMenu.tsx'
import { Skeleton } from './Skeleton.tsx'
import { useIsPhone } from './useMediaQuery.ts'

interface Column<Row> {
  label: string
  cell: (row: Row) => ReactNode
  /** Numbers are compared digit under digit. */
  numeric?: boolean
}

interface Props<Row extends { id: number }> {
  /** What the rows are. */
  label: string
  /** The first one leads: it heads the row, and the card on a phone. */
  columns: readonly Column<Row>[]
  /** Undefined while they are on their way for the first time. */
  rows: readonly Row[] | undefined
  /** How one row is called, for its menu's name. */
  nameOf: (row: Row) => string
  actions: (row: Row) => readonly MenuAction[]
  selected: number | null
  /** The rows are those of the page before, while the next one is on its way. */
  stale: boolean
  /** How many rows to keep room for while they load. */
  expected: number
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

function Grid<Row extends { id: number }>({ label, columns, rows, selected, expected, ...menu }: Props<Row>) {
  const id = useId()
  const edge = (column: Column<Row>) => cx('px-4 text-left', column.numeric && 'text-right')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by keyboard
    <section aria-labelledby={id} tabIndex={0} className="max-h-[70vh] overflow-auto">
      <table
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: `${columns.length * 8}rem` }}
      >
        <caption id={id} className="sr-only">
          {label}
        </caption>
        <thead>
          <tr className="*:sticky *:top-0 *:z-10 *:h-10 *:border-b *:border-line *:bg-sunken *:font-semibold *:whitespace-nowrap">
            {columns.map((column) => (
              <th key={column.label} scope="col" className={edge(column)}>
                {column.label}
              </th>
            ))}
            <th scope="col" className="w-14">
              <span className="sr-only">Acciones</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <tr key={row.id} className={rowClass(row.id === selected)}>
                  {columns.map((column, index) => (
                    <td
                      key={column.label}
                      className={cx(edge(column), index === 0 && 'font-semibold whitespace-nowrap')}
                    >
                      {index === 0 && row.id === selected && <SelectedMark />}
                      {column.cell(row)}
                    </td>
                  ))}
                  <td className="px-2 text-right">
                    <RowMenu name={menu.nameOf(row)} actions={menu.actions(row)} />
                  </td>
                </tr>
              ))
            : Array.from({ length: expected }, (_, index) => (
                <tr key={index} className={rowClass(false)}>
                  {columns.map((column) => (
                    <td key={column.label} className="px-4">
                      <Skeleton className="w-3/5" />
                    </td>
                  ))}
                  <td>
                    <Skeleton className="mx-auto w-4" />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  )
}

const rowClass = (selected: boolean) =>
  cx(
    '*:h-10 *:border-b *:border-line last:*:border-b-0',
    selected ? '*:bg-notice-soft' : 'hover:*:bg-sunken/60',
  )

function SelectedMark() {
  return (
    <>
      <Check aria-hidden="true" className="mr-1.5 -ml-1 inline size-4 text-notice" />
      <span className="sr-only">Seleccionado: </span>
    </>
  )
}

function Cards<Row extends { id: number }>({
  label,
  columns,
  rows,
  selected,
  expected,
  ...menu
}: Props<Row>) {
  const [lead, ...rest] = columns
  if (!rows) return <SkeletonCards count={expected} />
  return (
    <ul aria-label={label} className="grid gap-3 p-3">
      {rows.map((row) => (
        <li
          key={row.id}
          className={cx(
            'rounded-ui border p-3 pl-4',
            row.id === selected ? 'border-notice bg-notice-soft' : 'border-line',
          )}
        >
          <div className="flex items-center justify-between gap-3">
            <p className="text-lg font-bold">
              {row.id === selected && <SelectedMark />}
              {lead?.cell(row)}
            </p>
            <RowMenu name={menu.nameOf(row)} actions={menu.actions(row)} />
          </div>
          <dl className="mt-1 grid grid-cols-2 gap-x-4 gap-y-2">
            {rest.map((column) => (
              <div key={column.label} className="min-w-0">
                <dt className="text-sm text-muted">{column.label}</dt>
                <dd className="wrap-anywhere">{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function SkeletonCards({ count }: { count: number }) {
  return (
    <div className="grid gap-3 p-3">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="grid h-46 content-start gap-5 rounded-ui border border-line p-4">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
      ))}
    </div>
  )
}
