import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { detectSheetFormat } from './bytes.ts'
import type { Sources } from './columns.ts'
import { csvRows } from './csv.ts'
import type { ReadLimits } from './limits.ts'
import { RowReader } from './rowReader.ts'
import type { ParsedSheet, SheetRow } from './sheet.ts'
import { openBook } from './xlsx/read.ts'

export interface ReadRequest {
  bytes: Uint8Array
  tipo: ImportTipo
  sources: Sources | undefined
  hoja: string | undefined
  limits: ReadLimits
}

export type SheetHead = Omit<ParsedSheet, 'filas'>

type RowHandler = (rows: SheetRow[]) => Promise<void>

/** Reads a sheet, handing on its rows as they come. Of a '=' the cell is null. @throws {SheetRefusal} */
export async function readSheet(request: ReadRequest, onRows: RowHandler): Promise<SheetHead> {
  const { bytes, tipo, sources, hoja, limits } = request
  const createRowReader = (is1904: boolean) => new RowReader({ tipo, sources, limits, is1904, onRows })
  if (detectSheetFormat(bytes) === 'csv') {
    const collector = createRowReader(false)
    for (const row of csvRows(bytes)) {
      collector.add(row)
      await collector.flush()
    }
    return { hoja: null, hojas: [], is1904: false, ...(await collector.end()) }
  }
  const book = await openBook(bytes, hoja, limits.unpackedBytes)
  const collector = createRowReader(book.is1904)
  await book.rows(
    (row) => collector.add(row),
    () => collector.flush(),
  )
  return { hoja: book.hoja, hojas: book.hojas, is1904: book.is1904, ...(await collector.end()) }
}
