import { formatInteger } from '@flota/contract/core/format.ts'
import type { Importacion } from '@flota/contract/imports/importar.ts'
import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { importLimits } from '@flota/contract/imports/importarWords.ts'
import { registroOf } from '@flota/contract/records/registros.ts'
import type { Sql } from 'sql-template-tag'
import { recordNameSql } from '../../platform/db/recordName.ts'
import { type Db, empty, join, many, raw, sql } from '../../platform/db/sql.ts'
import { HttpError } from '../../platform/errors.ts'
import { selectOpeningCobros, selectWithChangedCobro } from './openingCobros.ts'

/** Records of one kind that an import wrote. */
export interface Imported {
  tipo: ImportTipo
  created: number[]
  changed: number[]
  /** Selects registro_id, version and whether the record is new. */
  records: Sql
}

export const selectOwn = (importacion: number): Sql =>
  sql`select registro_id, version, antes is null as nuevo from importaciones_registros
    where importacion_id = ${importacion}`

export async function findImported(tx: Db, tipo: ImportTipo, records: Sql): Promise<Imported> {
  const rows = await many<{ id: number; nuevo: boolean }>(
    tx,
    sql`select registro_id as id, nuevo from (${records}) i order by registro_id`,
  )
  const idsWhere = (isNew: boolean) => rows.filter(({ nuevo }) => nuevo === isNew).map(({ id }) => id)
  return { tipo, records, created: idsWhere(true), changed: idsWhere(false) }
}

/** Finds the records that the import created for names in its rows. */
export async function findNamed(tx: Db, importacion: number): Promise<Imported[]> {
  const tables = await many<{ tipo: ImportTipo }>(
    tx,
    sql`select distinct tipo from importaciones_creados
      where importacion_id = ${importacion} and tipo <> 'cobros' order by tipo`,
  )
  const named: Imported[] = []
  for (const { tipo } of tables) {
    const records = sql`select registro_id, version, true as nuevo from importaciones_creados
      where importacion_id = ${importacion} and tipo = ${tipo}`
    named.push(await findImported(tx, tipo, records))
  }
  return named
}

/**
 * Locks the imported records, so that other transactions can't change or reference them.
 * @throws {HttpError} 409 if one was changed or is referenced
 */
export async function lockImported(
  tx: Db,
  all: readonly Imported[],
  importacion: Importacion,
): Promise<void> {
  const inUse: InUse[] = []
  for (const { tipo, records } of all) {
    const isLive = raw(registroOf(tipo).isPermanent ? 'true' : 't.eliminado_en is null')
    const changed = await many<{ id: number }>(
      tx,
      sql`with i as materialized (${records}),
        tenidos as materialized (
          select t.id, t.version, ${isLive} as vivo from ${raw(tipo)} t
          where t.id in (select registro_id from i) order by t.id for update of t)
        select i.registro_id as id from i left join tenidos t on t.id = i.registro_id
        where (t.version = i.version and t.vivo) is not true`,
    )
    // A separate statement sees references that were committed while the first one waited for locks.
    const referenced = await findReferencedIds(tx, { tipo, records }, importacion)
    const ids = [...new Set([...changed.map(({ id }) => id), ...referenced])].toSorted((a, b) => a - b)
    if (ids.length > 0) inUse.push({ tipo, ids })
  }
  if (inUse.length > 0) throw await inUseError(tx, inUse)
}

/** Column that references records of a type. */
interface ReferencingColumn {
  tabla: string
  column: string
  /** Whether the row's `entidad` names the type, because the column references several types. */
  hasEntidad: boolean
}

/** Tables whose rows are part of a record and are deleted with it. */
const ownedTables: readonly string[] = ['rutas_historial', 'resumen_clientes', 'margenes']

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

/** Returns the new records that other records reference, including soft-deleted ones, but none of the import itself. */
async function findReferencedIds(
  tx: Db,
  { tipo, records }: Pick<Imported, 'tipo' | 'records'>,
  importacion: Importacion,
): Promise<number[]> {
  const columns = await findReferencingColumns(tx, tipo)
  if (columns.length === 0) return []
  const cobros = sql`(select registro_id from (${selectOpeningCobros(importacion.id)}) propios)`
  const isNotOwn: Readonly<Record<string, Sql>> = {
    cobros: sql`and x.id not in ${cobros}`,
    cobros_aplicaciones: sql`and x.cobro_id not in ${cobros}`,
    [importacion.tipo]: sql`and x.id not in (
      select registro_id from importaciones_registros where importacion_id = ${importacion.id} and antes is null)`,
  }
  const queries = columns.map(
    ({ tabla, column, hasEntidad }) => sql`select i.registro_id as id from (${records}) i
      where i.nuevo and exists (
        select from ${raw(tabla)} x where x.${raw(column)} = i.registro_id
          ${hasEntidad ? sql`and x.entidad = ${tipo}` : empty} ${isNotOwn[tabla] ?? empty})`,
  )
  if (tipo === 'facturas') queries.push(selectWithChangedCobro(importacion.id))
  const rows = await many<{ id: number }>(tx, sql`${join(queries, ' union ')}`)
  return rows.map(({ id }) => id)
}

/** Records that were changed or that others reference. */
interface InUse {
  tipo: ImportTipo
  ids: number[]
}

async function inUseError(tx: Db, all: readonly InUse[]): Promise<HttpError> {
  const registros: string[] = []
  for (const { tipo, ids } of all) {
    const listed = ids.slice(0, importLimits.maxListedRecords - registros.length)
    const rows = await many<{ nombre: string }>(
      tx,
      sql`select ${raw(recordNameSql(tipo))} as nombre from ${raw(tipo)} where id = any(${listed}::int[]) order by id`,
    )
    registros.push(...rows.map(({ nombre }) => nombre))
  }
  const count = all.reduce((sum, { ids }) => sum + ids.length, 0)
  const message =
    count === 1
      ? 'No se puede deshacer: 1 registro cambió o se usa.'
      : `No se puede deshacer: ${formatInteger(count)} registros cambiaron o se usan.`
  return new HttpError(409, 'CONFLICTO', message, { registros })
}
