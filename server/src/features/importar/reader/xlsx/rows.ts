import { type Cell, textCell } from '../cell.ts'
import { maxColumns } from '../columns.ts'
import type { RawRow } from '../csv.ts'
import { columnOfRef } from './cellRefs.ts'
import type { NumberFormatKind } from './formats.ts'
import type { MergedCells } from './merges.ts'
import { unescapeText } from './sharedStrings.ts'
import type { XmlHandlers } from './xml.ts'

export interface RowContext {
  strings: readonly string[]
  styles: readonly NumberFormatKind[]
  merges: MergedCells
}

interface CellParts {
  value: string | undefined
  inline: string
  isFormula: boolean
}
const emptyParts = (): CellParts => ({ value: undefined, inline: '', isFormula: false })

/** Makes rows of a sheet's XML, and gives each to `take`. */
export class RowParser implements XmlHandlers {
  readonly #context: RowContext
  readonly #onRow: (row: RawRow) => void
  #fila = 0
  #cells: Cell[] = []
  #isCovered: ((column: number) => boolean) | undefined
  #column = -1
  #kind = ''
  #style = 0
  #parts = emptyParts()
  #text: 'value' | 'inline' | undefined
  #phonetic = 0

  constructor(looks: RowContext, take: (row: RawRow) => void) {
    this.#context = looks
    this.#onRow = take
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#beginRow(attributes)
    else if (name === 'c') this.#beginCell(attributes)
    else if (name === 'v') {
      this.#text = 'value'
      this.#parts.value ??= ''
    } else if (name === 't' && this.#phonetic === 0) this.#text = 'inline'
    else if (name === 'f') this.#parts.isFormula = true
    else if (name === 'rPh') this.#phonetic += 1
  }

  text(piece: string): void {
    if (this.#text === 'value') this.#parts.value += piece
    else if (this.#text === 'inline') this.#parts.inline += piece
  }

  close(name: string): void {
    this.#text = undefined
    if (name === 'rPh') this.#phonetic -= 1
    if (name === 'c') this.#endCell()
    if (name === 'row') this.#onRow({ fila: this.#fila, cells: this.#cells })
  }

  #beginRow({ r }: Readonly<Record<string, string>>): void {
    this.#fila = r === undefined ? this.#fila + 1 : Number(r)
    this.#cells = []
    this.#column = -1
    this.#isCovered = this.#context.merges.coveredIn(this.#fila)
  }

  #beginCell({ r, t = '', s = '0' }: Readonly<Record<string, string>>): void {
    this.#column = r === undefined ? this.#column + 1 : columnOfRef(r)
    this.#kind = t
    this.#style = Number(s)
    this.#parts = emptyParts()
  }

  #endCell(): void {
    const { strings, styles } = this.#context
    const column = this.#column
    if (column < 0 || column >= maxColumns || this.#isCovered?.(column)) return
    while (this.#cells.length < column) this.#cells.push(null)
    this.#cells[column] = cellOf(this.#kind, this.#parts, strings, styles[this.#style] ?? 'number')
  }
}

/** By its kind: a shared, inline or a formula's text, a truth, an error, a day as text, or a number. */
function cellOf(
  kind: string,
  parts: CellParts,
  strings: readonly string[],
  formatKind: NumberFormatKind,
): Cell {
  if (kind === 'inlineStr') return textCell(unescapeText(parts.inline))
  const { value, isFormula } = parts
  // An empty text is a value of kind str; others write an empty one where they have not calculated.
  if (value === undefined || (value === '' && kind !== 'str'))
    return isFormula ? { is: 'formulaWithoutValue' } : null
  switch (kind) {
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
      return numberCell(value, formatKind)
  }
}

function numberCell(value: string, formatKind: NumberFormatKind): Cell {
  const number = Number(value)
  if (!Number.isFinite(number) || value.trim() === '') return textCell(value)
  return formatKind === 'number' ? number : { is: formatKind, serial: number }
}
