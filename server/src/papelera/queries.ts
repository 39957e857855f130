import { type PapeleraTipo, papeleraTipos } from '@flota/contract/papelera.ts'
import { changed, restored } from '../db/records.ts'
import { type Db, join, many, one, raw, run, sql } from '../db/sql.ts'
import { notFound } from '../http/errors.ts'
import type { Page } from '../http/serve.ts'
import { notFoundOf } from '../notFoundOf.ts'
import { restoreRuta } from '../viajes/bin.ts'
import { kindOf } from './kinds.ts'

interface Deleted {
  tipo: PapeleraTipo
  id: number
  nombre: string
  eliminado_en: string
  eliminado_por: string | null
}

/** Each table gives no more than the page can need, from its own index, however much lies in the bin. */
const newest = (tipo: PapeleraTipo, limit: number) =>
  sql`(select ${tipo}::text as tipo, id, ${raw(kindOf(tipo).nombre)} as nombre, eliminado_en, eliminado_por
    from ${raw(tipo)} where eliminado_en is not null
    order by eliminado_en desc, id desc limit ${limit})`

const count = (tipo: PapeleraTipo) => sql`(select count(*) from ${raw(tipo)} where eliminado_en is not null)`

/** Newest first; what was deleted at the same moment by type, then id. */
export async function findDeleted(
  db: Db,
  { pagina, porPagina }: { pagina: number; porPagina: number },
): Promise<Page<Deleted[]>> {
  const tables = papeleraTipos.map((tipo) => newest(tipo, pagina * porPagina))
  const [rows, counted] = await Promise.all([
    many<Deleted>(
      db,
      sql`select p.tipo, p.id, p.nombre, p.eliminado_en, u.username as eliminado_por
        from (select * from (${join(tables, ' union all ')}) todo
          order by eliminado_en desc, tipo collate "C", id desc
          limit ${porPagina} offset ${(pagina - 1) * porPagina}) p
        left join usuarios u on u.id = p.eliminado_por
        order by p.eliminado_en desc, p.tipo collate "C", p.id desc`,
    ),
    one<{ total: number }>(db, sql`select ${join(papeleraTipos.map(count), ' + ')} as total`),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** @returns whether it was in the bin. A restored user can't log in until an administrador activates it. */
const putBack = async (db: Db, tipo: PapeleraTipo, id: number) =>
  (await run(
    db,
    sql`update ${raw(tipo)} r set ${changed(tipo === 'usuarios' ? { ...restored, estado: 'inactivo' } : restored)}
      where id = ${id} and eliminado_en is not null`,
  )) > 0

/** In a transaction: of several at once, the first restores. @throws {HttpError} 404 when it is not there */
export async function restore(db: Db, tipo: PapeleraTipo, id: number): Promise<Record<string, unknown>> {
  const isBack = tipo === 'rutas' ? await restoreRuta(db, id) : await putBack(db, tipo, id)
  const row = await one<Record<string, unknown>>(
    db,
    sql`select * from ${raw(`${tipo}_leer`)} where id = ${id}`,
  )
  if (!isBack || !row) throw notFound(notFoundOf(tipo))
  return row
}
