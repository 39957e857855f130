import { calls } from '@flota/contract/core/calls.ts'
import { formatInteger } from '@flota/contract/core/format.ts'
import type { Importacion } from '@flota/contract/imports/importar.ts'
import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { importLimits, importTiposOf, importWords } from '@flota/contract/imports/importarWords.ts'
import type { FastifyBaseLogger } from 'fastify'
import { recordNameSql } from '../../platform/db/recordName.ts'
import { setNextVersion } from '../../platform/db/records.ts'
import { type Database, type Db, join, many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { conflict, HttpError, notFound, staleRecord } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'
import type { Input } from '../../platform/http/serve.ts'
import { startPeriodicJob } from '../../platform/startPeriodicJob.ts'
import { inChunks, writeBatchSize } from './batches.ts'
import { changedColumns } from './columns.ts'
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
  const { created, changed } = await findImportedIds(tx, id)
  await logDeletions(tx, tipo, created)
  await lockImportedRecords(tx, tipo, id)
  const totals = await countImported(tx, tipo, id)
  for (const part of inChunks(created, writeBatchSize)) await deleteRecords(tx, tipo, part)
  for (const part of inChunks(changed, writeBatchSize)) await restoreRecords(tx, tipo, id, part)
  await writeTotals(tx, totals, -1)
  await run(tx, sql`delete from importaciones_registros where importacion_id = ${id}`)
  await run(
    tx,
    sql`update importaciones r set ${setNextVersion({ deshecha_en: sql`now()` })} where id = ${id}`,
  )
  return findImportacion(tx, id)
}

async function findImportedIds(tx: Db, importacion: number) {
  const rows = await many<{ id: number; isNew: boolean }>(
    tx,
    sql`select registro_id as id, antes is null as "isNew" from importaciones_registros
      where importacion_id = ${importacion} order by registro_id`,
  )
  const idsWhere = (isNew: boolean) => rows.filter((row) => row.isNew === isNew).map(({ id }) => id)
  return { created: idsWhere(true), changed: idsWhere(false) }
}

/** Logs the deletions, which no trigger does. Runs before any record is locked. */
async function logDeletions(tx: Db, tipo: ImportTipo, ids: number[]): Promise<void> {
  for (const part of inChunks(ids, writeBatchSize))
    await run(
      tx,
      sql`select bitacora_agregar('eliminar', ${tipo}, id, nombre, '{}', null)
        from (select id, ${raw(recordNameSql(tipo))} as nombre from ${raw(tipo)}
          where id = any(${part}::int[]) order by id) fuera`,
    )
}

/**
 * Locks the imported records, so that other transactions can't change or reference them.
 * @throws {HttpError} 409 if one was changed or is referenced
 */
async function lockImportedRecords(tx: Db, tipo: ImportTipo, importacion: number): Promise<void> {
  const changed = await many<{ id: number }>(
    tx,
    sql`with tenidos as materialized (
        select t.id, t.version, t.eliminado_en from ${raw(tipo)} t
        where t.id in (select registro_id from importaciones_registros where importacion_id = ${importacion})
        order by t.id for update of t)
      select i.registro_id as id from importaciones_registros i left join tenidos t on t.id = i.registro_id
      where i.importacion_id = ${importacion} and (t.version = i.version and t.eliminado_en is null) is not true`,
  )
  // A separate statement sees references that were committed while the first one waited for locks.
  const referenced = await findReferencedIds(tx, tipo, importacion)
  const ids = [...new Set([...changed.map(({ id }) => id), ...referenced])].toSorted((a, b) => a - b)
  if (ids.length > 0) throw await inUseError(tx, tipo, ids)
}

/** Column that references records of a type. */
interface ReferencingColumn {
  tabla: string
  column: string
  /** Whether the row's `entidad` names the type, because the column references several types. */
  hasEntidad: boolean
}

/** Tables whose rows are part of a record and are deleted with it. */
const ownedTables: readonly string[] = ['rutas_historial', 'resumen_clientes']

/** Finds referencing columns in PostgreSQL's catalog, so that future tables are included. */
const findReferencingColumns = (db: Db, tipo: ImportTipo): Promise<ReferencingColumn[]> =>
  many<ReferencingColumn>(
    db,
    sql`select c.conrelid::regclass::text as tabla, a.attname::text as column, false as "hasEntidad"
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = ${tipo}::regclass and c.conparentid = 0
        and c.conrelid::regclass::text <> all(${ownedTables}::text[])
      union all
      select e.attrelid::regclass::text, e.attname, true
      from pg_attribute e join pg_class t on t.oid = e.attrelid
        join pg_attribute k on k.attrelid = e.attrelid and k.attname = 'entidad'
      where e.attname = 'entidad_id' and t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
      order by 1, 2`,
  )

/** Returns the import's new records that other records reference, including soft-deleted ones. */
async function findReferencedIds(tx: Db, tipo: ImportTipo, importacion: number): Promise<number[]> {
  const columns = await findReferencingColumns(tx, tipo)
  if (columns.length === 0) return []
  const queries = columns.map(
    ({ tabla, column, hasEntidad }) => sql`select i.registro_id as id from importaciones_registros i
      where i.importacion_id = ${importacion} and i.antes is null and exists (
        select from ${raw(tabla)} x where x.${raw(column)} = i.registro_id
          ${hasEntidad ? sql`and x.entidad = ${tipo}` : raw('')})`,
  )
  const rows = await many<{ id: number }>(tx, sql`${join(queries, ' union ')}`)
  return rows.map(({ id }) => id)
}

async function inUseError(tx: Db, tipo: ImportTipo, ids: number[]): Promise<HttpError> {
  const rows = await many<{ nombre: string }>(
    tx,
    sql`select ${raw(recordNameSql(tipo))} as nombre from ${raw(tipo)}
      where id = any(${ids.slice(0, importLimits.maxListedRecords)}::int[]) order by id`,
  )
  const subject = ids.length === 1 ? '1 registro cambió' : `${formatInteger(ids.length)} registros cambiaron`
  return new HttpError(
    409,
    'CONFLICTO',
    `No se puede deshacer: ${subject} o se ${ids.length === 1 ? 'usa' : 'usan'}.`,
    { registros: rows.map(({ nombre }) => nombre) },
  )
}

/** Deletes records permanently, with the rows that they own. */
async function deleteRecords(tx: Db, tipo: ImportTipo, ids: number[]): Promise<void> {
  if (tipo === 'rutas') await run(tx, sql`delete from rutas_historial where ruta_id = any(${ids}::int[])`)
  if (tipo === 'clientes')
    await run(tx, sql`delete from resumen_clientes where cliente_id = any(${ids}::int[])`)
  await run(tx, sql`delete from ${raw(tipo)} where id = any(${ids}::int[])`)
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
}

/** Purges import snapshots now and every hour. */
export const startImportCleanupJob = (db: Database, log: FastifyBaseLogger) =>
  startPeriodicJob(log, 3_600_000, 'Import snapshots were not purged', () => purgeImportSnapshots(db))
