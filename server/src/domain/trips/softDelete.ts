import type { Sql } from 'sql-template-tag'
import {
  restoreColumns,
  setNextVersion,
  softDeleteColumns,
  versionCondition,
} from '../../platform/db/records.ts'
import { type Db, join, one, raw, run, scalar, sql } from '../../platform/db/sql.ts'
import { columnsTo, isOpenSql, referenceColumns, references } from './references.ts'
import { updatedSearchText } from './searchText.ts'

/** Moves a route to the bin and subtracts it from the totals. @returns whether the route existed in that version */
export const softDeleteRuta = async (db: Db, id: number, version: number | undefined, userId: number) =>
  (await run(
    db,
    sql`with antes as (
        select * from rutas where id = ${id} and eliminado_en is null ${versionCondition(version)} for no key update),
      despues as (
        update rutas r set ${setNextVersion(softDeleteColumns(userId))} from antes where r.id = antes.id returning r.*)
      select contar_ruta(antes, despues) from antes, despues`,
  )) > 0

/**
 * Restores a route from the bin, in a transaction, and updates totals and search text. Every transaction locks people
 * before routes. @returns whether the route was in the bin
 */
export async function restoreRuta(db: Db, id: number): Promise<boolean> {
  const names: Parameters<typeof updatedSearchText>[0] = {}
  const unchanged: Sql[] = []
  for (const column of referenceColumns) {
    const { table, line } = references[column]
    if (!line) continue
    const personId = await scalar<number>(
      db,
      sql`select c.id from ${raw(table)} c join rutas r on r.${raw(column)} = c.id
        where r.id = ${id} for share of c`,
    )
    if (personId === undefined) return false
    unchanged.push(sql`r.${raw(column)} = ${personId}`)
    names[line] = raw(`(select nombre_completo(c.busqueda) from ${table} c where c.id = r.${column})`)
  }
  const restored = await run(
    db,
    sql`with restaurada as (
        update rutas as r set ${setNextVersion({ ...restoreColumns, busqueda: updatedSearchText(names) })}
        where r.id = ${id} and r.eliminado_en is not null and ${join(unchanged, ' and ')} returning r)
      select contar_ruta(null, r) from restaurada`,
  )
  if (restored > 0) return true
  // Another transaction may have restored the route, changed its people and deleted it again: lock those.
  const inBin = await one(db, sql`select from rutas where id = ${id} and eliminado_en is not null`)
  return inBin !== undefined && restoreRuta(db, id)
}

/** Counts the open routes of a record, whose row must be locked. */
export async function countOpenRutas(db: Db, table: string, id: number): Promise<number> {
  const counts = columnsTo(table).map(
    (column) =>
      sql`(select count(*) from rutas where ${raw(column)} = ${id} and eliminado_en is null and ${isOpenSql})`,
  )
  return counts.length === 0 ? 0 : ((await scalar<number>(db, sql`select ${join(counts, ' + ')}`)) ?? 0)
}
