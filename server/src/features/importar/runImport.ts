import { setTimeout as sleep } from 'node:timers/promises'
import { formatInteger } from '@flota/contract/core/format.ts'
import type { Importacion } from '@flota/contract/imports/importar.ts'
import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { importWords } from '@flota/contract/imports/importarWords.ts'
import type { ImportOptions } from '@flota/contract/imports/importQuery.ts'
import { storeAliases } from '../../platform/db/aliases.ts'
import { type Db, one, raw, run, sql, tryLock, violates, type Writer } from '../../platform/db/sql.ts'
import { conflict, HttpError, unavailable } from '../../platform/errors.ts'
import type { IdempotencyKey } from '../../platform/http/idempotency.ts'
import { Reply } from '../../platform/http/serve.ts'
import { ConcurrentChangeError } from './batches.ts'
import type { ImportRow, RowDecision } from './importRow.ts'
import type { ImportSheet } from './importSheet.ts'
import { match } from './match.ts'
import { acceptedNamesOf } from './names.ts'
import { countByTable, newNamesOf, storeNewNames, withRealIds } from './newNames.ts'
import { omitErrors, omittedRowsFile, storeOmittedRows } from './omittedRows.ts'
import { rememberColumns } from './rememberedColumns.ts'
import { insertImportacion, lockReferencedRecords, storeRows } from './store.ts'
import { countsOf, errorDetails, errorGroups } from './summary.ts'
import { countImported, deferTotals, writeTotals } from './totals.ts'

/** Allows one import or undo at a time for the whole company. @throws {HttpError} 409 */
export async function acquireImportLock(tx: Db): Promise<void> {
  if (!(await tryLock(tx, 'importaciones'))) throw conflict(importWords.underWay)
}

/** Milliseconds that a repeated request waits for the first one with its idempotency key. */
const maxReplayWaitMs = 60_000

/**
 * Runs `work` in a transaction that holds the idempotency key's lock. Polls for the lock: a waiting statement would
 * reach the statement timeout before the first import ends.
 * @throws {HttpError} 503 if the lock stays taken
 */
export async function withIdempotencyLock<T>(
  writer: Writer,
  key: IdempotencyKey | undefined,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  if (!key) return writer.transaction(work)
  const name = `importar ${key.userId} ${key.llamada} ${key.clave}`
  for (const until = performance.now() + maxReplayWaitMs; performance.now() < until; ) {
    const result = await writer.transaction(async (tx) =>
      (await tryLock(tx, name)) ? { value: await work(tx) } : undefined,
    )
    if (result) return result.value
    await sleep(100)
  }
  throw unavailable()
}

export interface ImportInput {
  tipo: ImportTipo
  sheet: ImportSheet
  /** Rows of the sheet after `validateRows`. */
  rows: readonly ImportRow[]
  options: ImportOptions
  userId: number
  /** The user's mapping, as JSON. */
  columnas: string | undefined
  empresa: string
  now: Date
  /** @throws {HttpError} 503 if the disk is full */
  assertFreeSpace: () => Promise<void>
}

/** Attempts while other transactions change data that the import relies on. */
const maxAttempts = 5

/** Imports all rows or none, matched against the current records. @throws {HttpError} 400, 409, 503 */
export async function runImport(tx: Db, input: ImportInput): Promise<Reply<Importacion>> {
  await acquireImportLock(tx)
  await deferTotals(tx)
  await run(tx, raw('savepoint filas'))
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      return await tryImport(tx, input)
    } catch (error) {
      if (!(error instanceof ConcurrentChangeError) && !isUniqueConflict(error)) throw error
      await run(tx, raw('rollback to savepoint filas'))
    }
  }
  throw unavailable()
}

/** Whether another transaction wrote the same plate, document, price or invoice after the rows were matched. */
const isUniqueConflict = (error: unknown) =>
  violates(error, 'camiones_placa_unica') ||
  violates(error, 'camiones_numero_unidad_unico') ||
  violates(error, 'documentos_vivo_unico') ||
  violates(error, 'tarifas_sin_traslape') ||
  violates(error, 'facturas_numero_unico')

async function tryImport(tx: Db, input: ImportInput): Promise<Reply<Importacion>> {
  const { tipo, rows, options, userId } = input
  const matched = await match[tipo](tx, rows, options)
  const decisions = options.omitErrors ? omitErrors(matched) : matched
  const { errores, ...counts } = countsOf(decisions)
  if (errores > 0) throw rowErrors(input, decisions, errores)
  await input.assertFreeSpace()
  const omittedFile = await omittedRowsFile(input.sheet, decisions, {
    tipo,
    creator: input.empresa,
    now: input.now,
  })
  const created = newNamesOf(decisions)
  const creados = countByTable(created)
  const imported = { tipo, nombre: options.nombre, filas: rows.length, ...counts, creados }
  const id = await insertImportacion(tx, imported, userId)
  const motivo = `${counts.nuevas} nuevas, ${counts.cambiadas} cambiadas`
  await run(
    tx,
    sql`select bitacora_agregar('importar', 'importaciones', ${id}, ${options.nombre}, '{}', ${motivo})`,
  )
  const { columnas, sheet } = input
  if (columnas !== undefined) await rememberColumns(tx, tipo, userId, { titulos: sheet.titulos, columnas })
  if (omittedFile) await storeOmittedRows(tx, id, omittedFile)
  const stored = withRealIds(decisions, await storeNewNames(tx, id, created))
  await storeAliases(tx, acceptedNamesOf(decisions), { importacion: id, userId })
  await storeRows(tx, tipo, id, stored, userId)
  await lockReferencedRecords(tx, tipo, stored)
  await writeTotals(tx, await countImported(tx, tipo, id), 1)
  const written = counts.nuevas + counts.cambiadas
  const message =
    written === 1 ? 'Se importó 1 registro.' : `Se importaron ${formatInteger(written)} registros.`
  return new Reply(message, await findImportacion(tx, id))
}

function rowErrors(
  { tipo, sheet }: ImportInput,
  decisions: readonly RowDecision[],
  count: number,
): HttpError {
  const message =
    count === 1
      ? 'Hay 1 fila con errores. No se importó nada.'
      : `Hay ${formatInteger(count)} filas con errores. No se importó nada.`
  return new HttpError(400, 'VALIDACION', message, {
    campos: { archivo: message },
    filas: errorDetails(tipo, sheet, decisions),
    grupos: errorGroups(tipo, decisions),
  })
}

export async function findImportacion(db: Db, id: number): Promise<Importacion> {
  const row = await one<Importacion>(db, sql`select * from importaciones_leer where id = ${id}`)
  if (!row) throw new Error(`importaciones has no row with id ${id}`)
  return row
}
