import type { CompanyTimeSql } from '../../domain/trips/unclosedTrips.ts'
import { empty, raw, sql } from '../../platform/db/sql.ts'
import { noticeId } from './noticeSql.ts'

/** Days in which a warning of fuel is a notice. */
const maxFuelDays = 30

const kilometres = (value: string) => raw(`to_char(${value}, 'FM9,999,999,990')`)
const day = (value: string) => raw(`to_char(${value}, 'DD/MM/YYYY')`)

/** What a reading's falta says, with the good reading that it was held against. */
const readingText = sql`case k.falta when 'KM_MENOR' then 'el kilometraje es menor que '
    when 'KM_SALTO' then 'el kilometraje salta desde ' end
  || ${kilometres('k.contra_km')} || ' (' || ${day('k.contra_fecha')} || ')'`

/** Selects the recent cargas and lecturas with a falta, of trucks outside the bin. */
export const fuelWarnings = ({ hoy }: CompanyTimeSql, ids: readonly string[] = []) => {
  const isRecent = (alias: string) =>
    sql`${raw(alias)}.fecha between ${hoy}::date - ${raw(String(maxFuelDays))} and 'infinity' and c.eliminado_en is null`
  const only = (column: string) => (ids.length === 0 ? empty : sql` and ${raw(column)} = ${ids[0]}::bigint`)
  return sql`
    select ${noticeId('combustible', [sql`f.carga_id`], sql`'cargas'`)} as id,
      c.placa || ', ' || ${day('f.fecha')} || ': ' || concat_ws('; ', ${readingText},
        case when 'TANQUE' = any(f.faltas) then trim_scale(m.galones) || ' galones en un tanque de ' || trim_scale(g.tanque_gal) end,
        case when 'RENDIMIENTO_BAJO' = any(f.faltas) then t.km_galon || ' km/gal, lo usual es ' || t.usual end) as asunto,
      'camiones' as entidad, c.id as entidad_id, f.fecha
    from cargas_faltas f
      join camiones c on c.id = f.camion_id
      left join movimientos m on m.id = f.carga_id
      left join kilometrajes k on k.camion_id = f.camion_id and k.origen = 'carga' and k.origen_id = f.carga_id
      left join camiones_ficha g on g.camion_id = f.camion_id
      left join (select camion_id, carga_id, km_galon, round(round(usual, 12), 2) as usual from tramos) t
        on t.camion_id = f.camion_id and t.carga_id = f.carga_id
    where ${isRecent('f')}${only('f.carga_id')}
    union all
    select ${noticeId('combustible', [sql`k.origen_id`], sql`'lecturas'`)},
      c.placa || ', ' || ${day('k.fecha')} || ': ' || ${readingText}, 'camiones', c.id, k.fecha
    from kilometrajes k join camiones c on c.id = k.camion_id
    where k.origen = 'lectura' and k.falta is not null and ${isRecent('k')}${only('k.origen_id')}`
}

const rank = (estado: string) => raw(`array_position(array['vencido', 'por_vencer', 'al_dia'], ${estado})`)

/** Selects the plans that are due or lack the kilometres of the last service. `datos` says which part is worse. */
export const dueServices = ({ hoy }: CompanyTimeSql, condition = empty) => sql`
  select ${noticeId('mantenimiento', [sql`id`])} as id, nombre || ' de ' || camion as asunto, 'camiones' as entidad,
    camion_id as entidad_id, proxima_fecha as fecha,
    jsonb_build_object('vencido', 'vencido' in (de_km, de_dias), 'km', case
      when falta_km is not null and ${rank('de_km')} <= ${rank('de_dias')} then case
        when falta_km < 0 then 'Se pasó por ' || ${kilometres('-falta_km')} || ' km'
        when falta_km = 1 then 'Falta 1 km'
        else 'Faltan ' || ${kilometres('falta_km')} || ' km' end
      when de_dias = 'al_dia' then 'Falta el kilometraje del último servicio' end) as datos
  from (
    select id, nombre, camion, camion_id, proxima_fecha, falta_km, sin_km,
      estado_de_plan(true, falta_km, aviso_km, null, null) as de_km,
      estado_de_plan(true, null, null, proxima_fecha - dia.hoy, aviso_dias) as de_dias
    -- offset 0: PostgreSQL inlines the function for a column, not for a subquery.
    from planes_leer cross join (select ${hoy}::date as hoy offset 0) dia
    where activo and eliminado_en is null and not oculto ${condition}) p
  where de_km <> 'al_dia' or de_dias <> 'al_dia' or sin_km`
