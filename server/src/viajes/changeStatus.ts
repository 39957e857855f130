import type { RutaEstado } from '@flota/contract/estados.ts'
import { type Db, empty, one, raw, sql } from '../db/sql.ts'

export interface StatusChange {
  nuevoEstado: RutaEstado
  comentario: string | null
  version?: number | null | undefined
}

/** What became of a change: the route was not found in that version, a record it needs is in the bin, or done. */
export type Outcome = 'stale' | 'refused' | 'done'

/** A record that a reopened route needs, locked so that it is not deleted meanwhile. */
const needed = (name: string, table: string, column: string) =>
  raw(`${name} as (
    select r.id from ${table} r, reapertura a where r.id = a.${column} and r.eliminado_en is null for share of r)`)

/**
 * The state, one history row and the totals in one statement. The state it already has writes a row only
 * with a comment. A route is not reopened for records that are in the bin, which are locked meanwhile.
 */
export async function changeStatus(
  db: Db,
  { id, choferId, userId }: { id: number; choferId: number; userId: number },
  { nuevoEstado, comentario, version }: StatusChange,
): Promise<Outcome> {
  const opens = nuevoEstado === 'Pendiente' || nuevoEstado === 'En curso'
  const result = await one<{ si: boolean }>(
    db,
    sql`with antes as (
        select * from rutas
        where id = ${id} and chofer_id = ${choferId} and eliminado_en is null
          ${version == null ? empty : sql`and version = ${version}`}
        for no key update),
      reapertura as (select * from antes where ${opens} and estado in ('Entregado', 'Incidente')),
      ${needed('cl', 'clientes', 'cliente_id')}, ${needed('ca', 'camiones', 'camion_id')},
      ${needed('ch', 'choferes', 'chofer_id')}, ${needed('ay', 'ayudantes', 'ayudante_id')},
      permitida as (
        select antes.id, not exists (select from reapertura)
          or (exists (select from cl) and exists (select from ca) and exists (select from ch)
            and (antes.ayudante_id is null or exists (select from ay))) as si
        from antes),
      despues as (
        update rutas r set estado = ${nuevoEstado}, version = r.version + 1, actualizado_en = now()
        from antes, permitida
        where r.id = antes.id and permitida.si
          and (antes.estado <> ${nuevoEstado} or ${comentario}::text is not null)
        returning r.*),
      historia as (
        insert into rutas_historial (ruta_id, estado_anterior, estado_nuevo, comentario, usuario_id)
        select antes.id, antes.estado, despues.estado, ${comentario}, ${userId} from antes, despues)
      select permitida.si, (select contar_ruta(antes, despues) from antes, despues) from permitida`,
  )
  if (!result) return 'stale'
  return result.si ? 'done' : 'refused'
}
