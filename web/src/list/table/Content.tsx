import type { MouseEvent } from 'react'
import { cx } from '../../ui/cx.ts'
import { type Column, isNothing, Leading } from './column.tsx'

const oneLine = 'line-clamp-1 break-all whitespace-normal'

/** What is cut is whole under the mouse. */
const tellIfCut = ({ currentTarget: cell }: MouseEvent<HTMLElement>) => {
  cell.title = cell.scrollHeight > cell.clientHeight ? cell.textContent : ''
}

interface ContentProps<Row> {
  column: Column<Row>
  row: Row
  /** On the second line, where nothing stands for nothing. */
  below?: boolean
}

/** In a dense table a row has at most two lines, so a text in one of two has one; the detail has it whole. */
export function Content<Row>({ column, row, below = false }: ContentProps<Row>) {
  const content = column.cell(row)
  if (isNothing(content))
    return (
      <span onMouseEnter={tellIfCut} className={cx('text-muted', below && oneLine)}>
        {column.none ?? (!below && '—')}
      </span>
    )
  const leading = (
    <Leading row={row} column={column}>
      {content}
    </Leading>
  )
  if (typeof content !== 'string' || (column.oneLine && !below)) return leading
  return (
    <span onMouseEnter={tellIfCut} className={below || column.below ? oneLine : 'in-data-dense:line-clamp-2'}>
      {leading}
    </span>
  )
}
