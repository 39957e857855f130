import { calls } from '@flota/contract/calls.ts'
import { formatInteger } from '@flota/contract/format.ts'
import type { Importacion } from '@flota/contract/importar.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { importLimits, importTiposOf, importWords } from '@flota/contract/importarWords.ts'
import { recordNameSql } from '../../platform/db/recordName.ts'
import { setNextVersion } from '../../platform/db/records.ts'
import { type Db, many, one, raw, run, sql } from '../../platform/db/sql.ts'
import type { Session } from '../../platform/http/authentication.ts'
import { conflict, HttpError, notFound, staleRecord } from '../../platform/http/errors.ts'
import type { Input } from '../../platform/http/serve.ts'
import { changedColumns } from './columns.ts'
import { writeBatchSize } from './concurrentChange.ts'
import { findReferencedIds } from './findReferences.ts'
import { acquireImportLock, findImportacion } from './runImport.ts'
import { countImported, deferTotals, writeTotals } from './totals.ts'

interface UndoRequest {
  id: number
  version: number | null | undefined
  session: Session
  requireAccess: Input<never>['requireAccess']
  now: Date
}

/** @throws {HttpError} 404, also of a kind that the caller may not bring in; 403 */
async function findUndoable(tx: Db, { id, session, requireAccess }: UndoRequest): Promise<Importacion> {
  const found = await one<Importacion>(tx, sql`select * from importaciones_leer where id = ${id}`)
  if (!found || !importTiposOf(session).includes(found.tipo)) throw notFound(importWords.unknown)
  if (found.tipo === 'rutas') requireAccess(calls['DELETE /api/rutas/:id'])
  return found
}

/** @throws {HttpError} 409 */
function assertUndoable(
  { version, deshecha_en, deshacer_hasta }: Importacion,
  { version: read, now }: UndoRequest,
): void {
  if (read != null && read !== version) throw staleRecord()
  if (deshecha_en !== null) throw conflict(importWords.isUndone)
  if (Date.parse(deshacer_hasta) < now.getTime()) throw conflict(importWords.tooLate)
}

/** Takes away what an import made, and gives back what it changed, in a transaction. @throws {HttpError} */
export async function undoImport(tx: Db, request: UndoRequest): Promise<Importacion> {
  assertUndoable(await findUndoable(tx, request), request)
  await acquireImportLock(tx)
  // Whoever had the turn may have undone this very one.
  const found = await findUndoable(tx, request)
  assertUndoable(found, request)
  const { id, tipo, nombre } = found
  await run(tx, sql`select bitacora_agregar('deshacer', 'importaciones', ${id}, ${nombre}, '{}', null)`)
  await deferTotals(tx)
  const all = await findImportedIds(tx, id)
  await logDeletions(tx, tipo, all.nuevos)
  await lockImportedRecords(tx, tipo, id)
  const added = await countImported(tx, tipo, id)
  for (const part of inBatches(all.nuevos)) await deleteRecords(tx, tipo, part)
  for (const part of inBatches(all.cambiados)) await restoreRecords(tx, tipo, id, part)
  await writeTotals(tx, added, -1)
  await run(tx, sql`delete from importaciones_registros where importacion_id = ${id}`)
  await run(
    tx,
    sql`update importaciones r set ${setNextVersion({ deshecha_en: sql`now()` })} where id = ${id}`,
  )
  return findImportacion(tx, id)
}

async function findImportedIds(tx: Db, importacion: number) {
  const rows = await many<{ id: number; nuevo: boolean }>(
    tx,
    sql`select registro_id as id, antes is null as nuevo from importaciones_registros
      where importacion_id = ${importacion} order by registro_id`,
  )
  const ids = (nuevo: boolean) => rows.filter((row) => row.nuevo === nuevo).map(({ id }) => id)
  return { nuevos: ids(true), cambiados: ids(false) }
}

const inBatches = (ids: number[]) =>
  Array.from({ length: Math.ceil(ids.length / writeBatchSize) }, (_, i) =>
    ids.slice(i * writeBatchSize, (i + 1) * writeBatchSize),
  )

/** The log's rows come first: no trigger hears that a row is taken away, and nothing is held yet. */
async function logDeletions(tx: Db, tipo: ImportTipo, ids: number[]): Promise<void> {
  for (const part of inBatches(ids))
    await run(
      tx,
      sql`select bitacora_agregar('eliminar', ${tipo}, id, nombre, '{}', null)
        from (select id, ${raw(recordNameSql(tipo))} as nombre from ${raw(tipo)}
          where id = any(${part}::int[]) order by id) fuera`,
    )
}

/**
 * Holds the records until the transaction ends: nobody names one of them, or writes it, any more.
 * @throws {HttpError} 409 where one was changed or is used
 */
async function lockImportedRecords(tx: Db, tipo: ImportTipo, importacion: number): Promise<void> {
  const moved = await many<{ id: number }>(
    tx,
    sql`with tenidos as materialized (
        select t.id, t.version, t.eliminado_en from ${raw(tipo)} t
        where t.id in (select registro_id from importaciones_registros where importacion_id = ${importacion})
        order by t.id for update of t)
      select i.registro_id as id from importaciones_registros i left join tenidos t on t.id = i.registro_id
      where i.importacion_id = ${importacion} and (t.version = i.version and t.eliminado_en is null) is not true`,
  )
  // A statement of its own: it sees what was named while the rows were waited for.
  const used = await findReferencedIds(tx, tipo, importacion)
  const ids = [...new Set([...moved.map(({ id }) => id), ...used])].toSorted((a, b) => a - b)
  if (ids.length > 0) throw await inUseError(tx, tipo, ids)
}

async function inUseError(tx: Db, tipo: ImportTipo, ids: number[]): Promise<HttpError> {
  const rows = await many<{ nombre: string }>(
    tx,
    sql`select ${raw(recordNameSql(tipo))} as nombre from ${raw(tipo)}
      where id = any(${ids.slice(0, importLimits.maxListedRecords)}::int[]) order by id`,
  )
  const what = ids.length === 1 ? '1 registro cambió' : `${formatInteger(ids.length)} registros cambiaron`
  return new HttpError(
    409,
    'CONFLICTO',
    `No se puede deshacer: ${what} o se ${ids.length === 1 ? 'usa' : 'usan'}.`,
    { registros: rows.map(({ nombre }) => nombre) },
  )
}

/** For good, with what is a part of it. */
async function deleteRecords(tx: Db, tipo: ImportTipo, ids: number[]): Promise<void> {
  if (tipo === 'rutas') await run(tx, sql`delete from rutas_historial where ruta_id = any(${ids}::int[])`)
  if (tipo === 'clientes')
    await run(tx, sql`delete from resumen_clientes where cliente_id = any(${ids}::int[])`)
  await run(tx, sql`delete from ${raw(tipo)} where id = any(${ids}::int[])`)
}

/** What it was, as a new version: an import before this one knows it by that. */
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
