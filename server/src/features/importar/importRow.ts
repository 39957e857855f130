import { sentences } from '@flota/contract/core/sentences.ts'
import type { FilaAccion } from '@flota/contract/imports/importar.ts'
import type { DuplicadosModo } from '@flota/contract/imports/importarWords.ts'
import type { ImportOptions } from '@flota/contract/imports/importQuery.ts'
import type { NewAlias } from '../../platform/db/aliases.ts'
import type { NamedCatalogue, NamedRecord, NamedTable } from '../../platform/db/nameKeys.ts'
import type { Db } from '../../platform/db/sql.ts'
import { cooperativeYield } from './batches.ts'
import type { Cell } from './reader/sheet.ts'

export type FieldValue = string | number | null
export type FieldValues = Readonly<Record<string, FieldValue>>

/** Name that no record has, or several. */
export interface UnknownName {
  tabla: NamedTable
  several: readonly NamedRecord[]
}

/** New record for a name in the sheet. */
export interface NewName {
  tabla: NamedCatalogue
  /** Temporary, negative. */
  id: number
  nombre: string
  /** Columns of its table. */
  valores: FieldValues
}

/** The names in a row. For some the user chose a record; for others the import creates one. */
interface RowNames {
  accepted: readonly NewAlias[]
  created: readonly NewName[]
}

export interface CellError {
  campo: string
  mensaje: string
  /** Set if the cell names no record, or several. */
  unknown?: UnknownName
}

/** Row of the sheet, validated without the database. */
export interface ImportRow {
  fila: number
  cells: readonly Cell[]
  /** Value of each imported field; null if its cell has an error. */
  parsed: FieldValues
  errors: readonly CellError[]
  /** Errors of the row as a whole. */
  rowErrors: readonly string[]
  /** Output of POST's schema; empty if a cell has an error. */
  valores: FieldValues
  /** Required fields that the row lacks, which an existing record keeps. */
  empty: readonly string[]
  /** Of these, the ones that a new record needs. */
  needed: readonly string[]
}

/** Row with the ids of the records that its cells name. */
export interface ResolvedRow {
  row: ImportRow
  errors: readonly CellError[]
  valores: FieldValues
  /** Name of the record that each cell refers to. */
  nombres: Readonly<Record<string, string>>
  /** The user leaves out the rows with a name of this row. */
  isOmitted?: boolean
  names?: RowNames
}

/** What the import does with a row. `valores` are the fields to write, incomplete if the row has errors. */
export interface RowDecision extends ResolvedRow {
  accion: FilaAccion
  rowErrors: readonly string[]
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

const hasErrors = ({ row, errors }: ResolvedRow) => errors.length > 0 || row.rowErrors.length > 0
export const isCompared = (resolved: ResolvedRow) => !resolved.isOmitted && !hasErrors(resolved)

/** Returns the values of the rows that are compared: without errors and not left out. */
export const validValues = (rows: readonly ResolvedRow[]): FieldValues[] =>
  rows.filter(isCompared).map(({ valores }) => valores)

const decideRow = (
  accion: FilaAccion,
  resolved: ResolvedRow,
  changes: Partial<RowDecision> = {},
): RowDecision => ({ ...resolved, accion, rowErrors: resolved.row.rowErrors, existing: null, ...changes })

export const rejectRow = (resolved: ResolvedRow, rowError?: string): RowDecision =>
  decideRow('error', resolved, rowError === undefined ? {} : { rowErrors: [rowError] })

/**
 * Rejects rows with errors and rows with the key of an earlier one, and decides the others in order.
 * @param keyOf returns null if the row may be repeated
 */
export async function decideRows(
  rows: readonly ResolvedRow[],
  keyOf: (resolved: ResolvedRow) => string | null,
  decide: (resolved: ResolvedRow) => RowDecision,
): Promise<RowDecision[]> {
  const yieldIfDue = cooperativeYield()
  const filaByKey = new Map<string, number>()
  const decideUnrepeated = (resolved: ResolvedRow) => {
    if (resolved.isOmitted) return decideRow('omitida', resolved, { errors: [], rowErrors: [] })
    if (hasErrors(resolved)) return rejectRow(resolved)
    const key = keyOf(resolved)
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
  const { empty, needed } = resolved.row
  if (!existing && needed.length > 0) {
    const errors = needed.map((campo) => ({ campo, mensaje: sentences.required }))
    return { ...rejectRow(resolved), errors }
  }
  if (!existing) return decideRow('nueva', resolved)
  if (duplicados === 'error') return rejectRow(resolved, message)
  if (duplicados === 'saltar') return decideRow('saltada', resolved, { existing })
  const written = writtenFields.filter((campo) => !empty.includes(campo))
  const valores = {
    ...existing.valores,
    ...Object.fromEntries(written.map((campo) => [campo, resolved.valores[campo] ?? null])),
  }
  const isChanged = written.some((campo) => valores[campo] !== existing.valores[campo])
  return decideRow(isChanged ? 'cambiada' : 'igual', resolved, { valores, existing })
}

/** Returns the fields that `columnas` or the headings import. */
export const importedFields = (rows: readonly ImportRow[]): string[] => Object.keys(rows[0]?.parsed ?? {})
