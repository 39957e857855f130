import type { FilaAccion } from '@flota/contract/imports/importar.ts'
import type { DuplicadosModo } from '@flota/contract/imports/importarWords.ts'
import type { ImportOptions } from '@flota/contract/imports/importQuery.ts'
import type { Db } from '../../platform/db/sql.ts'
import { cooperativeYield } from './batches.ts'
import type { Cell } from './reader/sheet.ts'

export type FieldValue = string | number | null
export type FieldValues = Readonly<Record<string, FieldValue>>

export interface CellError {
  campo: string
  mensaje: string
}

/** Row of the sheet, validated without the database. */
export interface ImportRow {
  fila: number
  cells: readonly Cell[]
  /** Value of each imported field; null if its cell has an error. */
  parsed: FieldValues
  errors: readonly CellError[]
  /** Error of the row as a whole. */
  rowError: string | null
  /** Output of POST's schema; empty if a cell has an error. */
  valores: FieldValues
}

/** Row with the ids of the records that its cells name. */
export interface ResolvedRow {
  row: ImportRow
  errors: readonly CellError[]
  valores: FieldValues
  /** Name of the record that each cell refers to. */
  nombres: Readonly<Record<string, string>>
}

/** What the import does with a row. `valores` are the fields to write, incomplete if the row has errors. */
export interface RowDecision extends ResolvedRow {
  accion: FilaAccion
  rowError: string | null
  /** Record that the row matches. */
  existing: ExistingRecord | null
}

export interface ExistingRecord {
  id: number
  version: number
  valores: FieldValues
}

/** Decides each row of a type by the existing records and the rows above it. */
export type Match = (db: Db, rows: readonly ImportRow[], options: ImportOptions) => Promise<RowDecision[]>

/** Matched record if any, and the message if duplicates are errors. */
export interface MatchedRecord {
  existing: ExistingRecord | undefined
  message: string
  /** Imported fields without the key that found the record. */
  writtenFields: readonly string[]
}

/** Returns a row of a type without references. */
export const withoutReferences = (row: ImportRow): ResolvedRow => ({
  row,
  errors: row.errors,
  valores: row.valores,
  nombres: {},
})

const hasErrors = ({ row, errors }: ResolvedRow) => errors.length > 0 || row.rowError !== null

/** Returns the values of the rows without errors. */
export const validValues = (rows: readonly ResolvedRow[]): FieldValues[] =>
  rows.filter((each) => !hasErrors(each)).map(({ valores }) => valores)

const decideRow = (
  accion: FilaAccion,
  resolved: ResolvedRow,
  changes: Partial<RowDecision> = {},
): RowDecision => ({ ...resolved, accion, rowError: resolved.row.rowError, existing: null, ...changes })

export const rejectRow = (resolved: ResolvedRow, rowError?: string): RowDecision =>
  decideRow('error', resolved, rowError === undefined ? {} : { rowError })

/**
 * Rejects rows with errors and rows with the key of an earlier one, and decides the others in order.
 * @param keyOf null if the row may be repeated
 */
export async function decideRows(
  rows: readonly ResolvedRow[],
  keyOf: (valores: FieldValues) => string | null,
  decide: (resolved: ResolvedRow) => RowDecision,
): Promise<RowDecision[]> {
  const yieldIfDue = cooperativeYield()
  const filaByKey = new Map<string, number>()
  const decideUnrepeated = (resolved: ResolvedRow) => {
    if (hasErrors(resolved)) return rejectRow(resolved)
    const key = keyOf(resolved.valores)
    const first = key === null ? undefined : filaByKey.get(key)
    if (first !== undefined) return rejectRow(resolved, `Repite la fila ${first}.`)
    if (key !== null) filaByKey.set(key, resolved.row.fila)
    return decide(resolved)
  }
  const decisions: RowDecision[] = []
  for (const resolved of rows) {
    decisions.push(decideUnrepeated(resolved))
    await yieldIfDue()
  }
  return decisions
}

/** Decides a row that matches this existing record, or none. */
export function decideMatch(
  resolved: ResolvedRow,
  { existing, message, writtenFields }: MatchedRecord,
  duplicados: DuplicadosModo,
): RowDecision {
  if (!existing) return decideRow('nueva', resolved)
  if (duplicados === 'error') return rejectRow(resolved, message)
  if (duplicados === 'saltar') return decideRow('saltada', resolved, { existing })
  const valores = {
    ...existing.valores,
    ...Object.fromEntries(writtenFields.map((campo) => [campo, resolved.valores[campo] ?? null])),
  }
  const isChanged = writtenFields.some((campo) => valores[campo] !== existing.valores[campo])
  return decideRow(isChanged ? 'cambiada' : 'igual', resolved, { valores, existing })
}

/** Returns the fields that `columnas` or the headings import. */
export const importedFields = (rows: readonly ImportRow[]): string[] => Object.keys(rows[0]?.parsed ?? {})
