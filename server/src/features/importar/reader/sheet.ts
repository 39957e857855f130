import type { Cell } from './cell.ts'

/** A column that has a title or a value. */
export interface SheetColumn {
  /** 'A' to 'CV'. */
  columna: string
  titulo: string | null
  /** What it is read as; null where it is not read. */
  campo: string | null
  /** The first three values as text. */
  muestra: string[]
}

/** A field that the sheet brings, from a column or the same for every row. */
export interface SheetField {
  campo: string
  /** Null of a '='. */
  columna: string | null
}

export interface SheetRow {
  /** The sheet's own number; of CSV the line in which the record begins. */
  fila: number
  /** As `campos` of the sheet names them, in that order. */
  cells: Cell[]
}

export interface ParsedSheet {
  /** Null of CSV. */
  hoja: string | null
  /** Those that are not hidden; none of CSV. */
  hojas: string[]
  columnas: SheetColumn[]
  /** In the table's order; without one for a field that the sheet does not bring. */
  campos: SheetField[]
  /** Excel counts days from 1904 in it: `readCell` asks for it. */
  is1904: boolean
  /** At least one, none of them empty. */
  filas: SheetRow[]
}
