import { Worker } from 'node:worker_threads'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { HttpError, invalid, unavailable } from '../../../platform/http/errors.ts'
import { concurrencyLimit, emptyLoad } from '../../../platform/limits/concurrencyLimit.ts'
import { textCell } from './cell.ts'
import type { Sources } from './columns.ts'
import { type ReadLimits, readLimits } from './limits.ts'
import type { ReadRequest } from './read.ts'
import type { ReaderMessage } from './readerThread.ts'
import type { ParsedSheet, SheetRow } from './sheet.ts'
import type { SheetErrorKind } from './sheetError.ts'

export interface ReadOptions {
  tipo: ImportTipo
  /** What `sourcesOfQuery` gives; without it the headings say which column is what. */
  sources?: Sources | undefined
  /** The sheet's name; without it the first that is not hidden. */
  hoja?: string | undefined
  /** Whoever asked has gone: it is read no further. */
  signal: AbortSignal
}

/** @throws {HttpError} 400, 415 or 503. The bytes are given away where they have a buffer of their own. */
export type ReadSheet = (bytes: Uint8Array<ArrayBuffer>, options: ReadOptions) => Promise<ParsedSheet>

const maxWaitingSheets = 4

/** One for a process: one sheet is read at a time, four wait. */
export function createSheetReader(limits: ReadLimits = readLimits): ReadSheet {
  const load = emptyLoad()
  const inTurn = concurrencyLimit(1, load)
  return async (bytes, options) => {
    if (load.running + load.waiting > maxWaitingSheets) throw unavailable()
    const sheets = inTurn(options.signal, async function* () {
      yield await readInThread(bytes, options, limits)
    })
    for await (const sheet of sheets) return sheet
    throw unavailable()
  }
}

/** In a thread of its own: its heap is bounded, and nobody waits for it but who asked. */
async function readInThread(
  bytes: Uint8Array<ArrayBuffer>,
  { tipo, sources, hoja, signal }: ReadOptions,
  limits: ReadLimits,
): Promise<ParsedSheet> {
  signal.throwIfAborted()
  // What shares its buffer with others is copied.
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
  const worker = new Worker(new URL('./readerThread.ts', import.meta.url), {
    workerData: { bytes: own, tipo, sources, hoja, limits } satisfies ReadRequest,
    transferList: [own.buffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 8 },
    // It needs nothing of them, and what reads a stranger's file is not to have them.
    env: {},
  })
  const { promise, resolve, reject } = Promise.withResolvers<ParsedSheet>()
  const refuse = (kind: SheetErrorKind) => reject(sheetErrors[kind]())
  const timer = setTimeout(() => refuse('unreadable'), limits.ms)
  const stopThread = () => reject(signal.reason)
  signal.addEventListener('abort', stopThread)
  const filas: SheetRow[] = []
  worker.on('message', (told: ReaderMessage) => {
    if ('rows' in told) {
      filas.push(...told.rows)
      worker.postMessage('next')
    } else if ('refused' in told) refuse(told.refused)
    else resolve({ ...told.head, filas: withTexts(told.head.campos, filas, sources) })
  })
  // A full heap ends it so.
  worker.on('error', () => refuse('unreadable'))
  worker.on('exit', () => refuse('unreadable'))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stopThread)
    await worker.terminate()
  }
}

/** A text that holds for every row need not come along with each of them. */
function withTexts(
  campos: ParsedSheet['campos'],
  filas: SheetRow[],
  sources: Sources | undefined,
): SheetRow[] {
  for (const [at, { campo }] of campos.entries()) {
    const source = sources?.get(campo)
    if (!source || !('text' in source)) continue
    const cell = textCell(source.text)
    for (const { cells } of filas) cells[at] = cell
  }
  return filas
}

const unreadable = 'No se pudo leer el archivo. Guárdalo de nuevo como .xlsx o CSV.'
const wrongKind = (message: string) => new HttpError(415, 'TIPO_NO_SOPORTADO', message)

const sheetErrors: Record<SheetErrorKind, () => HttpError> = {
  notASheet: () => wrongKind('Solo se aceptan hojas de Excel (.xlsx) o CSV.'),
  oldOrProtected: () => wrongKind('Guárdalo como .xlsx o CSV, sin contraseña.'),
  unreadable: () => invalid({ archivo: unreadable }),
  noSuchSheet: () => invalid({ hoja: 'No existe esa hoja.' }),
  noRows: () => invalid({ archivo: 'El archivo no tiene filas.' }),
  tooManyRows: () => invalid({ archivo: 'El archivo tiene más de 20,000 filas.' }),
}
