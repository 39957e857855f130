import { type ImportTipo, importCampos } from '@flota/contract/imports/importarCampos.ts'
import { normalHeading, normalizeText } from '@flota/contract/imports/importarHeadings.ts'
import { isAmount } from './readCell.ts'
import type { Cell } from './sheet.ts'

const totalText = /^(?:gran )?(?:sub[ -]?)?total|^suma/

/** Recognizes rows that look like a total, and repeated heading rows. */
export class IgnorableRows {
  readonly #headings: readonly string[]
  /** Columns of fields that are no amounts. */
  readonly #otherColumns: ReadonlySet<number>

  /** @param fields fields and their columns; -1 stands for one text for every row */
  constructor(
    tipo: ImportTipo,
    titles: readonly string[],
    fields: readonly [campo: string, column: number][],
  ) {
    this.#headings = titles.map(normalHeading)
    const others = fields.filter(
      ([campo, column]) => column >= 0 && importCampos[tipo][campo]?.clase !== 'monto',
    )
    this.#otherColumns = new Set(others.map(([, column]) => column))
  }

  /**
   * @param cells cells of the row itself
   * @param filled the same with the values of merged cells above
   */
  includes(cells: readonly Cell[], filled: readonly Cell[]): boolean {
    return startsWithTotal(cells) || this.#hasOnlyAmounts(filled) || this.#repeatsHeadings(cells)
  }

  /** Numbers of unknown columns say nothing where no other column is known. */
  #hasOnlyAmounts(cells: readonly Cell[]): boolean {
    return (
      this.#otherColumns.size > 0 &&
      cells.every((cell, column) => cell === null || (!this.#otherColumns.has(column) && isAmount(cell)))
    )
  }

  #repeatsHeadings(cells: readonly Cell[]): boolean {
    const equal = (cell: Cell, column: number) =>
      typeof cell === 'string' &&
      this.#headings[column] !== '' &&
      normalHeading(cell) === this.#headings[column]
    return (
      cells.every((cell, column) => cell === null || equal(cell, column)) &&
      cells.filter((cell) => cell !== null).length >= Math.min(2, this.#headings.filter(Boolean).length)
    )
  }
}

function startsWithTotal(cells: readonly Cell[]): boolean {
  const first = cells.find((cell) => cell !== null)
  return typeof first === 'string' && totalText.test(normalizeText(first.slice(0, 20)))
}
