import { columnOfRef } from '../columns.ts'
import { type Cell, type MergedValue, SheetError } from '../sheet.ts'

interface Merge {
  rows: [first: number, last: number]
  columns: [first: number, last: number]
}

/** Merge of the current row, with its value once its first cell is read. */
interface ActiveMerge extends Merge {
  cell: Cell
}

const maxMerges = 100_000
/** More merges can't be side by side in the columns that are read. */
const maxMergesPerRow = 100
/** Never runs past the next tag, so that unclosed tags can't make it quadratic. */
const mergeCell = /<(?:\w+:)?mergeCell\s[^<>]*?ref\s*=\s*["']([A-Z]+)(\d+):([A-Z]+)(\d+)["']/g
/** A tag may start in one chunk and end in the next. */
const chunkOverlap = 200

/** Merged cells of a sheet. XLSX stores them after the rows, so a first pass finds them before the rows are parsed. */
export class MergedCells {
  readonly #ranges: Merge[] = []
  #isAfterRows = false
  #tail = ''
  #next = 0
  #active: ActiveMerge[] = []

  scan(chunk: Buffer): void {
    const text = this.#tail + chunk.toString('latin1')
    if (!this.#isAfterRows)
      this.#isAfterRows = /<\/(?:\w+:)?sheetData\s*>|<(?:\w+:)?sheetData\s*\/>/.test(text)
    let end = 0
    if (this.#isAfterRows)
      for (const match of text.matchAll(mergeCell)) {
        end = match.index + match[0].length
        this.#add(match)
      }
    this.#tail = text.slice(Math.max(end, text.length - chunkOverlap))
  }

  #add([, from = '', top, to = '', bottom]: RegExpExecArray): void {
    this.#ranges.push({
      rows: [Number(top), Number(bottom)],
      columns: [columnOfRef(from), columnOfRef(to)],
    })
    if (this.#ranges.length > maxMerges) throw new SheetError('unreadable')
  }

  sort(): void {
    this.#ranges.sort((a, b) => a.rows[0] - b.rows[0])
  }

  /** Returns a test for columns that are merged into another cell. Call it with ascending rows. */
  coveredIn(row: number): ((column: number) => boolean) | undefined {
    if (this.#ranges.length === 0) return undefined
    for (; (this.#ranges[this.#next]?.rows[0] ?? Number.POSITIVE_INFINITY) <= row; this.#next++) {
      const merge = this.#ranges[this.#next]
      if (merge) this.#active.push({ ...merge, cell: null })
    }
    this.#active = this.#active.filter(({ rows }) => rows[1] >= row)
    if (this.#active.length > maxMergesPerRow) throw new SheetError('unreadable')
    const active = this.#active
    return (column) =>
      active.some(
        ({ rows, columns }) =>
          column >= columns[0] && column <= columns[1] && !(row === rows[0] && column === columns[0]),
      )
  }

  /** Keeps the cell if it begins a merge. Call it after `coveredIn` of the row. */
  keep(row: number, column: number, cell: Cell): void {
    for (const merge of this.#active)
      if (merge.rows[0] === row && merge.columns[0] === column) merge.cell = cell
  }

  /** Returns the values of merges that began in earlier rows. Call it after `coveredIn` of the row. */
  valuesIn(row: number): MergedValue[] {
    return this.#active
      .filter(({ rows, cell }) => rows[0] < row && cell !== null)
      .map(({ rows, columns, cell }) => ({ column: columns[0], cell, top: rows[0] }))
  }
}
