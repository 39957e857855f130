import type { FilaAccion } from '@flota/contract/importar.ts'
import type { Cell } from './reader/sheet.ts'

export type FieldValue = string | number | null
export type FieldValues = Readonly<Record<string, FieldValue>>

/** What is wrong with a cell. */
export interface CellError {
  campo: string
  mensaje: string
}

/** A row of the sheet, judged by itself: whatever is there. */
export interface ImportRow {
  fila: number
  cells: readonly Cell[]
  /** Of each field that the sheet brings what was read; null where that is wrong. */
  parsed: FieldValues
  errors: readonly CellError[]
  /** What is wrong with it as a whole. */
  rowError: string | null
  /** As POST takes it; only where no cell is wrong. */
  valores: FieldValues
}

/** What becomes of a row beside what is there and the rows above it. */
export interface RowDecision {
  accion: FilaAccion
  errors: readonly CellError[]
  rowError: string | null
  /** As it would be written, with the ids of what it names; of a wrong row as far as that is known. */
  valores: FieldValues
  /** What its cells name, as it is called there. */
  nombres: Readonly<Record<string, string>>
  /** The record that it is the same as. */
  antes: ExistingRecord | null
}

/** A record that is there. */
export interface ExistingRecord {
  id: number
  version: number
  valores: FieldValues
}
