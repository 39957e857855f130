import type { DayRange } from '@flota/contract/core/calendar.ts'
import type { Rendimiento, RendimientoDePiloto, RendimientoQuery } from '@flota/contract/fleet/rendimiento.ts'
import type { Sql } from 'sql-template-tag'
import { type Db, many, raw, sql } from '../../platform/db/sql.ts'

/** Sums of the trucks of a line. km_galon and costo_km divide sums, never ratios. */
const truckSums = raw(`
  coalesce(sum(km), 0) as km, coalesce(sum(galones), 0) as galones,
  round(sum(tramos_km) / nullif(sum(tramos_galones), 0), 2) as km_galon,
  coalesce(sum(combustible), 0) as combustible, coalesce(sum(mantenimiento), 0) as mantenimiento,
  coalesce(sum(gastos), 0) as gastos,
  coalesce(sum(combustible + mantenimiento + gastos), 0) as costo,
  round(sum(combustible + mantenimiento + gastos) / nullif(sum(km), 0), 2) as costo_km`)

/** Groups each source by truck before they are joined: this takes a third of the time of grouping them together. */
const sourceSums = (days: Sql): Sql => sql`
  recorridos as (
    select camion_id, sum(recorrido) as km from kilometrajes where fecha ${days} and recorrido > 0 group by 1),
  cargas as (
    select camion_id, sum(galones) as galones, sum(monto) filter (where estado = 'aprobado') as total
    from movimientos where camion_id is not null and estado <> 'anulado' and fecha ${days} group by 1),
  terminados as (
    select camion_id, sum(km) as km, sum(galones) as galones from tramos where hasta ${days} group by 1),
  gastados as (
    select r.camion_id, sum(m.monto) filter (where m.concepto = 'Combustible') as combustible,
      sum(m.monto) filter (where m.concepto <> 'Combustible') as otros
    from movimientos m join rutas r on r.id = m.ruta_id
    where m.tipo = 'gasto' and m.estado = 'aprobado' and m.camion_id is null and m.fecha ${days} group by 1),
  trabajos as (
    select camion_id, sum(costo) as costo from mantenimientos
    where estado = 'Completado' and eliminado_en is null and coalesce(fecha_realizada, fecha_programada) ${days} group by 1)`

/** The lines by plate, and the totals last. A truck in the bin has a line if it has a figure. */
const truckStatement = ({ desde, hasta }: DayRange): Sql => sql`
  with ${sourceSums(sql`between ${desde} and ${hasta}`)},
  sumas as (
    select c.id, c.placa, c.eliminado_en, coalesce(recorridos.km, 0) as km, coalesce(cargas.galones, 0) as galones,
      terminados.km as tramos_km, terminados.galones as tramos_galones,
      coalesce(cargas.total, 0) + coalesce(gastados.combustible, 0) as combustible,
      coalesce(trabajos.costo, 0) as mantenimiento, coalesce(gastados.otros, 0) as gastos
    from camiones c
      left join recorridos on recorridos.camion_id = c.id
      left join cargas on cargas.camion_id = c.id
      left join terminados on terminados.camion_id = c.id
      left join gastados on gastados.camion_id = c.id
      left join trabajos on trabajos.camion_id = c.id)
  select grouping(id) = 1 as es_total, id as camion_id, placa, ${truckSums}
  from sumas
  where eliminado_en is null or km + galones + combustible + mantenimiento + gastos > 0
  group by grouping sets ((id, placa), ())
  order by es_total, placa collate es_nombre, id`

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
