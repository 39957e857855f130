import type { RutaEstado } from '@flota/contract/estados.ts'
import { changed, inVersion } from '../db/records.ts'
import { type Db, empty, one, prepared, raw, sql } from '../db/sql.ts'
import type { Scope } from './findRuta.ts'
import { isOpen, open, referenceColumns, references } from './references.ts'

export interface StatusChange {
  nuevoEstado: RutaEstado
  comentario: string | null
  version?: number | null | undefined
}

/** What became of a change: no such route, not in that version, a record it needs is in the bin, or done. */
export type Outcome = 'unknown' | 'stale' | 'refused' | 'done'

/** The records that a reopened route needs, locked so that none is deleted meanwhile. */
const needed = raw(
  referenceColumns
    .map(
      (column) => `hay_${column} as (select r.id from ${references[column].table} r, reapertura a
        where r.id = a.${column} and r.eliminado_en is null for share of r)`,
    )
    .join(', '),
)
const isThere = raw(
  referenceColumns
    .map((column) => `(antes.${column} is null or exists (select from hay_${column}))`)
    .join(' and '),
)

/**
 * One statement for the state, its history row and the totals. Setting the same state writes a row only with a
 * comment; a route, whose id may be larger than any, is not reopened for records in the bin, and those it needs are locked meanwhile.
 */
export async function changeStatus(
  db: Db,
  { id, chofer_id, userId }: Scope & { id: number; userId: number },
  { nuevoEstado, comentario, version }: StatusChange,
): Promise<Outcome> {
  const inScope = sql`id = ${id}::bigint and eliminado_en is null
    ${chofer_id === undefined ? empty : sql`and chofer_id = ${chofer_id}`}`
  const result = await one<{ si: boolean }>(
    db,
    prepared(sql`with antes as (
        select * from rutas
        where ${inScope} ${inVersion(version)}
        for no key update),
      reapertura as (select * from antes where ${isOpen(nuevoEstado)} and not ${open}),
      ${needed},
      -- The settings may have changed while it was closed.
      horas as (
        select inicio, fin from antes where not exists (select from reapertura)
        union all select h.inicio, h.fin from reapertura a, lateral horario(a.fecha, a.hora,
          duracion_de(a.duracion_min, a.cliente_id, a.origen, a.destino, a.servicio, a.fecha)) h),
      permitida as (
        select antes.id, not exists (select from reapertura) or (${isThere}) as si from antes),
      despues as (
        update rutas r set ${changed({ estado: nuevoEstado, inicio: raw('horas.inicio'), fin: raw('horas.fin') })}
        from antes, permitida, horas
        where r.id = antes.id and permitida.si
          and (antes.estado <> ${nuevoEstado} or ${comentario}::text is not null)
        returning r.*),
      historia as (
        insert into rutas_historial (ruta_id, estado_anterior, estado_nuevo, comentario, usuario_id)
        select antes.id, antes.estado, despues.estado, ${comentario}, ${userId} from antes, despues)
      select permitida.si, (select contar_ruta(antes, despues) from antes, despues),
        -- The log's trigger fires at the statement's end.
        set_config('flota.motivo', ${comentario ?? ''}, true)
      from permitida`),
  )
  if (result) return result.si ? 'done' : 'refused'
  return (await one(db, prepared(sql`select from rutas where ${inScope}`))) ? 'stale' : 'unknown'
}
