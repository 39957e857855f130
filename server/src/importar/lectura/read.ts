import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { kindOfBytes } from './bytes.ts'
import { Collector } from './collector.ts'
import type { Sources } from './columns.ts'
import { csvRows } from './csv.ts'
import type { ReadLimits } from './limits.ts'
import { SheetRefusal } from './refusal.ts'
import type { Sheet, SheetRow } from './sheet.ts'

export interface ReadRequest {
  bytes: Uint8Array
  tipo: ImportTipo
  sources: Sources | undefined
  hoja: string | undefined
  limits: ReadLimits
}

export type SheetHead = Omit<Sheet, 'filas'>

/** Reads a sheet, handing on its rows as they come. Of a '=' the cell is null. @throws {SheetRefusal} */
export async function read(request: ReadRequest, hand: (rows: SheetRow[]) => void): Promise<SheetHead> {
  const { bytes, tipo, sources, limits } = request
  if (kindOfBytes(bytes) === 'zip') throw new SheetRefusal('unreadable')
  const collector = new Collector({ tipo, sources, limits, is1904: false, hand })
  for (const row of csvRows(bytes)) collector.add(row)
  return { hoja: null, hojas: [], is1904: false, ...collector.end() }
}
