import { MoveHorizontal } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useRestoreFocus } from '../../ui/useRestoreFocus.ts'
import { focusableRowProps, rowOpensProps } from '../rowFocus.ts'
import { ariaSort, ColumnHeading } from './ColumnHeading.tsx'
import { CellLink, type Column, isDense, isEmptyCell, SelectedMark, type TableShape } from './column.tsx'
import {
  type CellProps,
  cellProps,
  checkboxCellProps,
  columnWidths,
  menuCellProps,
  menuWidth,
} from './columnWidths.ts'
import { PageCheckbox, RowCheckbox } from './RowCheckbox.tsx'
import { TruncatedTextPopup } from './TruncatedTextPopup.tsx'

/** A table with its own scroll bars. The first column, `sticky` columns and menus stay visible. */
export function RowGrid<Row>(props: TableShape<Row>) {
  const { label, columns, rows, expected, menuOf, total, keyOf, ticks, sorting } = props
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const overflows = useIsOverflowing(section)
  const cells = cellProps(columns, { menus: menuOf !== undefined, ticks: ticks !== undefined })
  const widths = columnWidths(columns)
  return (
    <>
      {overflows && (
        <p className="flex items-center justify-end gap-2 border-b border-line px-4 py-1 text-sm text-muted">
          La tabla sigue hacia los lados
          <MoveHorizontal className="size-4" />
        </p>
      )}
      <section
        ref={section}
        aria-labelledby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
        tabIndex={0}
        data-overflows={overflows || undefined}
        // The page header and the pager stay visible on a desktop screen. A focused cell stays clear of what is sticky.
        className="relative scroll-pt-11 scroll-pb-1 data-overflows:scroll-px-44 has-[tfoot]:scroll-pb-12 max-h-[max(20rem,100dvh-17.75rem-var(--bar,0rem))] overflow-auto"
      >
        <table
          data-dense={isDense(columns) || undefined}
          className="w-full border-separate border-spacing-0 data-dense:text-sm"
        >
          <caption id={id} className="sr-only">
            {label}
          </caption>
          <thead>
            <tr className="*:sticky *:top-0 *:z-10 *:h-10 *:border-b *:border-line *:bg-sunken *:font-semibold *:data-stays:z-20">
              {ticks && (
                <th scope="col" {...checkboxCellProps}>
                  <PageCheckbox ticks={ticks} rows={rows} />
                </th>
              )}
              {columns.map((column, index) => (
                <th
                  key={column.label}
                  scope="col"
                  aria-sort={ariaSort(column, sorting)}
                  {...cells[index]}
                  style={{ ...cells[index]?.style, ...widths[index] }}
                >
                  <ColumnHeading column={column} sorting={sorting} />
                  {column.below && <span className="block font-normal text-muted">{column.below.label}</span>}
                </th>
              ))}
              {menuOf && (
                <th scope="col" {...menuCellProps} style={{ minWidth: menuWidth }}>
                  <span className="sr-only">Acciones</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows
              ? rows.map((row) => <GridRow key={keyOf(row)} {...props} cells={cells} row={row} />)
              : Array.from({ length: expected }, (_, index) => (
                  <SkeletonRow key={index} {...props} cells={cells} />
                ))}
          </tbody>
          {total && <TotalRow {...props} cells={cells} row={total} />}
        </table>
      </section>
      <TruncatedTextPopup within={section} />
    </>
  )
}

interface GridRowProps<Row> extends TableShape<Row> {
  row: Row
  cells: readonly CellProps[]
}

function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, columns, cells, keyOf, nameOf, selected, menuOf, ticks, rowOpens } = props
  const line = useRef<HTMLTableRowElement>(null)
  useRestoreFocus(line)
  const isSelected = keyOf(row) === selected
  return (
    <tr
      ref={line}
      {...focusableRowProps}
      {...(rowOpens && rowOpensProps)}
      className={cx(rowClass(isSelected || ticks?.has(row)), rowOpens && 'cursor-pointer')}
    >
      {ticks && (
        <td {...checkboxCellProps}>
          <RowCheckbox ticks={ticks} row={row} nameOf={nameOf} className="h-full" />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.label} {...cells[index]}>
          {index === 0 && isSelected && <SelectedMark />}
          <CellLines column={column} row={row} />
        </td>
      ))}
      {menuOf && <td {...menuCellProps}>{menuOf(row)}</td>}
    </tr>
  )
}

function TotalRow<Row>({ row, columns, cells, menuOf, ticks }: GridRowProps<Row>) {
  return (
    <tfoot>
      <tr className="*:sticky *:bottom-0 *:h-11 *:border-t *:border-line *:bg-sunken *:font-bold *:data-stays:z-10">
        {ticks && <td {...checkboxCellProps} />}
        {columns.map((column, index) => (
          <td key={column.label} {...cells[index]}>
            <CellLines column={column} row={row} />
          </td>
        ))}
        {menuOf && <td {...menuCellProps} />}
      </tr>
    </tfoot>
  )
}

function SkeletonRow<Row>({ columns, cells, menuOf, ticks }: Omit<GridRowProps<Row>, 'row'>) {
  return (
    <tr className={cx(rowClass(false), columns.some(({ below }) => below) && '*:h-11!')}>
      {ticks && <td {...checkboxCellProps} />}
      {columns.map((column, index) => (
        <td key={column.label} {...cells[index]}>
          <Skeleton className={cx('w-3/5', column.numeric && 'ml-auto')} />
          {column.below && <Skeleton className="mt-1.5 w-2/5" />}
        </td>
      ))}
      {menuOf && (
        <td {...menuCellProps}>
          <Skeleton className="mx-auto w-4" />
        </td>
      )}
    </tr>
  )
}

interface CellLinesProps<Row> {
  column: Column<Row>
  row: Row
}

const CellLines = <Row,>({ column, row }: CellLinesProps<Row>) => (
  <>
    <CellContent column={column} row={row} />
    {column.below && (
      <div className="font-normal text-muted">
        <CellContent column={column.below} row={row} below />
      </div>
    )}
  </>
)

interface CellContentProps<Row> extends CellLinesProps<Row> {
  /** The second line of a cell; omitted when empty. */
  below?: boolean
}

/** Limits the row of a dense table to two lines; `TruncatedTextPopup` shows the whole text. */
function CellContent<Row>({ column, row, below = false }: CellContentProps<Row>) {
  const content = column.cell(row)
  if (isEmptyCell(content)) return <span className="text-muted">{column.none ?? (!below && '—')}</span>
  const linked = (
    <CellLink row={row} column={column}>
      {content}
    </CellLink>
  )
  if (typeof content !== 'string' || (column.oneLine && !below)) return linked
  const isOneOfTwoLines = below || column.below
  return (
    <span
      data-clamped
      className={isOneOfTwoLines ? 'line-clamp-1 break-all whitespace-normal' : 'in-data-dense:line-clamp-2'}
    >
      {linked}
    </span>
  )
}

const rowClass = (selected = false) =>
  cx(
    '*:h-10 *:border-b *:border-line *:data-stays:sticky last:*:border-b-0',
    // An outline of the row would be below its sticky cells.
    'outline-none focus-visible:*:[box-shadow:inset_0_2px_var(--color-ring),inset_0_-2px_var(--color-ring)]!',
    selected
      ? '*:bg-notice-soft'
      : '*:bg-card hover:*:bg-[color-mix(in_srgb,var(--color-sunken)_60%,var(--color-card))]',
  )

function useIsOverflowing(section: RefObject<HTMLElement | null>) {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = section.current
    if (!element?.firstElementChild) return
    const resizeObserver = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth))
    resizeObserver.observe(element)
    resizeObserver.observe(element.firstElementChild)
    return () => resizeObserver.disconnect()
  }, [section])
  return overflows
}
