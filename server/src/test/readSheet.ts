import { readLimits } from '../features/importar/reader/limits.ts'
import type { ReadRequest } from '../features/importar/reader/read.ts'
import { readSheet } from '../features/importar/reader/read.ts'
import type { ParsedSheet, SheetRow } from '../features/importar/reader/sheet.ts'

/** Reads without a thread, which costs more than a small sheet. */
export async function readInProcess(
  bytes: Uint8Array,
  options: Partial<Omit<ReadRequest, 'bytes'>> = {},
): Promise<ParsedSheet> {
  const filas: SheetRow[] = []
  const defaults = { tipo: 'camiones', sources: undefined, hoja: undefined, limits: readLimits } as const
  const head = await readSheet({ bytes, ...defaults, ...options }, async (rows) => {
    filas.push(...rows)
  })
  return { ...head, filas }
}
