import { type ImportTipo, importCampos } from '@flota/contract/importarCampos.ts'
import { fieldErrors } from '@flota/contract/validation.ts'
import { rowSchemas } from './bodies.ts'
import type { CellError, FieldValue, FieldValues, ImportRow } from './importRow.ts'
import { readCell } from './reader/readCell.ts'
import type { ParsedSheet, SheetRow } from './reader/sheet.ts'
import { cooperativeYield } from './yieldToEventLoop.ts'

/** Each row by itself: what its cells say, and what POST would say to that. */
export async function validateRows(tipo: ImportTipo, sheet: ParsedSheet): Promise<ImportRow[]> {
  const breathe = cooperativeYield()
  const filas: ImportRow[] = []
  for (const row of sheet.filas) {
    filas.push(validateRow(tipo, sheet, row))
    await breathe()
  }
  return filas
}

function parseRow(tipo: ImportTipo, { campos, is1904 }: ParsedSheet, { cells }: SheetRow) {
  const leido: Record<string, FieldValue> = {}
  const fallas: CellError[] = []
  for (const [at, { campo }] of campos.entries()) {
    const read = readCell(importCampos[tipo][campo]?.clase ?? 'texto', cells[at] ?? null, is1904)
    leido[campo] = 'value' in read ? read.value : null
    if ('error' in read) fallas.push({ campo, mensaje: read.error })
  }
  return { leido, fallas }
}

function validateRow(tipo: ImportTipo, sheet: ParsedSheet, row: SheetRow): ImportRow {
  const { schema, bodyFor, campoOf } = rowSchemas[tipo]
  const { leido, fallas } = parseRow(tipo, sheet, row)
  const { body, rowError = null, errors: own = [] } = bodyFor(leido)
  const { data, error } = schema.safeParse(body)
  const told = new Map([...fallas, ...own].map((each) => [each.campo, each]))
  for (const [field, mensaje] of error ? Object.entries(fieldErrors(error)) : []) {
    const campo = field in leido ? field : (campoOf[field] ?? field)
    if (!told.has(campo)) told.set(campo, { campo, mensaje })
  }
  const wrong = [...told.values()]
  // Of what the schemas of these kinds give, all is text, a number or null.
  const valores = wrong.length === 0 ? (data as FieldValues) : {}
  return {
    fila: row.fila,
    cells: row.cells,
    parsed: withoutInvalid(leido, wrong),
    errors: wrong,
    rowError,
    valores,
  }
}

/** What is wrong is not shown as if it had been read. */
const withoutInvalid = (leido: FieldValues, wrong: readonly CellError[]): FieldValues =>
  wrong.length === 0 ? leido : { ...leido, ...Object.fromEntries(wrong.map(({ campo }) => [campo, null])) }
