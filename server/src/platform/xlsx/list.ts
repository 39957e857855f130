import { daysBetween, nowIn } from '@flota/contract/core/dates.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { campoLabel } from '@flota/contract/records/campos.ts'
import type { DescribedColumn, Sheet } from '@flota/contract/records/sheets.ts'
import type { CellValue, Format, WorkbookInfo, XlsxColumn } from './sheet.ts'
import { workbook } from './workbook.ts'

/** Day 0 of Excel for dates from March 1900: Excel treats 1900 as a leap year. */
const dayZero = '1899-12-30'
const firstSerialDate = '1900-03-01'

/** Converts `YYYY-MM-DD` to a day number. Undefined before March 1900, where spreadsheets disagree. */
export const serialOf = (date: string): number | undefined =>
  date < firstSerialDate ? undefined : daysBetween(dayZero, date)

/** Converts a time, `08:30:00`, to a fraction of a day. */
export function partOfDay(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return (hours * 3600 + minutes * 60 + seconds) / 86_400
}

export interface ListColumn<Row> extends XlsxColumn {
  of: (row: Row) => CellValue
}

type UntitledColumn<Row> = Omit<ListColumn<Row>, 'title'>

export const cell = <Row>(
  width: number,
  of: (row: Row) => CellValue,
  format: Format = 'general',
): UntitledColumn<Row> => ({ width, format, of })

/** Returns a column with the field's label as its heading. */
export const listColumn = <Row>(campo: string, ...of: Parameters<typeof cell<Row>>): ListColumn<Row> => ({
  title: campoLabel(campo),
  ...cell(...of),
})

/** Dates that an import reads back from a day number. */
const [firstDay, lastDay] = ['1950-01-01', '2099-12-31']

/** Converts `YYYY-MM-DD` to a day number, or outside 1950 to 2099 to text. */
export function dayValue(day: string | null): CellValue {
  if (!day) return null
  const serial = day >= firstDay && day <= lastDay ? serialOf(day) : undefined
  return serial ?? formatFecha(day)
}

export const dayCell = <Row>(of: (row: Row) => string | null): UntitledColumn<Row> =>
  cell(14, (row) => dayValue(of(row)), 'date')

/** Moment in the company's zone, of a stored timestamp: never before March 1900. */
export const momentCell = <Row>(zona: string, of: (row: Row) => string): UntitledColumn<Row> =>
  cell(
    18,
    (row) => {
      const moment = nowIn(zona, new Date(of(row)))
      return daysBetween(dayZero, moment.slice(0, 10)) + partOfDay(moment.slice(11))
    },
    'moment',
  )

const hourCell = <Row>(of: (row: Row) => string): UntitledColumn<Row> =>
  cell(9, (row) => partOfDay(of(row)), 'time')

function sheetCell<Row extends object>(
  name: string,
  { type, field, width }: DescribedColumn,
  own?: (row: Row) => CellValue,
): UntitledColumn<Row> {
  // A column without a value of its own is a field of the row.
  const of = own ?? ((row: Row) => ((row as Record<string, unknown>)[name] ?? null) as CellValue)
  const text = (row: Row) => (of(row) === null ? null : String(of(row)))
  if (type === 'date') return { ...dayCell(text), ...(width && { width }) }
  if (type === 'hour') return hourCell((row) => String(of(row)))
  if (type === 'amount') return cell(width ?? 16, of, field?.unit === 'Q' ? 'money' : 'decimal')
  return cell(width ?? 26, of, type === 'integer' ? 'count' : 'general')
}

/** Returns a sheet's columns. @param own values of the columns that are no fields of the row */
export const sheetColumns = <Row extends object, Name extends string>(
  sheet: Sheet<Name>,
  own: { readonly [K in Exclude<Name, keyof Row>]: (row: Row) => CellValue } & {
    readonly [K in Name]?: (row: Row) => CellValue
  },
): (ListColumn<Row> & { name: Name })[] => {
  const values: Readonly<Record<string, (row: Row) => CellValue>> = own
  return Object.entries<DescribedColumn>(sheet).map(([name, column]) => ({
    name: name as Name,
    title: campoLabel(name),
    ...sheetCell(name, column, values[name]),
  }))
}

/** Streams a list as a workbook with one sheet. */
export function listWorkbook<Row>(
  columns: readonly ListColumn<Row>[],
  batches: AsyncIterable<Row[]>,
  info: WorkbookInfo,
  sheetName = 'Datos',
): AsyncGenerator<Uint8Array> {
  return workbook([{ name: sheetName, columns, rows: rowsOf(columns, batches) }], info)
}

async function* rowsOf<Row>(columns: readonly ListColumn<Row>[], batches: AsyncIterable<Row[]>) {
  for await (const batch of batches) yield batch.map((row) => columns.map(({ of }) => of(row)))
}

/** Column whose sum, a column of each row, is in the totals row. */
export interface SummedColumn<Row> extends ListColumn<Row> {
  total?: (row: Row) => CellValue
}

interface TotalledSheet<Row> {
  sheetName: string
  /** Returns whether a row is written; by default all are. */
  isRow?: (row: Row) => boolean
}

/** As `listWorkbook`, with a totals row: 'Total' in the first column, and the sums, 0 without rows. */
export function totalledWorkbook<Row>(
  columns: readonly SummedColumn<Row>[],
  batches: AsyncIterable<Row[]>,
  info: WorkbookInfo,
  { sheetName, isRow = () => true }: TotalledSheet<Row>,
): AsyncGenerator<Uint8Array> {
  let totals = columns.map(({ total }, i) => (i === 0 ? 'Total' : total ? 0 : null)) as CellValue[]
  async function* noted() {
    for await (const batch of batches) {
      const last = batch.at(-1)
      if (last) totals = totals.map((value, i) => columns[i]?.total?.(last) ?? value)
      yield batch.filter(isRow)
    }
  }
  const sheet = { name: sheetName, columns, rows: rowsOf(columns, noted()), totals: () => totals }
  return workbook([sheet], info)
}
