import type { Sql } from 'sql-template-tag'
import { selectLate } from '../../domain/trips/lateTrips.ts'
import type { CompanyTimeSql } from '../../domain/trips/unclosedTrips.ts'
import { empty, raw, sql } from '../../platform/db/sql.ts'
import { noticeId, personName } from './noticeSql.ts'

/** Returns 'RUTA-1 (06:00)', with the day if the other trip has another one. */
const startOf = (trip: 'a' | 'b') =>
  raw(`${trip}.no_ruta || to_char(${trip}.fecha + ${trip}.hora,
    case when a.fecha = b.fecha then ' (HH24:MI)' else ' (DD/MM/YYYY HH24:MI)' end)`)

/** Selects overlapping trips, one notice a pair, named by what they share. */
export const scheduleConflicts = ({ ahora }: CompanyTimeSql) => sql`
  select ${noticeId('choque', [sql`menor`, sql`mayor`])} as id,
    case que
      when 'camión' then (select placa from camiones where id = a.camion_id)
      when 'piloto' then (select ${personName('c')} from choferes c where id = a.chofer_id)
      else (select ${personName('y')} from ayudantes y where id = a.ayudante_id) end || ': ' ||
    case when (a.fecha, a.hora, a.id) < (b.fecha, b.hora, b.id)
      then ${startOf('a')} || ' y ' || ${startOf('b')} else ${startOf('b')} || ' y ' || ${startOf('a')} end as asunto,
    'rutas' as entidad, menor as entidad_id, greatest(a.fecha, b.fecha) as fecha
  from pares_ocupados(${ahora}) pares join rutas a on a.id = menor join rutas b on b.id = mayor`

export const lateTrips = (when: CompanyTimeSql, condition = sql`true`) => sql`
  select ${noticeId('con_retraso', [sql`r.id`])} as id, no_ruta as asunto, 'rutas' as entidad, r.id as entidad_id, fecha,
    jsonb_build_object('minutos', minutos, 'quien', ${personName('c')} || ', ' || placa) as datos
  from (${selectLate(when, condition)}) r
    join choferes c on c.id = r.chofer_id join camiones on camiones.id = r.camion_id`

/** Ignores older trips. The upper bound lets the planner estimate that few match. */
const isRecentTrip = (hoy: string | Sql) =>
  sql`r.eliminado_en is null and r.fecha between ${hoy}::date - 30 and 'infinity'`

/** Selects deliveries without the evidence that the client requires. */
export const missingEvidence = ({ hoy }: CompanyTimeSql, condition = empty) => sql`
  with entregadas as materialized (
      select r.id, no_ruta, fecha, exige_foto and fecha >= foto_desde as pide_foto,
        exige_firma and fecha >= firma_desde as pide_firma
      from rutas r join reglas g using (cliente_id)
      where estado = 'Entregado' and ${isRecentTrip(hoy)} and (exige_foto or exige_firma) ${condition}),
    pruebas as (
      select entidad_id as id, bool_or(clase = 'foto') as foto, bool_or(clase = 'firma') as firma
      from archivos
      where entidad = 'rutas' and entidad_id = any(array(select id from entregadas))
        and terminado_en is not null and eliminado_en is null
      group by entidad_id),
    sin as (
      select r.*, pide_foto and foto is not true as foto, pide_firma and firma is not true as firma
      from entregadas r left join pruebas p using (id))
  select ${noticeId('sin_evidencia', [sql`id`])} as id, no_ruta || ': entregada sin ' ||
      case when foto and firma then 'foto ni firma' when foto then 'foto' else 'firma' end as asunto,
    'rutas' as entidad, id as entidad_id, fecha
  from sin where (foto or firma)
    and not exists (select from entregas where ruta_id = sin.id and sin_evidencia_motivo is not null)`

export const openIncidents = ({ hoy }: CompanyTimeSql) => sql`
  select ${noticeId('incidente_abierto', [sql`i.id`])} as id, no_ruta || ': incidente abierto (' || causa || ')' as asunto,
    'rutas' as entidad, r.id as entidad_id, (i.desde at time zone (select zona from ajustes))::date as fecha
  from incidentes i, lateral (
    -- offset 0 forces a lookup per incident: few are open, but a month has thousands of trips.
    select id, no_ruta from rutas r where r.id = i.ruta_id and ${isRecentTrip(hoy)} offset 0) r
  where i.hasta is null and i.eliminado_en is null and i.fecha_ruta between ${hoy}::date - 30 and 'infinity'`
