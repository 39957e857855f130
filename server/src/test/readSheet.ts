import { type ReadRequest, readSheet } from '../features/importar/reader/read.ts'
import { type ParsedSheet, readLimits, type SheetRow } from '../features/importar/reader/sheet.ts'

/** Reads a sheet without the reader thread, which takes longer to start than a small sheet to read. */
export async function readInProcess(
  bytes: Uint8Array,
  options: Partial<Omit<ReadRequest, 'bytes'>> = {},
): Promise<ParsedSheet> {
  const filas: SheetRow[] = []
  const defaults = {
    tipo: 'camiones',
    sources: undefined,
    remembered: new Map(),
    hoja: undefined,
    fillMerged: true,
    markIgnorable: true,
    keepAll: false,
    limits: readLimits,
  } as const
  const head = await readSheet({ bytes, ...defaults, ...options }, async (rows) => {
    filas.push(...rows)
  })
  return { ...head, filas }
}
