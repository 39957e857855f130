import { CellLink, type Column, isEmptyCell } from './column.tsx'

interface CellContentProps<Row> {
  column: Column<Row>
  row: Row
  /** A second line, which is left out when it is empty. */
  below?: boolean
}

/** In a dense table a row has at most two lines, so a text in one of two has one; `CutTexts` has it whole. */
export function CellContent<Row>({ column, row, below = false }: CellContentProps<Row>) {
  const content = column.cell(row)
  if (isEmptyCell(content)) return <span className="text-muted">{column.none ?? (!below && '—')}</span>
  const leading = (
    <CellLink row={row} column={column}>
      {content}
    </CellLink>
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
