import { catalogues } from '@flota/contract/catalogues.ts'
import { papeleraTipos } from '@flota/contract/papelera.ts'
import { type Db, empty, join, many, one, raw, run, sql } from '../db/sql.ts'
import { notFound } from '../http/errors.ts'
import type { Page } from '../http/serve.ts'

export type Tipo = (typeof papeleraTipos)[number]

interface Deleted {
  tipo: Tipo
  id: number
  nombre: string
  eliminado_en: string
  eliminado_por: string | null
}

interface Kind {
  /** How the bin calls a record: SQL over its table. */
  nombre: string
  notFound: string
}

const persona = "trim(nombre || ' ' || apellido)"
const kinds: Record<Tipo, Kind> = {
  choferes: { nombre: persona, notFound: catalogues.choferes.words.notFound },
  ayudantes: { nombre: persona, notFound: catalogues.ayudantes.words.notFound },
  clientes: { nombre: persona, notFound: catalogues.clientes.words.notFound },
  camiones: { nombre: 'placa', notFound: catalogues.camiones.words.notFound },
  rutas: { nombre: 'no_ruta', notFound: 'Ruta no encontrada' },
  mantenimientos: {
    nombre: '(select placa from camiones where camiones.id = camion_id)',
    notFound: 'Mantenimiento no encontrado',
  },
  usuarios: { nombre: 'username', notFound: 'Usuario no encontrado' },
}

/** Each table gives no more than the page can need, from its own index, however much lies in the bin. */
const newest = (tipo: Tipo, limit: number) =>
  sql`(select ${tipo}::text as tipo, id, ${raw(kinds[tipo].nombre)} as nombre, eliminado_en, eliminado_por
    from ${raw(tipo)} where eliminado_en is not null
    order by eliminado_en desc, id desc limit ${limit})`

const count = (tipo: Tipo) => sql`(select count(*) from ${raw(tipo)} where eliminado_en is not null)`

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

/** A restored user can't log in until an administrador activates it. */
const back = (tipo: Tipo, id: number, more = empty) =>
  sql`update ${raw(tipo)} as r set eliminado_en = null, eliminado_por = null,
      version = r.version + 1, actualizado_en = now() ${tipo === 'usuarios' ? sql`, estado = 'inactivo'` : more}
    where r.id = ${id} and r.eliminado_en is not null`

/**
 * A route counts again by the statement that restores it, and is found by the names of today. Client and
 * pilot are held before the route, as by everyone who writes both.
 */
async function restoreRuta(db: Db, id: number): Promise<number> {
  const hold = (table: string, column: string) =>
    run(
      db,
      sql`select c.id from ${raw(table)} c join rutas r on r.${raw(column)} = c.id
        where r.id = ${id} for share of c`,
    )
  await hold('clientes', 'cliente_id')
  await hold('choferes', 'chofer_id')
  const name = (table: string, column: string) =>
    sql`(select nombre_completo(c.busqueda) from ${raw(table)} c where c.id = r.${raw(column)})`
  const busqueda = sql`, busqueda = concat_ws(E'\\n',
    split_part(r.busqueda, E'\\n', 1), ${name('clientes', 'cliente_id')},
    split_part(r.busqueda, E'\\n', 3), ${name('choferes', 'chofer_id')})`
  return run(
    db,
    sql`with restaurada as (${back('rutas', id, busqueda)} returning r)
      select contar_ruta(null, r) from restaurada`,
  )
}

/**
 * Out of the bin; in a transaction. Of several who restore one record, the first does: the others wait for
 * its row and no longer find it in the bin. Unique indexes tell what was taken meanwhile.
 * @returns the record as its view gives it
 * @throws {HttpError} 404 when it is not in the bin
 */
export async function restore(db: Db, tipo: Tipo, id: number): Promise<Record<string, unknown>> {
  const restored = tipo === 'rutas' ? await restoreRuta(db, id) : await run(db, back(tipo, id))
  const row = await one<Record<string, unknown>>(
    db,
    sql`select * from ${raw(`${tipo}_leer`)} where id = ${id}`,
  )
  if (restored === 0 || !row) throw notFound(kinds[tipo].notFound)
  return row
}
