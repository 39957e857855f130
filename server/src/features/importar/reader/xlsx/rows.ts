import { columnOfRef, maxColumns } from '../columns.ts'
import { type Cell, type RawRow, SheetError, textCell } from '../sheet.ts'
import type { MergedCells } from './merges.ts'
import { unescapeText, type XmlHandlers } from './xml.ts'

/** Rows of an Excel sheet. */
const maxRows = 1_048_576

/** What a number format shows. */
export type NumberFormatKind = 'date' | 'hour' | 'number'

export interface RowContext {
  strings: readonly string[]
  /** Format of each cell style. */
  formats: readonly NumberFormatKind[]
  merges: MergedCells
}

interface CellParts {
  value: string | undefined
  inline: string
  isFormula: boolean
}
const emptyParts = (): CellParts => ({ value: undefined, inline: '', isFormula: false })

/** Parses rows from a sheet's XML and passes each to `onRow`. */
export class RowParser implements XmlHandlers {
  readonly #context: RowContext
  readonly #onRow: (row: RawRow) => void
  #fila = 0
  #cells: Cell[] = []
  #isCovered: ((column: number) => boolean) | undefined
  #column = -1
  #type = ''
  #style = 0
  #parts = emptyParts()
  #target: 'value' | 'inline' | undefined
  #phoneticDepth = 0

  constructor(context: RowContext, onRow: (row: RawRow) => void) {
    this.#context = context
    this.#onRow = onRow
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#beginRow(attributes)
    else if (name === 'c') this.#beginCell(attributes)
    else if (name === 'v') {
      this.#target = 'value'
      this.#parts.value ??= ''
    } else if (name === 't' && this.#phoneticDepth === 0) this.#target = 'inline'
    else if (name === 'f') this.#parts.isFormula = true
    else if (name === 'rPh') this.#phoneticDepth += 1
  }

  text(piece: string): void {
    if (this.#target === 'value') this.#parts.value += piece
    else if (this.#target === 'inline') this.#parts.inline += piece
  }

  close(name: string): void {
    this.#target = undefined
    if (name === 'rPh') this.#phoneticDepth -= 1
    if (name === 'c') this.#endCell()
    if (name === 'row') this.#endRow()
  }

  #beginRow({ r }: Readonly<Record<string, string>>): void {
    const fila = r === undefined ? this.#fila + 1 : rowNumber(r)
    if (fila <= this.#fila || fila > maxRows) throw new SheetError('unreadable')
    this.#fila = fila
    this.#cells = []
    this.#column = -1
    this.#isCovered = this.#context.merges.coveredIn(this.#fila)
  }

  #endRow(): void {
    const merged = this.#context.merges.valuesIn(this.#fila)
    this.#onRow({ fila: this.#fila, cells: this.#cells, merged })
  }

  #beginCell({ r, t = '', s = '0' }: Readonly<Record<string, string>>): void {
    this.#column = r === undefined ? this.#column + 1 : columnOfRef(r)
    this.#type = t
    this.#style = Number(s)
    this.#parts = emptyParts()
  }

  #endCell(): void {
    const { strings, formats } = this.#context
    const column = this.#column
    if (column < 0 || column >= maxColumns || this.#isCovered?.(column)) return
    while (this.#cells.length < column) this.#cells.push(null)
    const cell = parseCell(this.#type, this.#parts, strings, formats[this.#style] ?? 'number')
    this.#cells[column] = cell
    this.#context.merges.keep(this.#fila, column, cell)
  }
}

/** Returns 0, which no row has, unless the text is a whole number. */
const rowNumber = (text: string) => (/^\d+$/.test(text) ? Number(text) : 0)

function parseCell(
  type: string,
  { value, inline, isFormula }: CellParts,
  strings: readonly string[],
  format: NumberFormatKind,
): Cell {
  if (type === 'inlineStr') return textCell(unescapeText(inline))
  // Only for type 'str' is an empty text a value. Otherwise the program has not calculated the formula.
  if (value === undefined || (value === '' && type !== 'str'))
    return isFormula ? { is: 'formulaWithoutValue' } : null
  switch (type) {
    case 's':
      return textCell(strings[Number(value)] ?? '')
    case 'str':
      return textCell(unescapeText(value))
    case 'b':
      return value === '1' || value === 'true'
    case 'e':
      return { is: 'error', code: value }
    case 'd':
      return { is: 'iso', text: value.trim() }
    default:
      return numberCell(value, format)
  }
}

function numberCell(value: string, format: NumberFormatKind): Cell {
  const number = Number(value)
  if (!Number.isFinite(number) || value.trim() === '') return textCell(value)
  return format === 'number' ? number : { is: format, serial: number }
}
