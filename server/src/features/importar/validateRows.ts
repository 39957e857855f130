import { fromKeys } from '@flota/contract/core/keys.ts'
import { fieldErrors } from '@flota/contract/core/validation.ts'
import { type ImportTipo, keyCampos, missingCampos, sheets } from '@flota/contract/imports/importarCampos.ts'
import type { ImportOptions } from '@flota/contract/imports/importQuery.ts'
import type { DescribedColumn } from '@flota/contract/records/sheets.ts'
import { cooperativeYield } from './batches.ts'
import type { CellError, FieldValue, FieldValues, ImportRow } from './importRow.ts'
import type { ImportSheet } from './importSheet.ts'
import { readCell, readHourOfDate } from './reader/readCell.ts'
import type { SheetRow } from './reader/sheet.ts'
import { rowSchemas } from './rowSchemas.ts'

/** Validates each row with POST's schema, without looking at other rows or the database. */
export async function validateRows(
  tipo: ImportTipo,
  sheet: ImportSheet,
  { sin, duplicados }: Pick<ImportOptions, 'sin' | 'duplicados'>,
): Promise<ImportRow[]> {
  const optional = { sin, isUpdate: duplicados === 'actualizar' }
  const yieldIfDue = cooperativeYield()
  const rows: ImportRow[] = []
  for (const row of sheet.filas) {
    rows.push(validateRow(tipo, sheet, row, optional))
    await yieldIfDue()
  }
  return rows
}

function parseRow({ campos, sharedHour }: ImportSheet, { cells }: SheetRow) {
  const parsed: Record<string, FieldValue> = {}
  const errors: CellError[] = []
  for (const [at, { campo, clase, context }] of campos.entries()) {
    const read = readCell(clase, cells[at] ?? null, context)
    parsed[campo] = 'value' in read ? read.value : null
    if ('error' in read) errors.push({ campo, mensaje: read.error })
  }
  if (sharedHour)
    parsed[sharedHour.campo] = readHourOfDate(cells[sharedHour.dateAt] ?? null, sharedHour.context)
  return { parsed, errors }
}

/** Which required fields a row may lack. */
interface OptionalFields {
  sin: readonly string[]
  /** Then a record that exists keeps what the sheet has no column for. */
  isUpdate: boolean
}

/** Valid values of the fields that a row lacks, so that only the others are validated. */
const placeholders = { text: 'x', date: '2000-01-01', hour: '00:00', amount: '1' }

function validateRow(
  tipo: ImportTipo,
  sheet: ImportSheet,
  row: SheetRow,
  { sin, isUpdate }: OptionalFields,
): ImportRow {
  const { schema, bodyFor, campoOf } = rowSchemas[tipo]
  const { parsed, errors: readErrors } = parseRow(sheet, row)
  const isWrong = (campo: string) => readErrors.some((each) => each.campo === campo)
  const rowBody = bodyFor(parsed, { isWrong, hoy: sheet.hoy })
  const { body, rowErrors = [], errors: bodyErrors = [], mayLack = [], ignored = [] } = rowBody
  const cellErrors = readErrors.filter(({ campo }) => !ignored.includes(campo))
  const absent = isUpdate ? absentFields(tipo, parsed) : []
  const empty = [...new Set([...sin, ...mayLack, ...absent])].filter(
    (campo) => body[campo] == null && !isWrong(campo),
  )
  const needed = empty.filter((campo) => !sin.includes(campo) && !mayLack.includes(campo))
  const { data, error } = schema.safeParse({
    ...body,
    ...fromKeys(empty, (campo) => placeholderOf(tipo, campo)),
  })
  const errorsByCampo = new Map([...cellErrors, ...bodyErrors].map((each) => [each.campo, each]))
  for (const [field, mensaje] of error ? Object.entries(fieldErrors(error)) : []) {
    const campo = field in parsed ? field : (campoOf[field] ?? field)
    if (!errorsByCampo.has(campo)) errorsByCampo.set(campo, { campo, mensaje })
  }
  const errors = [...errorsByCampo.values()]
  const withoutErrors = { ...parsed, ...Object.fromEntries(errors.map(({ campo }) => [campo, null])) }
  return {
    fila: row.fila,
    cells: row.cells,
    parsed: withoutErrors,
    errors,
    rowErrors,
    // The schemas of these types return only text, numbers and null.
    valores: errors.length === 0 ? { ...(data as FieldValues), ...fromKeys(empty, () => null) } : {},
    empty,
    needed,
  }
}

const fieldsOfSheet = (tipo: ImportTipo): Readonly<Record<string, DescribedColumn>> => sheets[tipo]

function placeholderOf(tipo: ImportTipo, campo: string): string {
  const type = fieldsOfSheet(tipo)[campo]?.type
  return type === 'date' || type === 'hour' || type === 'amount' ? placeholders[type] : placeholders.text
}

/** Returns the required fields without a column, except the key fields. */
const absentFields = (tipo: ImportTipo, parsed: FieldValues): string[] =>
  missingCampos(tipo, (campo) => campo in parsed).filter((campo) => !keyCampos[tipo].includes(campo))
