import type { Ruta, RutaValues } from '@flota/contract/rutas.ts'
import type { Sql } from 'sql-template-tag'
import { type Columns, changed, inVersion, names, values } from '../db/records.ts'
import { normalize } from '../db/search.ts'
import { type Db, join, one, prepared, raw, sql } from '../db/sql.ts'
import {
  found,
  held,
  isOpen,
  listed,
  open,
  type ReferenceColumn,
  referenceColumns,
  toldOf,
} from './references.ts'
import { textoDeRuta } from './texto.ts'

/** A form whose client is known by id, and whose state is said. */
export interface RutaWrite extends Omit<RutaValues, 'cliente' | 'cliente_id' | 'estado'> {
  cliente_id: number
  estado: NonNullable<RutaValues['estado']>
}

export interface Written {
  /** As it was written; null when nothing was: of a new one, where nothing is missing, its number is taken. */
  ruta: Ruta | null
  missing: ReferenceColumn[]
}

/** `hay_…` tells the names that a search looks for. */
const columnsOf = (ruta: RutaWrite) =>
  ({
    no_ruta: ruta.no_ruta,
    correlativo: sql`numero_de_ruta(${ruta.no_ruta})`,
    cliente_id: ruta.cliente_id,
    servicio: ruta.servicio,
    mercaderia: ruta.mercaderia,
    camion_id: ruta.camion_id,
    combustible: ruta.combustible,
    origen: ruta.origen,
    destino: ruta.destino,
    chofer_id: ruta.chofer_id,
    ayudante_id: ruta.ayudante_id,
    fecha: sql`${ruta.fecha}::date`,
    hora: sql`${ruta.hora}::time`,
    precio: ruta.precio,
    comentario: ruta.comentario,
    estado: ruta.estado,
    busqueda: textoDeRuta({
      no_ruta: normalize(ruta.no_ruta),
      cliente: raw('hay_cliente_id.buscado'),
      servicio: normalize(ruta.servicio),
      piloto: raw('hay_chofer_id.buscado'),
    }),
  }) satisfies Columns<RutaWrite, 'correlativo' | 'busqueda'>

/** What this route refers to: the records held, those that it may refer to, and whether each was found. */
function referencesOf(ruta: RutaWrite, usable: (column: ReferenceColumn) => Sql) {
  const given = referenceColumns.filter((column) => ruta[column] !== null)
  return {
    given,
    held: join(given.map((column) => held(column, ruta[column]))),
    found: join(given.map((column) => found(column, usable(column)))),
    from: listed(given, (column) => `hay_${column}`),
    tell: sql`${toldOf(given)}, ${listed(given, (column) => `exists (select from hay_${column}) as hay_${column}`)}`,
  }
}

type Told = (Ruta | { id: null }) & { hubo?: boolean } & Partial<Record<`hay_${ReferenceColumn}`, boolean>>

const writtenOf = (given: ReferenceColumn[], told: Told | undefined): Written => ({
  ruta: told?.id == null ? null : told,
  missing: given.filter((column) => !told?.[`hay_${column}`]),
})

/** One statement: the route, its first history row and the totals, if all that it refers to is there. */
export async function insertRuta(db: Db, ruta: RutaWrite, userId: number): Promise<Written> {
  const columns = columnsOf(ruta)
  const refs = referencesOf(ruta, () => sql`r.eliminado_en is null`)
  const told = await one<Told>(
    db,
    prepared(sql`with ${refs.held}, ${refs.found},
      nueva as (
        insert into rutas (${names(columns)}) select ${values(columns)} from ${refs.from}
        on conflict do nothing returning *),
      historia as (
        insert into rutas_historial (ruta_id, estado_nuevo, usuario_id) select id, estado, ${userId} from nueva)
      select nueva.*, ${refs.tell}, (select contar_ruta(null, nueva) from nueva)
      from (select) una left join nueva on true`),
  )
  return writtenOf(refs.given, told)
}

/**
 * Replaces a route in the version that was read. It may keep what it referred to even from the bin, unless it is
 * reopened; records are locked before it, as in a renaming. @returns with `hubo` whether any version was there
 */
export async function updateRuta(
  db: Db,
  id: number,
  ruta: RutaWrite,
  version: number | null | undefined,
  userId: number,
): Promise<Written & { hubo: boolean }> {
  const refs = referencesOf(
    ruta,
    (column) => sql`(r.eliminado_en is null or r.id = (
      select ${raw(column)} from antes where not ${isOpen(ruta.estado)} or ${open}))`,
  )
  const told = await one<Told>(
    db,
    prepared(sql`with ${refs.held},
      primero as (select count(*) as n from (
        ${raw(refs.given.map((column) => `select id from fila_${column}`).join(' union all '))}) filas),
      antes as (
        select * from rutas where (select n from primero) >= 0 and id = ${id} and eliminado_en is null
        for no key update),
      ${refs.found},
      despues as (
        update rutas r set ${changed(columnsOf(ruta))}
        from antes, ${refs.from} where r.id = antes.id ${inVersion(version, 'antes.')}
        returning r.*),
      historia as (
        insert into rutas_historial (ruta_id, estado_anterior, estado_nuevo, usuario_id)
        select antes.id, antes.estado, despues.estado, ${userId} from antes, despues
        where antes.estado <> despues.estado)
      select despues.*, exists (select from antes) as hubo, ${refs.tell},
        (select contar_ruta(antes, despues) from antes, despues)
      from (select) una left join despues on true`),
  )
  return { ...writtenOf(refs.given, told), hubo: told?.hubo ?? false }
}
