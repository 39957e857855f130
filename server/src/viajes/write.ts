import type { RutaValues } from '@flota/contract/rutas.ts'
import type { Sql } from 'sql-template-tag'
import { normalize } from '../db/search.ts'
import { type Db, empty, join, one, raw, run, sql } from '../db/sql.ts'
import { numeroOf } from './numero.ts'

/** A form whose client is known by id, and whose state is said. */
export interface RutaWrite extends Omit<RutaValues, 'cliente' | 'cliente_id' | 'estado'> {
  cliente_id: number
  estado: NonNullable<RutaValues['estado']>
}

/** The route's id, null when nothing was written, and which of the records it refers to were found. */
export interface Written {
  id: number | null
  cliente: boolean
  camion: boolean
  chofer: boolean
  ayudante: boolean
}

/** Whether there was a route to replace, in whatever version. */
export interface Replaced extends Written {
  ruta: boolean
}

/** The records a route refers to, locked: none is deleted while the route is written for it. */
const person = raw('id, nombre_completo(busqueda) as nombre, eliminado_en')
const held = (ruta: RutaWrite) => sql`
  cl_fila as (select ${person} from clientes where id = ${ruta.cliente_id} for share),
  ca_fila as (select id, eliminado_en from camiones where id = ${ruta.camion_id} for share),
  ch_fila as (select ${person} from choferes where id = ${ruta.chofer_id} for share),
  ay_fila as (select id, eliminado_en from ayudantes where id = ${ruta.ayudante_id ?? null} for share)`

/** Those of them that the route may refer to. */
const references = (usable: (column: string) => Sql) => sql`
  cl as (select * from cl_fila r where ${usable('cliente_id')}),
  ca as (select * from ca_fila r where ${usable('camion_id')}),
  ch as (select * from ch_fila r where ${usable('chofer_id')}),
  ay as (select * from ay_fila r where ${usable('ayudante_id')})`

const hasAyudante = (ruta: RutaWrite) => (ruta.ayudante_id == null ? sql`true` : sql`exists (select from ay)`)

const found = (ruta: RutaWrite) => sql`
  exists (select from cl) as cliente, exists (select from ca) as camion, exists (select from ch) as chofer,
  ${hasAyudante(ruta)} as ayudante`

/** Columns and values of a route, `cl` and `ch` telling the names that a search looks for. */
const assignments = (ruta: RutaWrite): [string, Sql][] => [
  ['no_ruta', sql`${ruta.no_ruta}`],
  ['numero', sql`${numeroOf(ruta.no_ruta)}`],
  ['cliente_id', sql`${ruta.cliente_id}`],
  ['servicio', sql`${ruta.servicio}`],
  ['mercaderia', sql`${ruta.mercaderia}`],
  ['camion_id', sql`${ruta.camion_id}`],
  ['combustible', sql`${ruta.combustible}`],
  ['origen', sql`${ruta.origen}`],
  ['destino', sql`${ruta.destino}`],
  ['chofer_id', sql`${ruta.chofer_id}`],
  ['ayudante_id', sql`${ruta.ayudante_id ?? null}`],
  ['fecha', sql`${ruta.fecha}::date`],
  ['hora', sql`${ruta.hora}::time`],
  ['precio', sql`${ruta.precio}`],
  ['comentario', sql`${ruta.comentario}`],
  ['estado', sql`${ruta.estado}`],
  [
    'busqueda',
    sql`concat_ws(E'\\n', ${normalize(ruta.no_ruta)}::text, cl.nombre, ${normalize(ruta.servicio)}::text, ch.nombre)`,
  ],
]

/** One statement: the route, its first history row and the totals, if all that it refers to is there. */
export async function insertRuta(db: Db, ruta: RutaWrite, userId: number): Promise<Written> {
  const columns = assignments(ruta)
  const written = await one<Written>(
    db,
    sql`with ${held(ruta)}, ${references(() => sql`r.eliminado_en is null`)},
      nueva as (
        insert into rutas (${raw(columns.map(([name]) => name).join(', '))})
        select ${join(columns.map(([, value]) => value))} from cl, ca, ch where ${hasAyudante(ruta)}
        returning *),
      historia as (
        insert into rutas_historial (ruta_id, estado_nuevo, usuario_id) select id, estado, ${userId} from nueva)
      select (select id from nueva) as id, ${found(ruta)}, (select contar_ruta(null, nueva) from nueva)`,
  )
  return written as Written
}

/**
 * Replaces a route in the version that was read. What it referred to already it may keep even from the bin,
 * unless it is reopened by it. The records are locked before the route, as who renames them does.
 */
export async function updateRuta(
  db: Db,
  id: number,
  ruta: RutaWrite,
  version: number | null | undefined,
  userId: number,
): Promise<Replaced> {
  const isOpen = ruta.estado === 'Pendiente' || ruta.estado === 'En curso'
  const usable = (column: string) => sql`(r.eliminado_en is null or r.id = (
    select ${raw(column)} from antes where not ${isOpen} or estado in ('Pendiente', 'En curso')))`
  const replaced = await one<Replaced>(
    db,
    sql`with ${held(ruta)},
      primero as (select count(*) as n from (
        select id from cl_fila union all select id from ca_fila
        union all select id from ch_fila union all select id from ay_fila) filas),
      antes as (
        select * from rutas where (select n from primero) >= 0 and id = ${id} and eliminado_en is null
        for no key update),
      ${references(usable)},
      despues as (
        update rutas r
        set ${join(assignments(ruta).map(([name, value]) => sql`${raw(name)} = ${value}`))},
          version = r.version + 1, actualizado_en = now()
        from antes, cl, ca, ch
        where r.id = antes.id and ${hasAyudante(ruta)}
          ${version == null ? empty : sql`and antes.version = ${version}`}
        returning r.*),
      historia as (
        insert into rutas_historial (ruta_id, estado_anterior, estado_nuevo, usuario_id)
        select antes.id, antes.estado, despues.estado, ${userId} from antes, despues
        where antes.estado <> despues.estado)
      select (select id from despues) as id, exists (select from antes) as ruta, ${found(ruta)},
        (select contar_ruta(antes, despues) from antes, despues)`,
  )
  return replaced as Replaced
}

/** Into the bin, and out of the totals. @returns whether there was such a route in that version */
export const removeRuta = async (db: Db, id: number, version: number | undefined, userId: number) =>
  (await run(
    db,
    sql`with antes as (
        select * from rutas where id = ${id} and eliminado_en is null ${version == null ? empty : sql`and version = ${version}`}
        for no key update),
      despues as (
        update rutas r
        set eliminado_en = now(), eliminado_por = ${userId}, version = r.version + 1, actualizado_en = now()
        from antes where r.id = antes.id returning r.*)
      select contar_ruta(antes, despues) from antes, despues`,
  )) > 0
