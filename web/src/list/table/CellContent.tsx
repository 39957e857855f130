import { CellLink, type Column, isEmptyCell } from './column.tsx'

interface CellContentProps<Row> {
  column: Column<Row>
  row: Row
  /** The second line of a cell; omitted when empty. */
  below?: boolean
}

/** Limits the row of a dense table to two lines; `TruncatedTextPopup` shows the whole text. */
export function CellContent<Row>({ column, row, below = false }: CellContentProps<Row>) {
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
