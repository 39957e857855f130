import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { detectSheetFormat } from './bytes.ts'
import type { Sources } from './columns.ts'
import { csvRows } from './csv.ts'
import { RowReader } from './rowReader.ts'
import type { ParsedSheet, ReadLimits, SheetRow } from './sheet.ts'
import { openWorkbook } from './xlsx/workbook.ts'

export interface ReadRequest {
  bytes: Uint8Array
  tipo: ImportTipo
  sources: Sources | undefined
  /** Sources by `headingsKey`, which count before those of the headings. */
  remembered: ReadonlyMap<string, Sources>
  hoja: string | undefined
  /** Whether the value of merged cells holds for all their rows. */
  fillMerged: boolean
  /** Whether to mark totals and repeated headings. */
  markIgnorable: boolean
  /** Whether rows have the cells of all columns. */
  keepAll: boolean
  limits: ReadLimits
}

export type SheetHead = Omit<ParsedSheet, 'filas'>

type RowHandler = (rows: SheetRow[]) => Promise<void>

/**
 * Reads a sheet and passes its rows to `onRows` in batches. The cells of a field with one text for every row are null.
 * @throws {SheetError}
 */
export async function readSheet(request: ReadRequest, onRows: RowHandler): Promise<SheetHead> {
  const { bytes, hoja, limits } = request
  const createRowReader = (is1904: boolean) => new RowReader({ ...request, is1904, onRows })
  if (detectSheetFormat(bytes) === 'csv') {
    const reader = createRowReader(false)
    for (const row of csvRows(bytes)) {
      reader.add(row)
      await reader.flush()
    }
    return { hoja: null, hojas: [], is1904: false, modified: null, ...(await reader.end()) }
  }
  const workbook = await openWorkbook(bytes, hoja, limits.unpackedBytes)
  const reader = createRowReader(workbook.is1904)
  await workbook.readRows(
    (row) => reader.add(row),
    () => reader.flush(),
  )
  return {
    hoja: workbook.hoja,
    hojas: workbook.hojas,
    is1904: workbook.is1904,
    modified: workbook.modified,
    ...(await reader.end()),
  }
}
