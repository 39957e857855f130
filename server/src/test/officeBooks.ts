import { type ImportTipo, importCampos } from '@flota/contract/imports/importarCampos.ts'
import { columnLetter } from '../features/importar/reader/columns.ts'
import { readCell } from '../features/importar/reader/readCell.ts'
import { readInProcess } from './readSheet.ts'
import { buildWorkbook, escapeXml } from './workbooks.ts'

/** Cell of a test sheet: text, number, date or time with its format, or formula with its stored result. */
export type OfficeCell =
  | string
  | number
  | null
  | { v: number; f: string }
  | { formula: string; v: string | number | null }
  | { formula: string; error: string }

export type OfficeRow = [fila: number, values: Record<string, string | number | null>]

export interface OfficeSheet {
  tipo: ImportTipo
  /** Rows of the first visible sheet. */
  rows: OfficeCell[][]
  merges?: string[]
  is1904?: boolean
  /** Rows of a hidden sheet before it. */
  hiddenSheet?: OfficeCell[][]
  secondSheet?: OfficeCell[][]
  /** Expected row numbers and fields for POST's schema. */
  expectedRows: OfficeRow[]
  /** Expected rows after a program has saved the workbook and calculated its formulas. */
  expectedCalculatedRows?: OfficeRow[]
}

const formats = ['dd/mm/yyyy', 'h:mm AM/PM', '"Q"#,##0.00', 'dd/mm/yyyy h:mm']

function cellXml(cell: OfficeCell, ref: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
  if ('formula' in cell) return formulaXml(cell, ref)
  return `<c r="${ref}" s="${formats.indexOf(cell.f) + 1}"><v>${cell.v}</v></c>`
}
function formulaXml(
  cell: Exclude<OfficeCell, string | number | null> & { formula: string },
  ref: string,
): string {
  const f = `<f>${escapeXml(cell.formula)}</f>`
  if ('error' in cell) return `<c r="${ref}" t="e">${f}<v>${cell.error}</v></c>`
  if (cell.v === null) return `<c r="${ref}">${f}</c>`
  const type = typeof cell.v === 'string' ? ' t="str"' : ''
  return `<c r="${ref}"${type}>${f}<v>${escapeXml(String(cell.v))}</v></c>`
}

const rowsXml = (rows: OfficeCell[][]) =>
  rows
    .map(
      (row, y) =>
        `<row r="${y + 1}">${row.map((cell, x) => cellXml(cell, `${columnLetter(x)}${y + 1}`)).join('')}</row>`,
    )
    .join('')

/** Returns the workbook as Excel saves it. */
export function buildOfficeWorkbook({
  rows,
  merges = [],
  is1904 = false,
  hiddenSheet,
  secondSheet,
}: OfficeSheet) {
  const mergeCells = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  return buildWorkbook({
    sheets: [
      ...(hiddenSheet ? [{ name: 'Listas', state: 'hidden' as const, rows: rowsXml(hiddenSheet) }] : []),
      {
        name: 'Hoja1',
        rows: rowsXml(rows),
        ...(mergeCells && { behind: `<mergeCells>${mergeCells}</mergeCells>` }),
      },
      ...(secondSheet ? [{ name: 'Hoja2', rows: rowsXml(secondSheet) }] : []),
    ],
    formats,
    is1904,
  })
}

/** Reads a workbook and returns each row's fields for POST's schema. */
export async function readOfficeWorkbook(tipo: OfficeSheet['tipo'], bytes: Uint8Array): Promise<OfficeRow[]> {
  const { campos, filas, is1904 } = await readInProcess(bytes, { tipo })
  return filas.map(({ fila, cells }) => {
    const values = campos.map(({ campo }, i) => {
      const clase = importCampos[tipo][campo]?.clase ?? 'texto'
      const parsed = readCell(clase, cells[i] ?? null, { is1904, zona: 'America/Guatemala' })
      return [campo, 'error' in parsed ? parsed.error : parsed.value]
    })
    return [fila, Object.fromEntries(values)]
  })
}
