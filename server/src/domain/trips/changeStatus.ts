import type { HechoValues } from '@flota/contract/core/hecho.ts'
import { type IncidenteCausa, isOpen, type RutaEstado } from '@flota/contract/records/estados.ts'
import { setNextVersion } from '../../platform/db/records.ts'
import { type Db, empty, many, prepared, raw, sql } from '../../platform/db/sql.ts'
import { type Scope, scopeCondition } from './findRuta.ts'
import { isOpenSql, referenceColumns, references } from './references.ts'

export interface StatusChange extends Partial<HechoValues> {
  nuevoEstado: RutaEstado
  comentario: string | null
  /** Cause and place of the incident that a change to Incidente opens. */
  causa?: IncidenteCausa | undefined
  lugar?: string | null
}

/** Id of a route and the version that the client read. The id may exceed the column's range. */
export interface VersionedRuta {
  id: number
  version?: number | null | undefined
}

/** `stale`: the route has another version. `refused`: a record that the reopened route needs is in the bin. */
export type Outcome = 'unknown' | 'stale' | 'refused' | 'done'

/** CTEs that lock the records of reopened routes against deletion. */
const referenceCtes = raw(
  referenceColumns
    .map(
      (column) => `hay_${column} as (select r.id from ${references[column].table} r, reabiertas a
        where r.id = a.${column} and r.eliminado_en is null for share of r)`,
    )
    .join(', '),
)
const referencesExist = raw(
  referenceColumns
    .map((column) => `(antes.${column} is null or antes.${column} in (select id from hay_${column}))`)
    .join(' and '),
)

interface StatusChangeTarget extends Scope {
  rutas: readonly VersionedRuta[]
  userId: number
  heardBefore?: string | null | undefined
}

/** Moment of the trip's newest state from a phone, else of its creation: no later state of a phone precedes it. */
const previousEvent = raw(`(select greatest(permitidas.creado_en, max(hecho_en)) from rutas_historial
  where ruta_id = permitidas.id and not rutas_historial.dudosa)`)

function sideEffects(
  { userId, heardBefore = null }: Pick<StatusChangeTarget, 'userId' | 'heardBefore'>,
  { nuevoEstado, comentario, ...change }: StatusChange,
) {
  const { causa = null, lugar = null, hora_dispositivo = null, desfase_s = 0 } = change
  const hecho = hora_dispositivo
    ? sql`hora_del_hecho(${hora_dispositivo}, ${desfase_s}, ${previousEvent}, ${heardBefore})`
    : sql`hora_del_hecho(null, 0)`
  return {
    historia: sql`insert into rutas_historial
        (ruta_id, estado_anterior, estado_nuevo, comentario, usuario_id, hora_dispositivo, hecho_en, dudosa)
      select id, estado, ${nuevoEstado}, ${comentario}, ${userId}, hecho.*
      from permitidas, lateral ${hecho} as hecho where id in (select id from despues) order by id`,
    incidentes: sql`(select cambia_incidentes(permitidas.id, ${nuevoEstado}, ${userId}, ${causa}, ${lugar},
        ${comentario}, case when dudosa then now() else coalesce(hecho_en, now()) end)
      from ${hecho} as hecho
      where si and estado <> ${nuevoEstado} and 'Incidente' in (estado, ${nuevoEstado}))`,
  }
}

/** Adds the changes of several trips to the totals at once, in the order in which contar_ruta locks their rows. */
const totalsCte = raw(`, totales as (
  insert into resumen (nivel, periodo, estado, cajon, n, suma)
  select nivel, periodo, cambio.estado, pg_backend_pid() % 16, sum(cambio.n), sum(cambio.n * despues.precio)
  from despues join antes using (id), lateral (values (antes.estado, -1), (despues.estado, 1)) as cambio (estado, n),
    lateral (values
      ('todo', date '0001-01-01'),
      ('mes', date_trunc('month', despues.fecha)::date),
      ('dia', despues.fecha)) as cuenta (nivel, periodo)
  group by 1, 2, 3
  having sum(cambio.n) <> 0 or sum(cambio.n * despues.precio) <> 0
  order by 1, 2, 3
  on conflict (nivel, periodo, estado, cajon)
  do update set n = resumen.n + excluded.n, suma = resumen.suma + excluded.suma)`)
/** Counts one trip by a path that groups nothing. */
const totalsColumn = raw(`(select contar_ruta(antes, despues) from antes, despues
  where antes.id = permitidas.id and despues.id = permitidas.id),`)

/** Rows of a route's history that its pilot may write. */
export const maxPilotHistory = 200

/** An existing route in the requested version; `si`: the change is allowed, `lleno`: its pilot wrote enough history. */
export interface PermittedRuta {
  id: number
  si: boolean
  lleno: boolean
}

/**
 * Returns one statement that writes state, history and totals, with one row for each existing route.
 * The statement locks routes by id, so that two requests over the same routes cannot deadlock.
 * An unchanged state writes history only with a comment. A route is not reopened while a record of it is in the bin.
 */
export function statusStatement(target: StatusChangeTarget, change: StatusChange) {
  const { nuevoEstado, comentario } = change
  const { historia, incidentes } = sideEffects(target, change)
  const ids = target.rutas.map(({ id }) => id)
  const isSingle = ids.length === 1
  const versions = target.rutas.map(({ version }) => version ?? null)
  const writesHistory = sql`(antes.estado <> ${nuevoEstado} or ${comentario}::text is not null)`
  const isFull =
    target.chofer_id === undefined
      ? sql`false`
      : sql`${writesHistory} and historial_lleno(antes.id, ${target.userId}, ${maxPilotHistory})`
  const isReopened = sql`(${isOpen({ estado: nuevoEstado })} and not antes.${isOpenSql})`
  return prepared(sql`with antes as (
        select r.* from unnest(${ids}::bigint[], ${versions}::bigint[]) pedida (id, version) join rutas r using (id)
        where r.eliminado_en is null ${scopeCondition(target, 'r.')} and (pedida.version is null or r.version = pedida.version)
        order by r.id for no key update of r),
      reabiertas as (select * from antes where ${isReopened}),
      ${referenceCtes},
      -- A reopened route gets new hours: settings may have changed since it was closed.
      permitidas as materialized (
        select antes.id, antes.estado, antes.creado_en, not lleno and (not ${isReopened} or (${referencesExist})) as si, lleno,
          horas.inicio, horas.fin
        from antes, lateral (select ${isFull} as lleno) historial, lateral (
          select antes.inicio, antes.fin where not ${isReopened}
          union all select h.inicio, h.fin from horario(fecha, hora,
            duracion_de(duracion_min, cliente_id, origen, destino, servicio, fecha)) h where ${isReopened}) horas),
      despues as (
        update rutas r set ${setNextVersion({ estado: nuevoEstado, inicio: raw('permitidas.inicio'), fin: raw('permitidas.fin') })}
        from permitidas
        where r.id = permitidas.id and permitidas.si
          and (permitidas.estado <> ${nuevoEstado} or ${comentario}::text is not null)
        returning r.*),
      historia as (${historia}) ${isSingle ? empty : totalsCte}
      select permitidas.id, permitidas.si, permitidas.lleno, ${isSingle ? totalsColumn : empty} ${incidentes},
        -- The trigger of the audit log fires at the end of the statement.
        set_config('flota.motivo', ${comentario ?? ''}, true)
      from permitidas order by permitidas.id`)
}

/** Changes each route independently. @returns the outcome by route id */
export async function changeStatus(
  db: Db,
  target: StatusChangeTarget,
  change: StatusChange,
): Promise<Map<number, Outcome>> {
  const found = await many<PermittedRuta>(db, statusStatement(target, change))
  const outcomes = new Map<number, Outcome>(found.map(({ id, si }) => [id, si ? 'done' : 'refused']))
  const others = target.rutas.map(({ id }) => id).filter((id) => !outcomes.has(id))
  if (others.length === 0) return outcomes
  const existing = await many<{ id: number }>(
    db,
    prepared(sql`select id from rutas r
      where id = any(${others}::bigint[]) and eliminado_en is null ${scopeCondition(target, 'r.')}`),
  )
  const stale = new Set(existing.map(({ id }) => id))
  for (const id of others) outcomes.set(id, stale.has(id) ? 'stale' : 'unknown')
  return outcomes
}
