import { type ImportTipo, importCampos } from '@flota/contract/imports/importarCampos.ts'
import {
  columnLetter,
  headingRow,
  headingsKey,
  isMotivo,
  maxColumns,
  type Sources,
  sourcesOfHeadings,
} from './columns.ts'
import { IgnorableRows } from './ignorableRows.ts'
import { textOfCell } from './readCell.ts'
import {
  type Cell,
  type ParsedSheet,
  type RawRow,
  type ReadLimits,
  type SheetColumn,
  SheetError,
  type SheetRow,
} from './sheet.ts'

/** Headings must be in one of the first 20 rows. */
const lastHeadingRow = 20
const maxSampleLength = 100
const maxSampleValues = 3
const batchSize = 250

export interface RowReaderOptions {
  tipo: ImportTipo
  /** Sources from the query; without them the headings decide. */
  sources: Sources | undefined
  /** Sources by `headingsKey`, which count before those of the headings. */
  remembered: ReadonlyMap<string, Sources>
  limits: Pick<ReadLimits, 'rows' | 'characters'>
  is1904: boolean
  /** Whether the value of merged cells below the headings holds for all their rows. */
  fillMerged: boolean
  /** Whether to mark totals and repeated headings. */
  markIgnorable: boolean
  /** Whether rows have the cells of all columns. */
  keepAll: boolean
  /** Takes a batch of rows; resolves when it is ready for the next. */
  onRows: (rows: SheetRow[]) => Promise<void>
}

/** Finds the headings among a sheet's rows, and passes on the mapped cells of the rows below. */
export class RowReader {
  readonly #options: RowReaderOptions
  readonly #headingRows: RawRow[] = []
  readonly #samples: string[][] = []
  #titles: string[] | undefined
  #headingFila = 0
  #remembered: string | null = null
  #ignorable: IgnorableRows | undefined
  /** Fields with a source, in the order of `importCampos`. Column -1 stands for one text for every row. */
  #fields: [campo: string, column: number][] = []
  #batch: SheetRow[] = []
  #rows = 0
  #ignorableRows = 0
  #characters = 0

  constructor(options: RowReaderOptions) {
    this.#options = options
  }

  /** @throws {SheetError} if the sheet exceeds a limit */
  add(row: RawRow): void {
    if (row.cells.every((cell) => cell === null)) return
    if (this.#titles) return this.#addRow(row)
    if (row.fila <= lastHeadingRow || this.#headingRows.length === 0) this.#headingRows.push(row)
    if (row.fila < lastHeadingRow) return
    const isBelow = this.#headingRows.at(-1) !== row
    this.#findHeadings()
    if (isBelow) this.#addRow(row)
  }

  /** Passes on the collected rows if there are at least `minRows`. */
  async flush(minRows = batchSize): Promise<void> {
    if (this.#batch.length < minRows) return
    const batch = this.#batch
    this.#batch = []
    await this.#options.onRows(batch)
  }

  /** @throws {SheetError} if there is no row */
  async end(): Promise<Pick<ParsedSheet, 'columnas' | 'campos' | 'titulos' | 'remembered'>> {
    if (!this.#titles) this.#findHeadings()
    if (this.#rows + this.#ignorableRows === 0) throw new SheetError('noRows')
    await this.flush(1)
    const campos = this.#fields.map(([campo, column]) => ({
      campo,
      columna: column < 0 ? null : columnLetter(column),
    }))
    return {
      columnas: this.#describeColumns(),
      campos,
      titulos: [...(this.#titles ?? [])],
      remembered: this.#remembered,
    }
  }

  #findHeadings(): void {
    const { tipo, sources, remembered, is1904, markIgnorable } = this.#options
    const rows = this.#headingRows.map(({ cells }) => cells.map((cell) => textOfCell(cell, is1904)))
    const at = headingRow(tipo, rows)
    const titles = rows[at] ?? []
    this.#titles = titles
    this.#headingFila = this.#headingRows[at]?.fila ?? 0
    const key = headingsKey(titles)
    const known = sources ?? remembered.get(key)
    this.#remembered = !sources && known ? key : null
    const found = known ?? sourcesOfHeadings(tipo, titles)
    for (const campo of Object.keys(importCampos[tipo])) {
      const source = found.get(campo)
      if (!source || ('column' in source && isMotivo(titles[source.column]))) continue
      this.#fields.push([campo, 'column' in source ? source.column : -1])
    }
    if (markIgnorable) this.#ignorable = new IgnorableRows(tipo, titles, this.#fields)
    for (const row of this.#headingRows.slice(at + 1)) this.#addRow(row)
    this.#headingRows.length = 0
  }

  #addRow(row: RawRow): void {
    const { limits, keepAll } = this.#options
    const cells = this.#withMerged(row)
    const isIgnorable = this.#ignorable?.includes(row.cells, cells) ?? false
    const rows = isIgnorable ? ++this.#ignorableRows : ++this.#rows
    if (rows > limits.rows) throw new SheetError('tooManyRows')
    if (!isIgnorable) this.#addSamples(cells)
    const cellsOfFields = (of: readonly Cell[]) => this.#fields.map(([, column]) => of[column] ?? null)
    const mapped = cellsOfFields(cells)
    for (const cell of keepAll ? cells : mapped) if (typeof cell === 'string') this.#characters += cell.length
    if (this.#characters > limits.characters) throw new SheetError('unreadable')
    this.#batch.push({
      fila: row.fila,
      cells: mapped,
      ...(isIgnorable && { ownCells: cellsOfFields(row.cells) }),
      ...(keepAll && { all: cells }),
    })
  }

  /** Returns the cells with the values of merged cells that begin below the headings. */
  #withMerged({ cells, merged = [] }: RawRow): Cell[] {
    if (merged.length === 0 || !this.#options.fillMerged) return cells
    const filled = [...cells]
    for (const { column, cell, top } of merged) {
      if (top <= this.#headingFila || column >= maxColumns) continue
      while (filled.length <= column) filled.push(null)
      filled[column] ??= cell
    }
    return filled
  }

  #addSamples(cells: readonly Cell[]): void {
    for (const [column, cell] of cells.entries()) {
      const values = this.#samples[column] ?? []
      if (cell === null || values.length === maxSampleValues) continue
      const text = truncate(textOfCell(cell, this.#options.is1904))
      if (text !== '') this.#samples[column] = [...values, text]
    }
  }

  #describeColumns(): SheetColumn[] {
    // The first of two fields: a date goes before its hour.
    const campoOf = new Map(this.#fields.toReversed().map(([campo, column]) => [column, campo]))
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
