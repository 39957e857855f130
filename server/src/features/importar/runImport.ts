import { setTimeout as sleep } from 'node:timers/promises'
import { formatInteger } from '@flota/contract/format.ts'
import type { Importacion, ImportarQuery } from '@flota/contract/importar.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { importWords } from '@flota/contract/importarWords.ts'
import { type Db, one, raw, run, sql, tryLock, violates, type Writer } from '../../platform/db/sql.ts'
import { conflict, HttpError, unavailable } from '../../platform/http/errors.ts'
import type { IdempotencyKey } from '../../platform/http/idempotency.ts'
import { Reply } from '../../platform/http/serve.ts'
import { ConcurrentChangeError } from './concurrentChange.ts'
import type { ImportRow, RowDecision } from './importRow.ts'
import { lockReferencedRecords } from './lockReferences.ts'
import { match } from './match.ts'
import type { ParsedSheet } from './reader/sheet.ts'
import { insertImportacion, storeRows } from './store.ts'
import { countsOf, errorDetails } from './summary.ts'
import { countImported, deferTotals, writeTotals } from './totals.ts'

/** One at a time in the whole company, imports and their undoing. @throws {HttpError} 409 */
export async function acquireImportLock(tx: Db): Promise<void> {
  if (!(await tryLock(tx, 'importaciones'))) throw conflict(importWords.underWay)
}

/** How long a repeat waits for the first with its key, in ms. */
const maxReplayWaitMs = 60_000

/**
 * In a transaction in which nobody else has the key: a statement that waited for the first would be given up long before
 * that is done. @throws {HttpError} 503 where that takes too long
 */
export async function withIdempotencyLock<T>(
  writer: Writer,
  key: IdempotencyKey | undefined,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  if (!key) return writer.transaction(work)
  const name = `importar ${key.userId} ${key.llamada} ${key.clave}`
  for (const until = performance.now() + maxReplayWaitMs; performance.now() < until; ) {
    const done = await writer.transaction(async (tx) =>
      (await tryLock(tx, name)) ? { answer: await work(tx) } : undefined,
    )
    if (done) return done.answer
    await sleep(100)
  }
  throw unavailable()
}

export interface ImportInput {
  tipo: ImportTipo
  sheet: ParsedSheet
  /** Its rows, each judged by itself. */
  filas: readonly ImportRow[]
  query: Pick<ImportarQuery, 'nombre' | 'duplicados'>
  userId: number
  /** @throws {HttpError} 503 where the disk is too full to write */
  assertFreeSpace: () => Promise<void>
}

/** What relied on something that somebody changed meanwhile is tried so often. */
const maxAttempts = 5

/** All of it or nothing, judged anew against what is there now, in a transaction. @throws {HttpError} 400, 409, 503 */
export async function runImport(tx: Db, input: ImportInput): Promise<Reply<Importacion>> {
  await acquireImportLock(tx)
  await deferTotals(tx)
  await run(tx, raw('savepoint filas'))
  for (let left = maxAttempts; left > 0; left--) {
    try {
      return await attempt(tx, input)
    } catch (error) {
      if (!(error instanceof ConcurrentChangeError) && !isUniqueConflict(error)) throw error
      await run(tx, raw('rollback to savepoint filas'))
    }
  }
  throw unavailable()
}

/** Another took a plate, a paper's place or a price's days between the judgement and the writing. */
const isUniqueConflict = (error: unknown) =>
  violates(error, 'camiones_placa_unica') ||
  violates(error, 'documentos_vivo_unico') ||
  violates(error, 'tarifas_sin_traslape')

async function attempt(tx: Db, input: ImportInput): Promise<Reply<Importacion>> {
  const { tipo, sheet, filas, query, userId } = input
  const juicios = await match[tipo](tx, filas, query.duplicados)
  const { errores, ...counts } = countsOf(juicios)
  if (errores > 0) throw rowErrorsResponse(input, juicios, errores)
  await input.assertFreeSpace()
  const importacion = { tipo, nombre: query.nombre, filas: sheet.filas.length, ...counts }
  const id = await insertImportacion(tx, importacion, userId)
  const motivo = `${counts.nuevas} nuevas, ${counts.cambiadas} cambiadas`
  await run(
    tx,
    sql`select bitacora_agregar('importar', 'importaciones', ${id}, ${query.nombre}, '{}', ${motivo})`,
  )
  await storeRows(tx, tipo, id, juicios, userId)
  await lockReferencedRecords(tx, tipo, juicios)
  await writeTotals(tx, await countImported(tx, tipo, id), 1)
  const written = counts.nuevas + counts.cambiadas
  const message =
    written === 1 ? 'Se importó 1 registro.' : `Se importaron ${formatInteger(written)} registros.`
  return new Reply(message, await findImportacion(tx, id))
}

function rowErrorsResponse(
  { tipo, sheet, filas }: ImportInput,
  juicios: readonly RowDecision[],
  n: number,
): HttpError {
  const message =
    n === 1
      ? 'Hay 1 fila con errores. No se importó nada.'
      : `Hay ${formatInteger(n)} filas con errores. No se importó nada.`
  return new HttpError(400, 'VALIDACION', message, {
    campos: { archivo: message },
    filas: errorDetails(tipo, sheet, filas, juicios),
  })
}

export async function findImportacion(db: Db, id: number): Promise<Importacion> {
  const row = await one<Importacion>(db, sql`select * from importaciones_leer where id = ${id}`)
  if (!row) throw new Error(`there is no import ${id}`)
  return row
}
