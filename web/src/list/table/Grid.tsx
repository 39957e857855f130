import { type CSSProperties, useId, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useHandOverFocus } from '../../ui/useHandOverFocus.ts'
import { type Column, isNothing, Leading, SelectedMark } from './column.tsx'
import type { Shape } from './Table.tsx'

/** In rem. */
const menuWidth = 3.25
const usualWidth = 8
const manyColumns = 8

/** A table with stacked or many columns is dense. */
const isDense = (columns: Shape<never>['columns']) =>
  columns.length >= manyColumns || columns.some(({ below }) => below)

/** A table that scrolls by itself; its first column, its menus and `sticky` columns stay in sight. */
export function Grid<Row>(props: Shape<Row>) {
  const { label, columns, rows, expected, menuOf, total, keyOf } = props
  const id = useId()
  const dense = isDense(columns)
  const width = columns.reduce((sum, column) => sum + (column.width ?? usualWidth), menuOf ? menuWidth : 0)
  const places = placesOf(columns, menuOf !== undefined)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by keyboard
    <section aria-labelledby={id} tabIndex={0} className="max-h-[70vh] overflow-auto">
      <table
        data-dense={dense || undefined}
        className={cx('w-full table-fixed border-separate border-spacing-0', dense && 'text-sm')}
        style={{ minWidth: `${width}rem` }}
      >
        <caption id={id} className="sr-only">
          {label}
        </caption>
        <thead>
          <tr className="*:sticky *:top-0 *:z-10 *:h-10 *:border-b *:border-line *:bg-sunken *:font-semibold *:data-stays:z-20">
            {columns.map((column, index) => (
              <th
                key={column.label}
                scope="col"
                {...places[index]}
                style={{ ...places[index]?.style, ...(column.width && { width: `${column.width}rem` }) }}
              >
                {column.label}
                {column.below && (
                  <span className="block pb-1 font-normal text-muted">{column.below.label}</span>
                )}
              </th>
            ))}
            {menuOf && (
              <th scope="col" data-stays className="right-0" style={{ width: `${menuWidth}rem` }}>
                <span className="sr-only">Acciones</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <Line key={keyOf(row)} {...props} places={places} row={row} />)
            : Array.from({ length: expected }, (_, index) => (
                <tr key={index} className={cx(rowClass(false), dense && '*:h-18!')}>
                  {columns.map((column, at) => (
                    <td key={column.label} {...places[at]}>
                      <Skeleton className={cx('w-3/5', column.numeric && 'ml-auto')} />
                      {column.below && <Skeleton className="mt-2 w-2/5" />}
                    </td>
                  ))}
                  {menuOf && (
                    <td {...menuPlace}>
                      <Skeleton className="mx-auto w-4" />
                    </td>
                  )}
                </tr>
              ))}
        </tbody>
        {total && (
          <tfoot>
            <tr className="*:sticky *:bottom-0 *:h-11 *:border-t *:border-line *:bg-sunken *:font-bold *:data-stays:z-10">
              {columns.map((column, index) => (
                <td key={column.label} {...places[index]}>
                  <Content column={column} row={total} />
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

const menuPlace = { 'data-stays': true, className: 'right-0 pr-2 text-right' }

interface LineProps<Row> extends Shape<Row> {
  row: Row
  places: readonly Place[]
}

function Line<Row>({ row, columns, places, keyOf, selected, menuOf }: LineProps<Row>) {
  const line = useRef<HTMLTableRowElement>(null)
  useHandOverFocus(line)
  const isSelected = keyOf(row) === selected
  return (
    <tr ref={line} className={rowClass(isSelected)}>
      {columns.map((column, index) => (
        <td key={column.label} {...places[index]}>
          {index === 0 && isSelected && <SelectedMark />}
          <Content column={column} row={row} />
          {column.below && (
            <div className="mt-0.5 font-normal text-muted">
              <Content column={column.below} row={row} />
            </div>
          )}
        </td>
      ))}
      {menuOf && <td {...menuPlace}>{menuOf(row)}</td>}
    </tr>
  )
}

/** Opaque, so that sticky cells cover the others. */
const rowClass = (selected: boolean) =>
  cx(
    '*:h-10 *:border-b *:border-line *:data-stays:sticky last:*:border-b-0',
    selected
      ? '*:bg-notice-soft'
      : '*:bg-card hover:*:bg-[color-mix(in_srgb,var(--color-sunken)_60%,var(--color-card))]',
  )

type Place = ReturnType<typeof placesOf>[number]

/** Each column's classes and, for sticky ones, the offset at which they stay. */
function placesOf<Row>(columns: readonly Column<Row>[], menus: boolean) {
  const dense = isDense(columns)
  // From the right: each sticky column keeps room for those after it.
  let right = menus ? menuWidth : 0
  return columns
    .toReversed()
    .map(({ numeric, oneLine, sticky, width = usualWidth }, fromRight) => {
      const isFirst = fromRight === columns.length - 1
      const style: CSSProperties | undefined = sticky ? { right: `${right}rem` } : undefined
      if (sticky) right += width
      return {
        'data-stays': sticky || isFirst || undefined,
        style,
        className: cx(
          dense ? 'px-2.5 py-1.5 leading-snug first:pl-4' : 'px-4 py-1',
          oneLine ? 'whitespace-nowrap' : 'wrap-anywhere',
          'first:left-0',
          isFirst && 'font-semibold',
          numeric ? 'text-right' : 'text-left',
        ),
      }
    })
    .reverse()
}

/** In a dense table a text takes at most two lines; the detail has it whole. */
function Content<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row)
  if (isNothing(content)) return <span className="text-muted">{column.none ?? '—'}</span>
  const leading = (
    <Leading row={row} column={column}>
      {content}
    </Leading>
  )
  return typeof content === 'string' && !column.oneLine ? (
    <span className="in-data-dense:line-clamp-2">{leading}</span>
  ) : (
    leading
  )
}
