import { type PapeleraTipo, papeleraTipos, registroOf } from '@flota/contract/records/registros.ts'
import type { papelera } from '@flota/contract/system/papelera.ts'
import type { z } from 'zod'
import { selectPlanes, writePlan } from '../../domain/planes.ts'
import { restoreRuta } from '../../domain/trips/softDelete.ts'
import { allSearchedTables, findNamedSearch } from '../../platform/db/nameKeys.ts'
import { recordNameSql } from '../../platform/db/recordName.ts'
import { restoreColumns, setNextVersion } from '../../platform/db/records.ts'
import { matches, type NamedSearch } from '../../platform/db/search.ts'
import { type Db, join, many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import type { PageOf } from '../../platform/http/serve.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'
import { detalleOf } from './kinds.ts'

type ListQuery = z.output<typeof papelera.list.query>

export interface DeletedRecord {
  tipo: PapeleraTipo
  id: number
  nombre: string
  detalle: string | null
  eliminado_en: string
  eliminado_por: string | null
}

const deletedCondition = (tipo: PapeleraTipo, buscar: NamedSearch | undefined) =>
  sql`from ${raw(tipo)} where eliminado_en is not null ${matches(raw(`normaliza(${recordNameSql(tipo)})`), buscar)}`

const selectDeleted = (tipo: PapeleraTipo, buscar: NamedSearch | undefined) =>
  sql`select ${tipo}::text as tipo, id, ${raw(recordNameSql(tipo))} as nombre, ${raw(detalleOf(tipo))}::text as detalle,
      eliminado_en, eliminado_por
    ${deletedCondition(tipo, buscar)}`

/** Selects only the rows that the page may need, by the table's index on eliminado_en. */
const newestDeleted = (tipo: PapeleraTipo, limit: number, buscar: NamedSearch | undefined) =>
  sql`(${selectDeleted(tipo, buscar)} order by eliminado_en desc, id desc limit ${limit})`

const count = (tipo: PapeleraTipo, buscar: NamedSearch | undefined) =>
  sql`(select count(*) ${deletedCondition(tipo, buscar)})`

const findSearch = async (db: Db, text: string | undefined) =>
  text ? await findNamedSearch(db, allSearchedTables, text) : undefined

/** Returns a page, newest first; equal times by type, then id. */
export async function findDeleted(
  db: Db,
  { pagina, porPagina, buscar: text }: ListQuery,
): Promise<PageOf<DeletedRecord[]>> {
  const buscar = await findSearch(db, text)
  const tables = papeleraTipos.map((tipo) => newestDeleted(tipo, pagina * porPagina, buscar))
  const [rows, counted] = await Promise.all([
    many<DeletedRecord>(
      db,
      sql`select p.tipo, p.id, p.nombre, p.detalle, p.eliminado_en, u.username as eliminado_por
        from (select * from (${join(tables, ' union all ')}) todo
          order by eliminado_en desc, tipo collate "C", id desc
          limit ${porPagina} offset ${(pagina - 1) * porPagina}) p
        left join usuarios u on u.id = p.eliminado_por
        order by p.eliminado_en desc, p.tipo collate "C", p.id desc`,
    ),
    one<{ total: number }>(
      db,
      sql`select ${join(
        papeleraTipos.map((tipo) => count(tipo, buscar)),
        ' + ',
      )} as total`,
    ),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export async function papeleraExportQuery(db: Db, text: string | undefined): Promise<ExportQuery> {
  const buscar = await findSearch(db, text)
  const tables = papeleraTipos.map((tipo) => selectDeleted(tipo, buscar))
  const from = sql`from (${join(tables, ' union all ')}) p`
  return {
    from,
    rows: sql`select p.tipo, p.id, p.nombre, p.detalle, p.eliminado_en, u.username as eliminado_por
      ${from} left join usuarios u on u.id = p.eliminado_por
      order by p.eliminado_en desc, p.tipo collate "C", p.id desc`,
  }
}

/** Restores a user as inactive. @returns false if the record was not deleted */
const restoreRow = async (db: Db, tipo: PapeleraTipo, id: number) =>
  (await run(
    db,
    sql`update ${raw(tipo)} r set ${setNextVersion(tipo === 'usuarios' ? { ...restoreColumns, estado: 'inactivo' } : restoreColumns)}
      where id = ${id} and eliminado_en is not null`,
  )) > 0

function restoreOfKind(db: Db, tipo: PapeleraTipo, id: number): Promise<boolean> {
  if (tipo === 'rutas') return restoreRuta(db, id)
  if (tipo === 'planes') return writePlan(db, id, () => restoreRow(db, tipo, id))
  return restoreRow(db, tipo, id)
}

/** Restores a record in a transaction. @throws {HttpError} 404 if it is not deleted */
export async function restoreRecord(
  db: Db,
  tipo: PapeleraTipo,
  id: number,
  hoy: string,
): Promise<Record<string, unknown>> {
  const isRestored = await restoreOfKind(db, tipo, id)
  const rows = tipo === 'planes' ? selectPlanes(hoy) : sql`select * from ${raw(`${tipo}_leer`)}`
  const row = await one<Record<string, unknown>>(db, sql`${rows} where id = ${id}`)
  if (!isRestored || !row) throw notFound(registroOf(tipo).notFound)
  return row
}
