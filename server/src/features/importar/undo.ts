import { can } from '@flota/contract/core/access.ts'
import { calls } from '@flota/contract/core/calls.ts'
import type { Importacion } from '@flota/contract/imports/importar.ts'
import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { importLimits, importTiposOf, importWords } from '@flota/contract/imports/importarWords.ts'
import type { RegistroTipo } from '@flota/contract/records/registros.ts'
import type { FastifyBaseLogger } from 'fastify'
import { deleteAliases } from '../../platform/db/aliases.ts'
import { recordNameSql } from '../../platform/db/recordName.ts'
import { setNextVersion } from '../../platform/db/records.ts'
import { type Database, type Db, one, raw, run, sql } from '../../platform/db/sql.ts'
import { conflict, notFound, staleRecord } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'
import type { Input } from '../../platform/http/serve.ts'
import { startPeriodicJob } from '../../platform/startPeriodicJob.ts'
import { inChunks, writeBatchSize } from './batches.ts'
import { changedColumns } from './columns.ts'
import { findImported, findNamed, type Imported, lockImported, selectOwn } from './imported.ts'
import { findOmittedRows } from './omittedRows.ts'
import { deleteCobros, findOpeningCobros } from './openingCobros.ts'
import { acquireImportLock, findImportacion } from './runImport.ts'
import { countImported, deferTotals, writeTotals } from './totals.ts'

interface UndoRequest {
  id: number
  version: number | null | undefined
  session: Session
  requireAccess: Input<never>['requireAccess']
  now: Date
}

/** @throws {HttpError} 404, also if the user may not import that type; 403 if the user may not delete trips */
async function findUndoable(tx: Db, { id, session, requireAccess }: UndoRequest): Promise<Importacion> {
  const found = await one<Importacion>(tx, sql`select * from importaciones_leer where id = ${id}`)
  if (!found || !importTiposOf(session).includes(found.tipo)) throw notFound(importWords.unknown)
  if (found.tipo === 'rutas') requireAccess(calls['DELETE /api/rutas/:id'])
  return found
}

/** Returns the file of rows that an import left out. @throws {HttpError} 404, also if the user may not undo the import */
export async function findOmittedFile(
  db: Db,
  { id, session, now }: Pick<UndoRequest, 'id' | 'session' | 'now'>,
): Promise<Uint8Array> {
  const found = await one<Importacion>(db, sql`select * from importaciones_leer where id = ${id}`)
  const mayUndo =
    found &&
    importTiposOf(session).includes(found.tipo) &&
    (found.tipo !== 'rutas' || can(session, calls['DELETE /api/rutas/:id']))
  const archivo =
    mayUndo && Date.parse(found.deshacer_hasta) >= now.getTime() ? await findOmittedRows(db, id) : undefined
  if (!archivo) throw notFound(importWords.unknown)
  return archivo
}

/** @throws {HttpError} 409 */
function assertUndoable(
  { version, deshecha_en, deshacer_hasta }: Importacion,
  { version: requestVersion, now }: UndoRequest,
): void {
  if (requestVersion != null && requestVersion !== version) throw staleRecord()
  if (deshecha_en !== null) throw conflict(importWords.isUndone)
  if (Date.parse(deshacer_hasta) < now.getTime()) throw conflict(importWords.tooLate)
}

/** Deletes the records that an import created and restores those that it changed. @throws {HttpError} 403, 404, 409 */
export async function undoImport(tx: Db, request: UndoRequest): Promise<Importacion> {
  assertUndoable(await findUndoable(tx, request), request)
  await acquireImportLock(tx)
  // Another transaction may have undone it before this one got the lock.
  const found = await findUndoable(tx, request)
  assertUndoable(found, request)
  const { id, tipo, nombre } = found
  await run(tx, sql`select bitacora_agregar('deshacer', 'importaciones', ${id}, ${nombre}, '{}', null)`)
  await deferTotals(tx)
  const own = await findImported(tx, tipo, selectOwn(id))
  const named = await findNamed(tx, id)
  const cobros = await findOpeningCobros(tx, id)
  for (const { tipo, created } of [own, ...named, { tipo: 'cobros', created: cobros } as const])
    await logDeletions(tx, tipo, created)
  await lockImported(tx, [own, ...named], found)
  await deleteAliases(tx, sql`importacion_id = ${id}`)
  const totals = await countImported(tx, tipo, id)
  for (const part of inChunks(cobros, writeBatchSize)) await deleteCobros(tx, part)
  await deleteRecords(tx, own)
  for (const part of inChunks(own.changed, writeBatchSize)) await restoreRecords(tx, tipo, id, part)
  await writeTotals(tx, totals, -1)
  // After the rows and totals that reference them.
  for (const imported of named) await deleteRecords(tx, imported)
  await run(tx, sql`delete from importaciones_registros where importacion_id = ${id}`)
  await run(tx, sql`delete from importaciones_creados where importacion_id = ${id}`)
  await run(
    tx,
    sql`update importaciones r set ${setNextVersion({ deshecha_en: sql`now()` })} where id = ${id}`,
  )
  return findImportacion(tx, id)
}

/** Logs the deletions, which no trigger does. Runs before any record is locked. */
async function logDeletions(tx: Db, tipo: RegistroTipo, created: readonly number[]): Promise<void> {
  for (const part of inChunks(created, writeBatchSize))
    await run(
      tx,
      sql`select bitacora_agregar('eliminar', ${tipo}, id, nombre, '{}', null)
        from (select id, ${raw(recordNameSql(tipo))} as nombre from ${raw(tipo)}
          where id = any(${part}::int[]) order by id) fuera`,
    )
}

/** Deletes the new records permanently, with the rows that they own. */
async function deleteRecords(tx: Db, { tipo, created }: Imported): Promise<void> {
  for (const ids of inChunks(created, writeBatchSize)) {
    if (tipo === 'rutas') await run(tx, sql`delete from rutas_historial where ruta_id = any(${ids}::int[])`)
    if (tipo === 'clientes')
      await run(tx, sql`delete from resumen_clientes where cliente_id = any(${ids}::int[])`)
    await deleteAliases(tx, sql`tipo = ${tipo} and registro_id = any(${ids}::int[])`)
    await run(tx, sql`delete from ${raw(tipo)} where id = any(${ids}::int[])`)
  }
}

/** Restores earlier values as a new version, which an earlier import of the record gets too: it stays undoable. */
const restoreRecords = (tx: Db, tipo: ImportTipo, importacion: number, ids: number[]) => {
  const set = Object.fromEntries(changedColumns(tipo).map((name) => [name, raw(`(i.era).${name}`)]))
  return run(
    tx,
    sql`with i as materialized (
        select registro_id, antes, jsonb_populate_record(null::${raw(tipo)}, antes) as era
        from importaciones_registros where importacion_id = ${importacion} and registro_id = any(${ids}::int[])),
      despues as (
        update ${raw(tipo)} r set ${setNextVersion(set)} from i where r.id = i.registro_id returning r.id, r.version)
      update importaciones_registros x set version = despues.version
      from despues, i, importaciones m
      where x.registro_id = despues.id and i.registro_id = despues.id and x.importacion_id <> ${importacion}
        and m.id = x.importacion_id and m.tipo = ${tipo} and x.version = (i.antes ->> 'version')::int`,
  )
}

/** Deletes the earlier values of records whose import can no longer be undone. */
export async function purgeImportSnapshots(db: Database, batchSize = 5000): Promise<void> {
  const statement = sql`delete from importaciones_registros where (importacion_id, registro_id) in (
    select i.importacion_id, i.registro_id from importaciones_registros i
      join importaciones m on m.id = i.importacion_id
    where m.creado_en < now() - make_interval(hours => ${importLimits.undoHours}) limit ${batchSize})`
  while ((await run(db, statement)) > 0);
  for (const table of ['importaciones_creados', 'importaciones_omitidas'])
    await run(
      db,
      sql`delete from ${raw(table)} where importacion_id in (
        select id from importaciones where creado_en < now() - make_interval(hours => ${importLimits.undoHours}))`,
    )
}

/** Purges import snapshots now and every hour. */
export const startImportCleanupJob = (db: Database, log: FastifyBaseLogger) =>
  startPeriodicJob(log, 3_600_000, 'Import snapshots were not purged', () => purgeImportSnapshots(db))
