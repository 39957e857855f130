import { Worker } from 'node:worker_threads'
import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { HttpError, invalid, unavailable } from '../../../platform/errors.ts'
import { concurrencyLimit, emptyLoad } from '../../../platform/limits/concurrencyLimit.ts'
import type { Sources } from './columns.ts'
import type { ReadRequest } from './read.ts'
import type { ReaderMessage } from './readerThread.ts'
import {
  type ParsedSheet,
  type ReadLimits,
  readLimits,
  type SheetErrorKind,
  type SheetRow,
  textCell,
} from './sheet.ts'

export interface ReadOptions {
  tipo: ImportTipo
  /** Result of `sourcesOfQuery`; without it the headings decide. */
  sources?: Sources | undefined
  /** Sources of earlier sheets, by `headingsKey`. */
  remembered?: ReadonlyMap<string, Sources> | undefined
  /** Name of the sheet; without it the first visible one is read. */
  hoja?: string | undefined
  /** Default: yes. See `ReadRequest`. */
  fillMerged?: boolean | undefined
  markIgnorable?: boolean | undefined
  /** Default: no. */
  keepAll?: boolean
  /** Aborts when the client disconnects. */
  signal: AbortSignal
}

/**
 * Reads a sheet. Detaches the buffer of `bytes` unless others share it.
 * @throws {HttpError} 400, 415 or 503
 */
export type ReadSheet = (bytes: Uint8Array<ArrayBuffer>, options: ReadOptions) => Promise<ParsedSheet>

const maxWaitingSheets = 4

/** Creates a process's sheet reader, which reads one sheet at a time and queues four. */
export function createSheetReader(limits: ReadLimits = readLimits): ReadSheet {
  const load = emptyLoad()
  const limitConcurrency = concurrencyLimit(1, load)
  return async (bytes, options) => {
    if (load.running + load.waiting > maxWaitingSheets) throw unavailable()
    const sheets = limitConcurrency(options.signal, async function* () {
      yield await readInThread(bytes, options, limits)
    })
    for await (const sheet of sheets) return sheet
    throw unavailable()
  }
}

function startReader(bytes: Uint8Array<ArrayBuffer>, request: Omit<ReadRequest, 'bytes'>): Worker {
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
  return new Worker(new URL('./readerThread.ts', import.meta.url), {
    workerData: { bytes: own, ...request } satisfies ReadRequest,
    transferList: [own.buffer],
    resourceLimits: { maxOldGenerationSizeMb: request.limits.heapMb, maxYoungGenerationSizeMb: 8 },
    // Code that parses an untrusted file must not see the environment variables.
    env: {},
  })
}

/** Reads in a thread with a heap limit, so that other requests neither wait nor fail. */
async function readInThread(
  bytes: Uint8Array<ArrayBuffer>,
  { signal, ...options }: ReadOptions,
  limits: ReadLimits,
): Promise<ParsedSheet> {
  signal.throwIfAborted()
  const { tipo, sources, hoja, fillMerged = true, markIgnorable = true, keepAll = false } = options
  const { remembered = new Map<string, Sources>() } = options
  const request = { tipo, sources, remembered, hoja, fillMerged, markIgnorable, keepAll, limits }
  const worker = startReader(bytes, request)
  const { promise, resolve, reject } = Promise.withResolvers<ParsedSheet>()
  const fail = (kind: SheetErrorKind) => reject(httpErrors[kind]())
  const timer = setTimeout(() => fail('unreadable'), limits.ms)
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  const filas: SheetRow[] = []
  worker.on('message', (message: ReaderMessage) => {
    if ('rows' in message) {
      filas.push(...message.rows)
      worker.postMessage('next')
    } else if ('error' in message) fail(message.error)
    else resolve({ ...message.head, filas: withTexts(message.head, filas, { sources, remembered }) })
  })
  // A full heap ends the thread with an error.
  worker.on('error', () => fail('unreadable'))
  worker.on('exit', () => fail('unreadable'))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    await worker.terminate()
  }
}

/** Fills in the fields with one text for every row, which the thread doesn't repeat in each row. */
function withTexts(
  { campos, remembered: key }: Pick<ParsedSheet, 'campos' | 'remembered'>,
  filas: SheetRow[],
  request: Pick<ReadRequest, 'sources' | 'remembered'>,
): SheetRow[] {
  const sources = key === null ? request.sources : request.remembered.get(key)
  for (const [at, { campo }] of campos.entries()) {
    const source = sources?.get(campo)
    if (!source || !('text' in source)) continue
    const cell = textCell(source.text)
    for (const { cells } of filas) cells[at] = cell
  }
  return filas
}

const unsupportedType = (message: string) => new HttpError(415, 'TIPO_NO_SOPORTADO', message)

const httpErrors: Record<SheetErrorKind, () => HttpError> = {
  notASheet: () => unsupportedType('Solo se aceptan hojas de Excel (.xlsx) o CSV.'),
  oldOrProtected: () => unsupportedType('Guárdalo como .xlsx o CSV, sin contraseña.'),
  unreadable: () => invalid({ archivo: 'No se pudo leer el archivo. Guárdalo de nuevo como .xlsx o CSV.' }),
  noSuchSheet: () => invalid({ hoja: 'No existe esa hoja.' }),
  noRows: () => invalid({ archivo: 'El archivo no tiene filas.' }),
  tooManyRows: () => invalid({ archivo: 'El archivo tiene más de 20,000 filas.' }),
}
