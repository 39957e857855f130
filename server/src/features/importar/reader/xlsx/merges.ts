import { SheetError } from '../sheetError.ts'
import { columnOfRef } from './cellRefs.ts'

interface Merge {
  rows: [first: number, last: number]
  columns: [first: number, last: number]
}

const maxMerges = 100_000
/** As many can't stand beside each other in what is read. */
const maxOverlappingMerges = 100
const mergeCell = /<(?:\w+:)?mergeCell\s[^>]*?ref\s*=\s*["']([A-Z]+)(\d+):([A-Z]+)(\d+)["']/g
/** A tag may begin in one chunk and end in the next. */
const chunkOverlap = 200

/** Which cells lie behind another: they stand at the sheet's end, and are found before its beginning is read. */
export class MergedCells {
  readonly #ranges: Merge[] = []
  #isBehindRows = false
  #tail = ''
  #next = 0
  #active: Merge[] = []

  scan(chunk: Buffer): void {
    const text = this.#tail + chunk.toString('latin1')
    if (!this.#isBehindRows)
      this.#isBehindRows = /<\/(?:\w+:)?sheetData\s*>|<(?:\w+:)?sheetData\s*\/>/.test(text)
    let end = 0
    if (this.#isBehindRows)
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

  /** Rows are asked for in their order. @returns whether a column of this row lies behind another cell */
  coveredIn(row: number): ((column: number) => boolean) | undefined {
    if (this.#ranges.length === 0) return undefined
    for (; (this.#ranges[this.#next]?.rows[0] ?? Number.POSITIVE_INFINITY) <= row; this.#next++) {
      const merge = this.#ranges[this.#next]
      if (merge) this.#active.push(merge)
    }
    this.#active = this.#active.filter(({ rows }) => rows[1] >= row)
    if (this.#active.length > maxOverlappingMerges) throw new SheetError('unreadable')
    const active = this.#active
    return (column) =>
      active.some(
        ({ rows, columns }) =>
          column >= columns[0] && column <= columns[1] && !(row === rows[0] && column === columns[0]),
      )
  }
}
