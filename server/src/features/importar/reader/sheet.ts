/** Content of a cell before a field's rules: its value, and its format if that is a date or a time. */
export type Cell =
  /** Empty, '-' or 'N/A'. */
  | null
  /** Trimmed, not empty. */
  | string
  | boolean
  | number
  /** A number formatted as a date or as a time. */
  | { is: 'date' | 'hour'; serial: number }
  /** An ISO 8601 date (cell type 'd'), as written. */
  | { is: 'iso'; text: string }
  | { is: 'error'; code: string }
  | { is: 'formulaWithoutValue' }

/** Value of merged cells, for a row below their first. */
export interface MergedValue {
  column: number
  cell: Cell
  /** Row that holds the value. */
  top: number
}

/** Row as the file has it. */
export interface RawRow {
  fila: number
  cells: Cell[]
  merged?: readonly MergedValue[]
}

/** Column with a title or a value. */
export interface SheetColumn {
  /** Letter from 'A' to 'CV'. */
  columna: string
  titulo: string | null
  /** Field that the column is read as; null if the column is ignored. */
  campo: string | null
  /** First three values as text. */
  muestra: string[]
}

/** Field that the sheet fills from a column or with one text for every row. */
export interface SheetField {
  campo: string
  /** Column letter; null for one text for every row. */
  columna: string | null
}

export interface SheetRow {
  /** Row number in the sheet. In CSV, the line where the record starts. */
  fila: number
  /** Cells in the order of `ParsedSheet.campos`. */
  cells: Cell[]
  /** Of a row that looks like a total or repeats the headings: its cells without merged or fixed values. */
  ownCells?: Cell[]
  /** Cells of all columns, if the request keeps them. */
  all?: Cell[]
}

export interface ParsedSheet {
  /** Name of the sheet; null for CSV. */
  hoja: string | null
  /** Names of the visible sheets; empty for CSV. */
  hojas: string[]
  columnas: SheetColumn[]
  /** Fields that the sheet fills, in the order of `importCampos`. */
  campos: SheetField[]
  /** Headings of all columns. */
  titulos: string[]
  /** Key of the headings if the user's earlier mapping was used. */
  remembered: string | null
  /** Whether the workbook counts days from 1904 (see `readCell`). */
  is1904: boolean
  /** When the workbook says that it was last changed, as ISO 8601. */
  modified: string | null
  /** Non-empty rows, at least one, ignorable ones included. */
  filas: SheetRow[]
}

/** Error values of Excel and LibreOffice in English and Spanish; '####' is a date in a narrow column. */
const errorText = /^(#(N\/A|N\/D|[A-ZÁÉÍÓÚÑ0/_]+[!?]|[¡¿][A-ZÁÉÍÓÚÑ0/_]+[!?]|GETTING_DATA)|#{2,}|Err:\d{3})$/u

const emptyTexts = new Set(['', '-', 'N/A'])

/** Longer than any field allows, so truncating never makes a text valid. */
const maxCellLength = 5000

export function textCell(text: string): Cell {
  const trimmed = text.trim()
  if (trimmed.length > maxCellLength) return trimmed.slice(0, maxCellLength).replace(/[\ud800-\udbff]$/, '')
  return emptyTexts.has(trimmed) ? null : trimmed
}

/** Like `textCell`, but recognizes error values, which are plain text in CSV. */
export function csvCell(text: string): Cell {
  const cell = textCell(text)
  return typeof cell === 'string' && errorText.test(cell) ? { is: 'error', code: cell } : cell
}

/** Reasons for rejecting a sheet. */
export type SheetErrorKind =
  | 'notASheet'
  | 'oldOrProtected'
  | 'unreadable'
  | 'noSuchSheet'
  | 'noRows'
  | 'tooManyRows'

export class SheetError extends Error {
  readonly kind: SheetErrorKind

  constructor(kind: SheetErrorKind) {
    super(kind)
    this.kind = kind
  }
}

/** Resource limits for reading one sheet; tests lower them. */
export interface ReadLimits {
  /** Non-empty rows below the headings, and ignorable ones besides. */
  rows: number
  /** Bytes of the whole unpacked archive. */
  unpackedBytes: number
  ms: number
  /** Heap of the reader process in MB. */
  heapMb: number
  /** Characters of all cells together: every cell may contain the same long shared string. */
  characters: number
}

export const readLimits: ReadLimits = {
  rows: 20_000,
  unpackedBytes: 200 * 1024 ** 2,
  ms: 20_000,
  heapMb: 128,
  characters: 32 * 1024 ** 2,
}
