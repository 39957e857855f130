import type { ImportTipo } from '@flota/contract/importarCampos.ts'

/** A cell as a test writes it: text, number, day or hour with its format, formula with what came of it, or nothing. */
export type OfficeCell =
  | string
  | number
  | null
  | { v: number; f: string }
  | { formula: string; v: string | number | null }
  | { formula: string; error: string }

export interface OfficeSheet {
  tipo: ImportTipo
  /** Rows of the first sheet that is seen; what stands before it is hidden. */
  rows: OfficeCell[][]
  merges?: string[]
  is1904?: boolean
  hiddenSheet?: OfficeCell[][]
  secondSheet?: OfficeCell[][]
  /** What must come of it: each row's number, and its fields as they are handed to the rules of POST. */
  expectedRows: OfficeRow[]
  /** Where a program that calculates has saved it. */
  expectedCalculatedRows?: OfficeRow[]
}

export type OfficeRow = [fila: number, values: Record<string, string | number | null>]
