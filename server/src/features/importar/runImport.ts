import { setTimeout as sleep } from 'node:timers/promises'
import { entero } from '@flota/contract/format.ts'
import type { Importacion, ImportarQuery } from '@flota/contract/importar.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { importWords } from '@flota/contract/importarWords.ts'
import { type Db, one, raw, run, sql, tryLock, violates, type Writer } from '../../platform/db/sql.ts'
import { conflict, HttpError, unavailable } from '../../platform/http/errors.ts'
import type { Key } from '../../platform/http/idempotency.ts'
import { Said } from '../../platform/http/serve.ts'
import { Moved } from './concurrentChange.ts'
import type { Fila, Juicio } from './importRow.ts'
import { holdNamed } from './lockReferences.ts'
import { match } from './match.ts'
import type { Sheet } from './reader/sheet.ts'
import { insertImportacion, store } from './store.ts'
import { countsOf, detalleOf } from './summary.ts'
import { countAtEnd, countedIn, writeTotals } from './totals.ts'

/** One at a time in the whole company, imports and their undoing. @throws {HttpError} 409 */
export async function takeTurn(tx: Db): Promise<void> {
  if (!(await tryLock(tx, 'importaciones'))) throw conflict(importWords.underWay)
}

/** How long a repeat waits for the first with its key, in ms. */
const patience = 60_000

/**
 * In a transaction in which nobody else has the key: a statement that waited for the first would be given up long before
 * that is done. @throws {HttpError} 503 where that takes too long
 */
export async function alone<T>(own: Writer, key: Key | undefined, work: (tx: Db) => Promise<T>): Promise<T> {
  if (!key) return own.transaction(work)
  const name = `importar ${key.userId} ${key.llamada} ${key.clave}`
  for (const until = performance.now() + patience; performance.now() < until; ) {
    const done = await own.transaction(async (tx) =>
      (await tryLock(tx, name)) ? { answer: await work(tx) } : undefined,
    )
    if (done) return done.answer
    await sleep(100)
  }
  throw unavailable()
}

export interface Brought {
  tipo: ImportTipo
  sheet: Sheet
  /** Its rows, each judged by itself. */
  filas: readonly Fila[]
  query: Pick<ImportarQuery, 'nombre' | 'duplicados'>
  userId: number
  /** @throws {HttpError} 503 where the disk is too full to write */
  needRoom: () => Promise<void>
}

/** What relied on something that somebody changed meanwhile is tried so often. */
const tries = 5

/** All of it or nothing, judged anew against what is there now, in a transaction. @throws {HttpError} 400, 409, 503 */
export async function bring(tx: Db, brought: Brought): Promise<Said<Importacion>> {
  await takeTurn(tx)
  await countAtEnd(tx)
  await run(tx, raw('savepoint filas'))
  for (let left = tries; left > 0; left--) {
    try {
      return await attempt(tx, brought)
    } catch (error) {
      if (!(error instanceof Moved) && !isTaken(error)) throw error
      await run(tx, raw('rollback to savepoint filas'))
    }
  }
  throw unavailable()
}

/** Another took a plate, a paper's place or a price's days between the judgement and the writing. */
const isTaken = (error: unknown) =>
  violates(error, 'camiones_placa_unica') ||
  violates(error, 'documentos_vivo_unico') ||
  violates(error, 'tarifas_sin_traslape')

async function attempt(tx: Db, brought: Brought): Promise<Said<Importacion>> {
  const { tipo, sheet, filas, query, userId } = brought
  const juicios = await match[tipo](tx, filas, query.duplicados)
  const { errores, ...counts } = countsOf(juicios)
  if (errores > 0) throw wrongRows(brought, juicios, errores)
  await brought.needRoom()
  const importacion = { tipo, nombre: query.nombre, filas: sheet.filas.length, ...counts }
  const id = await insertImportacion(tx, importacion, userId)
  const motivo = `${counts.nuevas} nuevas, ${counts.cambiadas} cambiadas`
  await run(tx, sql`select anota('importar', 'importaciones', ${id}, ${query.nombre}, '{}', ${motivo})`)
  await store(tx, tipo, id, juicios, userId)
  await holdNamed(tx, tipo, juicios)
  await writeTotals(tx, await countedIn(tx, tipo, id), 1)
  const written = counts.nuevas + counts.cambiadas
  const message = written === 1 ? 'Se importó 1 registro.' : `Se importaron ${entero(written)} registros.`
  return new Said(message, await findImportacion(tx, id))
}

function wrongRows({ tipo, sheet, filas }: Brought, juicios: readonly Juicio[], n: number): HttpError {
  const message =
    n === 1
      ? 'Hay 1 fila con errores. No se importó nada.'
      : `Hay ${entero(n)} filas con errores. No se importó nada.`
  return new HttpError(400, 'VALIDACION', message, {
    campos: { archivo: message },
    filas: detalleOf(tipo, sheet, filas, juicios),
  })
}

export async function findImportacion(db: Db, id: number): Promise<Importacion> {
  const row = await one<Importacion>(db, sql`select * from importaciones_leer where id = ${id}`)
  if (!row) throw new Error(`there is no import ${id}`)
  return row
}
