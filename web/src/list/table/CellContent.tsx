import { type Column, isNothing, Leading } from './column.tsx'

interface ContentProps<Row> {
  column: Column<Row>
  row: Row
  /** A second line, which is left out when it is empty. */
  below?: boolean
}

/** In a dense table a row has at most two lines, so a text in one of two has one; `CutTexts` has it whole. */
export function Content<Row>({ column, row, below = false }: ContentProps<Row>) {
  const content = column.cell(row)
  if (isNothing(content)) return <span className="text-muted">{column.none ?? (!below && '—')}</span>
  const leading = (
    <Leading row={row} column={column}>
      {content}
    </Leading>
  )
  if (typeof content !== 'string' || (column.oneLine && !below)) return leading
  const oneOfTwo = below || column.below
  return (
    <span
      data-clamped
      className={oneOfTwo ? 'line-clamp-1 break-all whitespace-normal' : 'in-data-dense:line-clamp-2'}
    >
      {leading}
    </span>
  )
}
