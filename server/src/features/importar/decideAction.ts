import type { ImportarQuery } from '@flota/contract/importar.ts'
import type { CellError, ExistingRecord, FieldValues, ImportRow, RowDecision } from './importRow.ts'

/** A row, before it is known what becomes of it. */
export interface RowPreview {
  fila: ImportRow
  errors: readonly CellError[]
  valores: FieldValues
  nombres?: Readonly<Record<string, string>>
  /** A fault of the row as a whole that nothing excuses. */
  rowError?: string | null
}

/** What is there of it, and how a row that is the same is spoken of. */
export interface MatchedRecord {
  registro: ExistingRecord
  message: string
  /** What is written of it: all that the sheet brings but what it was found by. */
  writtenFields: readonly string[]
}

export const hasErrors = ({ fila, errors, rowError }: RowPreview) =>
  errors.length > 0 || rowError != null || fila.rowError !== null

const decideRow = (
  row: RowPreview,
  accion: RowDecision['accion'],
  more: Partial<RowDecision> = {},
): RowDecision => ({
  accion,
  errors: row.errors,
  rowError: row.rowError ?? row.fila.rowError,
  valores: row.valores,
  nombres: row.nombres ?? {},
  antes: null,
  ...more,
})

export const rejectRow = (row: RowPreview, entera?: string): RowDecision =>
  decideRow(row, 'error', entera === undefined ? {} : { rowError: entera })
export const rejectRepeated = (row: RowPreview, first: number): RowDecision =>
  rejectRow(row, `Repite la fila ${first}.`)
export const addRow = (row: RowPreview): RowDecision => decideRow(row, 'nueva')

/** What is done with a row whose record is there. */
export function decideMatched(
  row: RowPreview,
  matched: MatchedRecord,
  modo: ImportarQuery['duplicados'],
): RowDecision {
  if (modo === 'error') return rejectRow(row, matched.message)
  const { registro, writtenFields } = matched
  if (modo === 'saltar') return decideRow(row, 'saltada', { antes: registro })
  const valores = {
    ...registro.valores,
    ...Object.fromEntries(writtenFields.map((campo) => [campo, row.valores[campo] ?? null])),
  }
  const isChanged = writtenFields.some((campo) => valores[campo] !== registro.valores[campo])
  return decideRow(row, isChanged ? 'cambiada' : 'igual', { valores, antes: registro })
}

/** Of rows by a key: the first with it. */
export class FirstRows {
  readonly #rows = new Map<string, number>()

  /** @returns the row that had the key before, if any */
  claim(clave: string, fila: number): number | undefined {
    const first = this.#rows.get(clave)
    if (first === undefined) this.#rows.set(clave, fila)
    return first
  }
}

/** What `columnas` or the headings bring, as POST names it. */
export const importedFields = (filas: readonly ImportRow[]): string[] => Object.keys(filas[0]?.parsed ?? {})
