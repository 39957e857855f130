import { type ImportTipo, importCampos } from '@flota/contract/importarCampos.ts'
import type { Cell } from './cell.ts'
import { columnLetter, maxColumns, type Sources, sourcesOfHeadings } from './columns.ts'
import type { RawRow } from './csv.ts'
import { headingRow, headingsOf } from './headings.ts'
import type { ReadLimits } from './limits.ts'
import { textOfCell } from './readCell.ts'
import type { SheetColumn, SheetField, SheetRow } from './sheet.ts'
import { SheetError } from './sheetError.ts'

/** Headings stand in one of the sheet's first rows. */
const lastHeadingRow = 20
const maxSampleLength = 100
const maxSampleValues = 3
const batchSize = 250

export interface RowReaderOptions {
  tipo: ImportTipo
  /** What the query says; without it the headings do. */
  sources: Sources | undefined
  limits: Pick<ReadLimits, 'rows' | 'characters'>
  is1904: boolean
  /** Done when they have been taken. */
  onRows: (rows: SheetRow[]) => Promise<void>
}

/** Takes a sheet's rows one by one, finds the headings, and hands on the cells that are read. */
export class RowReader {
  readonly #options: RowReaderOptions
  readonly #headingRows: RawRow[] = []
  readonly #samples: string[][] = []
  #titles: string[] | undefined
  #sources: Sources = new Map()
  #columns: number[] = []
  #batch: SheetRow[] = []
  #rows = 0
  #characters = 0

  constructor(options: RowReaderOptions) {
    this.#options = options
  }

  /** @throws {SheetRefusal} of more than is taken */
  add(row: RawRow): void {
    if (row.cells.every((cell) => cell === null)) return
    if (this.#titles) return this.#readRow(row)
    if (row.fila <= lastHeadingRow || this.#headingRows.length === 0) this.#headingRows.push(row)
    if (row.fila < lastHeadingRow) return
    const isBehind = this.#headingRows.at(-1) !== row
    this.#startRows()
    if (isBehind) this.#readRow(row)
  }

  /** Hands on what has come together, where that is worth it. */
  async flush(least = batchSize): Promise<void> {
    if (this.#batch.length < least) return
    const batch = this.#batch
    this.#batch = []
    await this.#options.onRows(batch)
  }

  /** @throws {SheetRefusal} where there is no row */
  async end(): Promise<{ columnas: SheetColumn[]; campos: SheetField[] }> {
    if (!this.#titles) this.#startRows()
    if (this.#rows === 0) throw new SheetError('noRows')
    await this.flush(1)
    const campos = this.#fields().map(([campo, source]) => ({
      campo,
      columna: 'column' in source ? columnLetter(source.column) : null,
    }))
    return { columnas: this.#describeColumns(), campos }
  }

  /** In the table's order. */
  #fields = () =>
    Object.keys(importCampos[this.#options.tipo]).flatMap((campo) => {
      const source = this.#sources.get(campo)
      return source ? [[campo, source] as const] : []
    })

  #startRows(): void {
    const { tipo, sources, is1904 } = this.#options
    const rows = this.#headingRows.map(({ cells }) => cells.map((cell) => textOfCell(cell, is1904)))
    const at = rows.length > 0 ? headingRow(rows, headingsOf(tipo)) : 0
    const titles = rows[at] ?? []
    this.#titles = titles
    this.#sources = sources ?? sourcesOfHeadings(tipo, titles)
    this.#columns = this.#fields().map(([, source]) => ('column' in source ? source.column : -1))
    for (const row of this.#headingRows.slice(at + 1)) this.#readRow(row)
    this.#headingRows.length = 0
  }

  #readRow({ fila, cells }: RawRow): void {
    const { limits } = this.#options
    this.#rows += 1
    if (this.#rows > limits.rows) throw new SheetError('tooManyRows')
    this.#addSamples(cells)
    const celdas = this.#columns.map((column) => cells[column] ?? null)
    for (const cell of celdas) if (typeof cell === 'string') this.#characters += cell.length
    if (this.#characters > limits.characters) throw new SheetError('unreadable')
    this.#batch.push({ fila, cells: celdas })
  }

  #addSamples(cells: readonly Cell[]): void {
    for (const [column, cell] of cells.entries()) {
      const values = this.#samples[column] ?? []
      if (cell === null || values.length === maxSampleValues) continue
      const text = truncate(textOfCell(cell, this.#options.is1904))
      // A formula without a value shows none.
      if (text !== '') this.#samples[column] = [...values, text]
    }
  }

  #describeColumns(): SheetColumn[] {
    const campoOf = new Map(
      this.#fields().map(([campo, source]) => ['column' in source ? source.column : -1, campo]),
    )
    return Array.from({ length: maxColumns }, (_, column) => ({
      columna: columnLetter(column),
      titulo: truncate(this.#titles?.[column] ?? '') || null,
      campo: campoOf.get(column) ?? null,
      muestra: this.#samples[column] ?? [],
    })).filter(({ titulo, muestra }) => titulo !== null || muestra.length > 0)
  }
}

const truncate = (text: string) =>
  Array.from(text.slice(0, 2 * maxSampleLength))
    .slice(0, maxSampleLength)
    .join('')
