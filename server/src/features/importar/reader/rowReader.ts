import { type ImportTipo, importCampos } from '@flota/contract/importarCampos.ts'
import type { Cell } from './cell.ts'
import { columnLetter, maxColumns, type Sources, sourcesOfHeadings } from './columns.ts'
import type { RawRow } from './csv.ts'
import { headingRow, headingsOf } from './headings.ts'
import type { ReadLimits } from './limits.ts'
import { textOfCell } from './readCell.ts'
import type { SheetColumn, SheetField, SheetRow } from './sheet.ts'
import { SheetRefusal } from './sheetError.ts'

/** Headings stand in one of the sheet's first rows. */
const lastHeadingRow = 20
const longestShown = 100
const shownValues = 3
const batchLength = 250

export interface CollectorOptions {
  tipo: ImportTipo
  /** What the query says; without it the headings do. */
  sources: Sources | undefined
  limits: Pick<ReadLimits, 'rows' | 'characters'>
  is1904: boolean
  /** Done when they have been taken. */
  hand: (rows: SheetRow[]) => Promise<void>
}

/** Takes a sheet's rows one by one, finds the headings, and hands on the cells that are read. */
export class Collector {
  readonly #options: CollectorOptions
  readonly #first: RawRow[] = []
  readonly #shown: string[][] = []
  #titles: string[] | undefined
  #sources: Sources = new Map()
  #columns: number[] = []
  #batch: SheetRow[] = []
  #rows = 0
  #characters = 0

  constructor(options: CollectorOptions) {
    this.#options = options
  }

  /** @throws {SheetRefusal} of more than is taken */
  add(row: RawRow): void {
    if (row.cells.every((cell) => cell === null)) return
    if (this.#titles) return this.#take(row)
    if (row.fila <= lastHeadingRow || this.#first.length === 0) this.#first.push(row)
    if (row.fila < lastHeadingRow) return
    const isBehind = this.#first.at(-1) !== row
    this.#begin()
    if (isBehind) this.#take(row)
  }

  /** Hands on what has come together, where that is worth it. */
  async pass(least = batchLength): Promise<void> {
    if (this.#batch.length < least) return
    const batch = this.#batch
    this.#batch = []
    await this.#options.hand(batch)
  }

  /** @throws {SheetRefusal} where there is no row */
  async end(): Promise<{ columnas: SheetColumn[]; campos: SheetField[] }> {
    if (!this.#titles) this.#begin()
    if (this.#rows === 0) throw new SheetRefusal('noRows')
    await this.pass(1)
    const campos = this.#fields().map(([campo, source]) => ({
      campo,
      columna: 'column' in source ? columnLetter(source.column) : null,
    }))
    return { columnas: this.#shownColumns(), campos }
  }

  /** In the table's order. */
  #fields = () =>
    Object.keys(importCampos[this.#options.tipo]).flatMap((campo) => {
      const source = this.#sources.get(campo)
      return source ? [[campo, source] as const] : []
    })

  #begin(): void {
    const { tipo, sources, is1904 } = this.#options
    const rows = this.#first.map(({ cells }) => cells.map((cell) => textOfCell(cell, is1904)))
    const at = rows.length > 0 ? headingRow(rows, headingsOf(tipo)) : 0
    const titles = rows[at] ?? []
    this.#titles = titles
    this.#sources = sources ?? sourcesOfHeadings(tipo, titles)
    this.#columns = this.#fields().map(([, source]) => ('column' in source ? source.column : -1))
    for (const row of this.#first.slice(at + 1)) this.#take(row)
    this.#first.length = 0
  }

  #take({ fila, cells }: RawRow): void {
    const { limits } = this.#options
    this.#rows += 1
    if (this.#rows > limits.rows) throw new SheetRefusal('tooManyRows')
    this.#show(cells)
    const celdas = this.#columns.map((column) => cells[column] ?? null)
    for (const cell of celdas) if (typeof cell === 'string') this.#characters += cell.length
    if (this.#characters > limits.characters) throw new SheetRefusal('unreadable')
    this.#batch.push({ fila, celdas })
  }

  #show(cells: readonly Cell[]): void {
    for (const [column, cell] of cells.entries()) {
      const values = this.#shown[column] ?? []
      if (cell === null || values.length === shownValues) continue
      const text = cut(textOfCell(cell, this.#options.is1904))
      // A formula without a value shows none.
      if (text !== '') this.#shown[column] = [...values, text]
    }
  }

  #shownColumns(): SheetColumn[] {
    const campoOf = new Map(
      this.#fields().map(([campo, source]) => ['column' in source ? source.column : -1, campo]),
    )
    return Array.from({ length: maxColumns }, (_, column) => ({
      columna: columnLetter(column),
      titulo: cut(this.#titles?.[column] ?? '') || null,
      campo: campoOf.get(column) ?? null,
      muestra: this.#shown[column] ?? [],
    })).filter(({ titulo, muestra }) => titulo !== null || muestra.length > 0)
  }
}

const cut = (text: string) =>
  Array.from(text.slice(0, 2 * longestShown))
    .slice(0, longestShown)
    .join('')
