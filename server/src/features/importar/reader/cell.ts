/** What a cell holds, before any field's rules: its value, and its format where that says a day or an hour. */
export type Cell =
  /** Nothing, '-' or 'N/A'. */
  | null
  /** Trimmed, with something in it. */
  | string
  | boolean
  | number
  /** A number that is shown as a day, or as an hour alone. */
  | { is: 'date' | 'hour'; serial: number }
  /** A cell of kind d, as it is written. */
  | { is: 'iso'; text: string }
  | { is: 'error'; code: string }
  | { is: 'formulaWithoutValue' }

/** As Excel and LibreOffice write them, in English and in Spanish; '####' is a column that was too narrow. */
const errorText = /^(#(N\/A|N\/D|[A-ZÁÉÍÓÚÑ0/_]+[!?]|[¡¿][A-ZÁÉÍÓÚÑ0/_]+[!?]|GETTING_DATA)|#{2,}|Err:\d{3})$/u

/** Texts that mean that there is none. */
const emptyTexts = new Set(['', '-', 'N/A'])

/** Longer than any field takes: what is cut off can't make it fit. */
const maxCellLength = 5000

export function textCell(text: string): Cell {
  const trimmed = text.trim()
  if (trimmed.length > maxCellLength) return trimmed.slice(0, maxCellLength).replace(/[\ud800-\udbff]$/, '')
  return emptyTexts.has(trimmed) ? null : trimmed
}

/** In CSV an error is a text like any other. */
export function csvCell(text: string): Cell {
  const cell = textCell(text)
  return typeof cell === 'string' && errorText.test(cell) ? { is: 'error', code: cell } : cell
}
