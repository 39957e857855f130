import { campoLabel } from '@flota/contract/campos.ts'
import { formatFecha } from '@flota/contract/format.ts'
import { partOfDay, serialOf } from './serials.ts'
import type { CellValue, XlsxColumn } from './sheet.ts'
import type { Format } from './styles.ts'
import { workbook } from './workbook.ts'
import type { WorkbookInfo } from './workbookInfo.ts'

export interface ListColumn<Row> extends XlsxColumn {
  of: (row: Row) => CellValue
}

/** A column without its heading. */
type Cell<Row> = Omit<ListColumn<Row>, 'title'>

export const cell = <Row>(
  width: number,
  of: (row: Row) => CellValue,
  format: Format = 'general',
): Cell<Row> => ({ width, format, of })

/** Returns a column headed as the field is called. */
export const listColumn = <Row>(campo: string, ...of: Parameters<typeof cell<Row>>): ListColumn<Row> => ({
  title: campoLabel(campo),
  ...cell(...of),
})

/** Returns a column for each field, in this order. A field of `Campo` that is missing does not compile. */
export const listColumns = <Row, Campo extends string>(
  cells: Readonly<Record<Campo, Cell<Row>>>,
): ListColumn<Row>[] =>
  Object.entries<Cell<Row>>(cells).map(([campo, own]) => ({ title: campoLabel(campo), ...own }))

/** Such days are read again as days; every other is written out. */
const [firstDay, lastDay] = ['1950-01-01', '2099-12-31']

export const dayValue = (day: string | null): CellValue =>
  day === null || day === ''
    ? null
    : day >= firstDay && day <= lastDay
      ? (serialOf(day) ?? formatFecha(day))
      : formatFecha(day)

export const dayCell = <Row>(of: (row: Row) => string | null): Cell<Row> =>
  cell(14, (row) => dayValue(of(row)), 'date')

export const dayColumn = <Row>(campo: string, of: (row: Row) => string | null): ListColumn<Row> => ({
  title: campoLabel(campo),
  ...dayCell(of),
})

export const hourCell = <Row>(of: (row: Row) => string): Cell<Row> =>
  cell(9, (row) => partOfDay(of(row)), 'time')

/** A list as one sheet; `name` is the sheet's. */
export function listWorkbook<Row>(
  columns: readonly ListColumn<Row>[],
  batches: AsyncIterable<Row[]>,
  about: WorkbookInfo,
  name = 'Datos',
): AsyncGenerator<Uint8Array> {
  async function* rows() {
    for await (const batch of batches) yield batch.map((row) => columns.map(({ of }) => of(row)))
  }
  return workbook([{ name, columns, rows: rows() }], about)
}
