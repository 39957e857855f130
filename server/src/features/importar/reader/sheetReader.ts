import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { importWords } from '@flota/contract/imports/importarWords.ts'
import { HttpError, invalid, unavailable } from '../../../platform/errors.ts'
import { concurrencyLimit, emptyLoad } from '../../../platform/limits/concurrencyLimit.ts'
import { startParser } from '../../../platform/untrustedInput.ts'
import type { Sources } from './columns.ts'
import type { ReadRequest } from './read.ts'
import type { ReaderMessage } from './readerProcess.ts'
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
 * Reads a sheet.
 * @throws {HttpError} 400, 415 or 503
 */
export type ReadSheet = (bytes: Uint8Array, options: ReadOptions) => Promise<ParsedSheet>

const maxWaitingSheets = 4

/** Creates a process's sheet reader, which reads one sheet at a time and queues four. */
export function createSheetReader(limits: ReadLimits = readLimits): ReadSheet {
  const load = emptyLoad()
  const limitConcurrency = concurrencyLimit(1, load)
  return async (bytes, options) => {
    if (load.running + load.waiting > maxWaitingSheets) throw unavailable()
    const sheets = limitConcurrency(options.signal, async function* () {
      yield await readInProcess(bytes, options, limits)
    })
    for await (const sheet of sheets) return sheet
    throw unavailable()
  }
}

const readerProgram = new URL('./readerProcess.ts', import.meta.url)

const readRequest = (bytes: Uint8Array, options: ReadOptions, limits: ReadLimits): ReadRequest => {
  const { tipo, sources, hoja, fillMerged = true, markIgnorable = true, keepAll = false } = options
  const { remembered = new Map<string, Sources>() } = options
  return { bytes, tipo, sources, remembered, hoja, fillMerged, markIgnorable, keepAll, limits }
}

/** Reads in a process of its own with a heap limit, so that other requests neither wait nor fail. */
async function readInProcess(
  bytes: Uint8Array,
  options: ReadOptions,
  limits: ReadLimits,
): Promise<ParsedSheet> {
  const { signal } = options
  signal.throwIfAborted()
  const request = readRequest(bytes, options, limits)
  const reader = startParser(readerProgram, limits.heapMb)
  const { promise, resolve, reject } = Promise.withResolvers<ParsedSheet>()
  const fail = (kind: SheetErrorKind) => reject(httpErrors[kind]())
  const timer = setTimeout(() => fail('unreadable'), limits.ms)
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  const filas: SheetRow[] = []
  reader.on('message', (message: ReaderMessage) => {
    if ('rows' in message) {
      filas.push(...message.rows)
      reader.send('next')
    } else if ('error' in message) fail(message.error)
    else resolve({ ...message.head, filas: withTexts(message.head, filas, request) })
  })
  reader.on('error', () => fail('unreadable'))
  // A full heap ends the process. 'exit' may come before its last message is read.
  reader.on('disconnect', () => fail('unreadable'))
  const exited = new Promise((resolveExit) => reader.on('exit', resolveExit))
  reader.send(request)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    if (reader.kill('SIGKILL')) await exited
  }
}

/** Fills in the fields with one text for every row, which the process doesn't repeat in each row. */
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
  noRows: () => invalid({ archivo: importWords.noRows }),
  tooManyRows: () => invalid({ archivo: 'El archivo tiene más de 20,000 filas.' }),
}
