import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { kindOfBytes } from './bytes.ts'
import type { Sources } from './columns.ts'
import { csvRows } from './csv.ts'
import type { ReadLimits } from './limits.ts'
import { Collector } from './rowReader.ts'
import type { Sheet, SheetRow } from './sheet.ts'
import { openBook } from './xlsx/read.ts'

export interface ReadRequest {
  bytes: Uint8Array
  tipo: ImportTipo
  sources: Sources | undefined
  hoja: string | undefined
  limits: ReadLimits
}

export type SheetHead = Omit<Sheet, 'filas'>

type Hand = (rows: SheetRow[]) => Promise<void>

/** Reads a sheet, handing on its rows as they come. Of a '=' the cell is null. @throws {SheetRefusal} */
export async function read(request: ReadRequest, hand: Hand): Promise<SheetHead> {
  const { bytes, tipo, sources, hoja, limits } = request
  const collectorOf = (is1904: boolean) => new Collector({ tipo, sources, limits, is1904, hand })
  if (kindOfBytes(bytes) === 'csv') {
    const collector = collectorOf(false)
    for (const row of csvRows(bytes)) {
      collector.add(row)
      await collector.pass()
    }
    return { hoja: null, hojas: [], is1904: false, ...(await collector.end()) }
  }
  const book = await openBook(bytes, hoja, limits.unpackedBytes)
  const collector = collectorOf(book.is1904)
  await book.rows(
    (row) => collector.add(row),
    () => collector.pass(),
  )
  return { hoja: book.hoja, hojas: book.hojas, is1904: book.is1904, ...(await collector.end()) }
}
