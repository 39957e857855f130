import type { DayRange } from '@flota/contract/core/calendar.ts'
import type { Rendimiento, RendimientoDePiloto, RendimientoQuery } from '@flota/contract/fleet/rendimiento.ts'
import type { Sql } from 'sql-template-tag'
import { type Db, many, raw, sql } from '../../platform/db/sql.ts'

/** Sums of a truck's rows. km_galon and costo_km divide sums, never ratios. */
const truckSums = raw(`
  coalesce(sum(s.km), 0) as km, coalesce(sum(s.galones), 0) as galones,
  round(sum(s.tramos_km) / nullif(sum(s.tramos_galones), 0), 2) as km_galon,
  coalesce(sum(s.combustible), 0) as combustible, coalesce(sum(s.mantenimiento), 0) as mantenimiento,
  coalesce(sum(s.gastos), 0) as gastos,
  coalesce(sum(s.combustible) + sum(s.mantenimiento) + sum(s.gastos), 0) as costo,
  round((sum(s.combustible) + sum(s.mantenimiento) + sum(s.gastos)) / nullif(sum(s.km), 0), 2) as costo_km`)

/** The lines by plate, and the totals last. A truck in the bin has a line if it has a figure. */
const truckStatement = ({ desde, hasta }: DayRange): Sql => {
  const days = sql`between ${desde} and ${hasta}`
  return sql`
    with partes as (
      select camion_id, recorrido as km, 0 as galones, 0 as tramos_km, 0 as tramos_galones, 0 as combustible,
        0 as mantenimiento, 0 as gastos
      from kilometrajes where fecha ${days} and recorrido > 0
      union all
      select camion_id, 0, galones, 0, 0, case when estado = 'aprobado' then monto else 0 end, 0, 0
      from movimientos where camion_id is not null and estado <> 'anulado' and fecha ${days}
      union all
      select camion_id, 0, 0, km, galones, 0, 0, 0 from tramos where hasta ${days}
      union all
      select r.camion_id, 0, 0, 0, 0, case when m.concepto = 'Combustible' then m.monto else 0 end, 0,
        case when m.concepto <> 'Combustible' then m.monto else 0 end
      from movimientos m join rutas r on r.id = m.ruta_id
      where m.tipo = 'gasto' and m.estado = 'aprobado' and m.camion_id is null and m.fecha ${days}
      union all
      select camion_id, 0, 0, 0, 0, 0, costo, 0 from mantenimientos
      where estado = 'Completado' and eliminado_en is null and coalesce(fecha_realizada, fecha_programada) ${days}
        and costo > 0),
    sumas as (
      select camion_id, sum(km) as km, sum(galones) as galones, sum(tramos_km) as tramos_km,
        sum(tramos_galones) as tramos_galones, sum(combustible) as combustible, sum(mantenimiento) as mantenimiento,
        sum(gastos) as gastos
      from partes group by camion_id)
    select grouping(c.id) = 1 as es_total, c.id as camion_id, c.placa, ${truckSums}
    from camiones c left join sumas s on s.camion_id = c.id
    where c.eliminado_en is null or s.km + s.galones + s.combustible + s.mantenimiento + s.gastos > 0
    group by grouping sets ((c.id, c.placa), ())
    order by es_total, c.placa collate es_nombre, c.id`
}

/** The lines by name, those without a pilot after them, and the totals last. */
const pilotStatement = ({ desde, hasta }: DayRange): Sql => sql`
  with sumas as (
    select chofer_id, sum(km) as km, sum(galones) as galones from tramos
    where hasta between ${desde} and ${hasta} group by chofer_id)
  select es_total, chofer_id, nullif(trim(concat_ws(' ', ch.nombre, ch.apellido)), '') as piloto, km, galones,
    round(km / nullif(galones, 0), 2) as km_galon
  from (
    select false as es_total, chofer_id, km, galones from sumas
    union all
    select true, null, coalesce(sum(km), 0), coalesce(sum(galones), 0) from sumas) lineas
    left join choferes ch on ch.id = chofer_id
  order by es_total, ch.nombre collate es_nombre nulls last, ch.apellido collate es_nombre, chofer_id`

export type Grupo = RendimientoQuery['por']

export const rendimientoStatement = (por: Grupo, days: DayRange): Sql =>
  por === 'camion' ? truckStatement(days) : pilotStatement(days)

export type RendimientoLine = (Rendimiento | RendimientoDePiloto) & { es_total: boolean }

export async function findRendimiento(db: Db, por: Grupo, days: DayRange) {
  const filas = await many<RendimientoLine>(db, rendimientoStatement(por, days))
  const totales = filas.pop()
  if (!totales?.es_total) throw new Error('findRendimiento returned no totals row')
  // The schema of the endpoint removes es_total, and keeps the figures of the group.
  return { data: { filas, totales } as { filas: Rendimiento[]; totales: Rendimiento } }
}
