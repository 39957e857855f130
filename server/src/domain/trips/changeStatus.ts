import { type IncidenteCausa, isOpen, type RutaEstado } from '@flota/contract/estados.ts'
import type { HechoValues } from '@flota/contract/hecho.ts'
import { setNextVersion } from '../../platform/db/records.ts'
import { type Db, empty, many, prepared, raw, sql } from '../../platform/db/sql.ts'
import type { Scope } from './findRuta.ts'
import { isOpenSql, referenceColumns, references } from './references.ts'

export interface StatusChange extends Partial<HechoValues> {
  nuevoEstado: RutaEstado
  comentario: string | null
  /** What the incident gets that a change to Incidente opens. */
  causa?: IncidenteCausa | undefined
  lugar?: string | null
}

/** A route by id, and by version if one is given; the id may be larger than any in the database. */
export interface VersionedRuta {
  id: number
  version?: number | null | undefined
}

/** The outcome of a change: no such route, another version, a record it needs is in the bin, or done. */
export type Outcome = 'unknown' | 'stale' | 'refused' | 'done'

/** The records that reopened routes need, locked so that none is deleted meanwhile. */
const needed = raw(
  referenceColumns
    .map(
      (column) => `hay_${column} as (select r.id from ${references[column].table} r, reabiertas a
        where r.id = a.${column} and r.eliminado_en is null for share of r)`,
    )
    .join(', '),
)
const isThere = raw(
  referenceColumns
    .map((column) => `(antes.${column} is null or antes.${column} in (select id from hay_${column}))`)
    .join(' and '),
)

interface StatusChangeTarget extends Scope {
  rutas: readonly VersionedRuta[]
  userId: number
}

const inScope = ({ chofer_id }: Scope) =>
  chofer_id === undefined ? empty : sql`and r.chofer_id = ${chofer_id}`

/** The CTEs that write the history and open or close the incidents of the routes in `permitidas`. */
function partsOf(userId: number, { nuevoEstado, comentario, ...change }: StatusChange) {
  const { causa = null, lugar = null, hora_dispositivo = null, desfase_s = 0 } = change
  const hecho = sql`hora_del_hecho(${hora_dispositivo}, ${desfase_s}) as hecho`
  return {
    historia: sql`insert into rutas_historial
        (ruta_id, estado_anterior, estado_nuevo, comentario, usuario_id, hora_dispositivo, hecho_en, dudosa)
      select id, estado, ${nuevoEstado}, ${comentario}, ${userId}, hecho.*
      from permitidas, ${hecho} where id in (select id from despues) order by id`,
    incidentes: sql`(select cambia_incidentes(permitidas.id, ${nuevoEstado}, ${userId}, ${causa}, ${lugar},
        ${comentario}, coalesce(hecho_en, now())) from ${hecho}
      where si and estado <> ${nuevoEstado} and 'Incidente' in (estado, ${nuevoEstado}))`,
  }
}

/** A route that is there, and whether it may be changed. */
export interface PermittedRuta {
  id: number
  si: boolean
}

/**
 * One statement writes the state of all these routes, their history and the totals, and returns the outcome of each route
 * that exists. It locks them by id, so that two calls over the same routes cannot deadlock. Setting the state a route
 * already has writes history only if there is a comment; a route whose records are in the bin is not reopened.
 */
export function statusStatement({ userId, ...target }: StatusChangeTarget, change: StatusChange) {
  const { nuevoEstado, comentario } = change
  const { historia, incidentes } = partsOf(userId, change)
  const ids = target.rutas.map(({ id }) => id)
  const versions = target.rutas.map(({ version }) => version ?? null)
  const isReopened = sql`(${isOpen({ estado: nuevoEstado })} and not antes.${isOpenSql})`
  return prepared(sql`with antes as (
        select r.* from unnest(${ids}::bigint[], ${versions}::bigint[]) pedida (id, version) join rutas r using (id)
        where r.eliminado_en is null ${inScope(target)} and (pedida.version is null or r.version = pedida.version)
        order by r.id for no key update of r),
      reabiertas as (select * from antes where ${isReopened}),
      ${needed},
      -- The settings may have changed while it was closed.
      permitidas as materialized (
        select antes.id, antes.estado, not ${isReopened} or (${isThere}) as si, horas.inicio, horas.fin
        from antes, lateral (
          select antes.inicio, antes.fin where not ${isReopened}
          union all select h.inicio, h.fin from horario(fecha, hora,
            duracion_de(duracion_min, cliente_id, origen, destino, servicio, fecha)) h where ${isReopened}) horas),
      despues as (
        update rutas r set ${setNextVersion({ estado: nuevoEstado, inicio: raw('permitidas.inicio'), fin: raw('permitidas.fin') })}
        from permitidas
        where r.id = permitidas.id and permitidas.si
          and (permitidas.estado <> ${nuevoEstado} or ${comentario}::text is not null)
        returning r.*),
      historia as (${historia})
      select permitidas.id, permitidas.si,
        (select contar_ruta(antes, despues) from antes, despues
          where antes.id = permitidas.id and despues.id = permitidas.id),
        ${incidentes},
        -- The log's trigger fires at the statement's end.
        set_config('flota.motivo', ${comentario ?? ''}, true)
      from permitidas order by permitidas.id`)
}

/** Each route has its own outcome: some may be refused while others are written. */
export async function changeStatus(
  db: Db,
  target: StatusChangeTarget,
  change: StatusChange,
): Promise<Map<number, Outcome>> {
  const found = await many<PermittedRuta>(db, statusStatement(target, change))
  const outcomes = new Map<number, Outcome>(found.map(({ id, si }) => [id, si ? 'done' : 'refused']))
  const others = target.rutas.map(({ id }) => id).filter((id) => !outcomes.has(id))
  if (others.length === 0) return outcomes
  const there = await many<{ id: number }>(
    db,
    prepared(sql`select id from rutas r
      where id = any(${others}::bigint[]) and eliminado_en is null ${inScope(target)}`),
  )
  const stale = new Set(there.map(({ id }) => id))
  for (const id of others) outcomes.set(id, stale.has(id) ? 'stale' : 'unknown')
  return outcomes
}
