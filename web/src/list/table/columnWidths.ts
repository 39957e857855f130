import { cx } from '../../ui/cx.ts'
import { type Column, isDense } from './column.tsx'

export const menuWidth = '3rem'
const defaultWidthRem = 12

/** A text column shrinks to this share of its width before the table scrolls sideways. */
const minWidthRatio = 0.7

/** Shadow of a sticky column over the scrolling ones. */
const stickyEndShadow = 'in-data-overflows:[box-shadow:-10px_0_10px_-10px_rgb(12_22_40/0.5)]'

export const menuCellProps = {
  'data-stays': 'end',
  'data-control': true,
  className: cx('right-0 pr-2 text-right [[data-stays=end]+&]:[box-shadow:none]', stickyEndShadow),
}

const checkboxWidth = '2.25rem'

export const checkboxCellProps = {
  'data-stays': 'start',
  'data-control': true,
  style: { left: 0, width: checkboxWidth, minWidth: checkboxWidth },
}

/** Columns without `oneLine` share the remaining width: their percentages add up to 100. */
export function columnWidths<Row>(columns: readonly Column<Row>[]) {
  const widthOf = ({ width = defaultWidthRem }: Column<Row>) => width
  const shared = columns.reduce((sum, column) => (column.oneLine ? sum : sum + widthOf(column)), 0)
  return columns.map((column) => ({
    minWidth: `${widthOf(column) * (column.oneLine || column.numeric ? 1 : minWidthRatio)}rem`,
    ...(!column.oneLine && { width: `${(100 * widthOf(column)) / shared}%` }),
  }))
}

export type CellProps = ReturnType<typeof cellProps>[number]

/** Returns the classes of each column and the offset of a sticky one. */
export function cellProps<Row>(
  columns: readonly Column<Row>[],
  { menus, ticks }: Record<'menus' | 'ticks', boolean>,
) {
  const dense = isDense(columns)
  return columns.map(({ numeric, oneLine, sticky }, index) => {
    const side = index === 0 ? 'start' : sticky ? 'end' : undefined
    return {
      'data-stays': side,
      style:
        side && (side === 'end' ? { right: menus ? menuWidth : 0 } : { left: ticks ? checkboxWidth : 0 }),
      className: cx(
        dense ? 'px-2 py-1 leading-tight first:pl-4' : 'px-4 py-1 leading-5',
        oneLine || numeric ? 'whitespace-nowrap' : 'wrap-anywhere',
        side === 'end' && stickyEndShadow,
        index === 0 && 'font-semibold',
        numeric ? 'text-right' : 'text-left',
      ),
    }
  })
}
