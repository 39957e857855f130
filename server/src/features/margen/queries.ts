import { type DayRange, months } from '@flota/contract/core/calendar.ts'
import type {
  Margen,
  MargenDeRuta,
  MargenGrupo,
  MargenTotales,
  margenOrders,
} from '@flota/contract/money/margen.ts'
import { registros } from '@flota/contract/records/registros.ts'
import type { Sql } from 'sql-template-tag'
import { addTripNames } from '../../domain/trips/tripNames.ts'
import { type Db, empty, limitOffset, many, one, prepared, raw, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'

/** Selects the costs of each trip in `viajes`, and whether it has unreviewed expenses. */
const tripCosts = raw(`
  select ruta_id,
    sum(monto) filter (where estado = 'aprobado' and concepto = 'Combustible') as combustible,
    sum(monto) filter (where estado = 'aprobado' and concepto <> 'Combustible') as gastos,
    sum(monto) filter (where estado = 'aprobado' and tipo = 'comision') as comisiones,
    sum(monto) filter (where estado = 'aprobado' and tipo in ('anticipo', 'reanticipo')) as anticipos,
    bool_or(estado = 'registrado' and tipo = 'gasto') as por_revisar
  from movimientos
  where ruta_id in (select id from viajes) and estado <> 'anulado'
  group by ruta_id`)

const sumsOf = (columns: string[]) =>
  raw(columns.map((column) => `coalesce(sum(${column}), 0) as ${column}`).join(', '))
const keptColumns = ['ingreso', 'combustible', 'gastos', 'comisiones']
const keptSums = sumsOf(keptColumns)
const sumColumns = sumsOf([...keptColumns, 'anticipos'])

/** Columns computed from the sums. No other place rounds. */
const computedColumns =
  raw(`viajes, ingreso, combustible, gastos, comisiones, anticipos, costo, ingreso - costo as margen,
  round((ingreso - costo) * 100 / nullif(ingreso, 0), 1) as margen_pct, por_revisar`)
const costoLateral = raw('lateral (select combustible + gastos + comisiones as costo) c')

const lineColumns = raw(
  'viajes, ingreso, combustible, gastos, comisiones, anticipos, costo, margen, margen_pct, por_revisar',
)

const groups: Record<MargenGrupo, { clave: Sql; nombre: Sql }> = {
  trayecto: {
    clave: raw(`normaliza(v.origen) || ' → ' || normaliza(v.destino)`),
    nombre: raw('trayecto'),
  },
  ruta: { clave: raw('v.id'), nombre: raw('(select no_ruta from rutas where id = clave)') },
  cliente: {
    clave: raw('v.cliente_id'),
    nombre: raw(`(select trim(concat_ws(' ', nombre, apellido)) from clientes where id = clave)`),
  },
  camion: { clave: raw('v.camion_id'), nombre: raw('(select placa from camiones where id = clave)') },
  piloto: {
    clave: raw('v.chofer_id'),
    nombre: raw(`(select trim(concat_ws(' ', nombre, apellido)) from choferes where id = clave)`),
  },
  mes: {
    clave: raw(`to_char(v.fecha, 'YYYY-MM')`),
    nombre: sql`(${months}::text[])[right(clave, 2)::int] || ' de ' || left(clave, 4)`,
  },
}

/** A place may be spelled in several ways: the newest trip's is shown. */
const spelling: Partial<Record<MargenGrupo, string>> = {
  trayecto: `(array_agg(v.origen || ' → ' || v.destino order by v.fecha desc, v.id desc))[1]`,
}

const orderOf = (por: MargenGrupo, orden?: MargenOrder) => {
  if (orden === undefined && por === 'mes') return 'clave desc'
  const column = (orden ?? 'margen').replace('-', '')
  return `${column === 'margen' ? 'ingreso - costo' : column}${orden?.startsWith('-') ? ' desc' : ''}, clave`
}

/** Returns the CTEs with the lines of the selected trips, numbered in display order. */
const lineCtes = (por: MargenGrupo, condition: Sql, orden?: MargenOrder) => sql`
  viajes as materialized (
    select id, fecha, cliente_id, camion_id, chofer_id, origen, destino, precio as ingreso from rutas where ${condition}),
  filas as materialized (
    select clave, trayecto, ${computedColumns},
      row_number() over (order by ${raw(orderOf(por, orden))}) as n
    from (
      select ${groups[por].clave} as clave, ${raw(spelling[por] ?? 'null')} as trayecto, count(*)::int as viajes, ${sumColumns},
        (count(*) filter (where por_revisar))::int as por_revisar
      from viajes v left join (${tripCosts}) g on g.ruta_id = v.id group by 1) s, ${costoLateral})`

/** Selects the totals of all lines. The name is null, and the key is the number of lines. */
const totalsSelect = sql`
  select null::bigint as n, filas::text as clave, null as nombre, ${computedColumns}
  from (
    select count(*) as filas, coalesce(sum(viajes), 0)::int as viajes, ${sumColumns},
      coalesce(sum(por_revisar), 0)::int as por_revisar
    from filas) t, ${costoLateral}`

const delivered = ({ desde, hasta }: DayRange) =>
  sql`eliminado_en is null and estado = 'Entregado' and fecha between ${desde} and ${hasta}`

const linesStatement = ({ por, orden, ...days }: MargenFilter, page = empty) => sql`
  with ${lineCtes(por, delivered(days), orden)}
  select n, clave::text, ${groups[por].nombre} as nombre, ${lineColumns}
  from (select * from filas order by n ${page}) f
  union all ${totalsSelect}
  order by n`

/** The order over `margenes`: each line is one trip. */
const tripOrderOf = (orden: MargenOrder = 'margen') => {
  const column = orden.replace('-', '')
  return column === 'viajes' ? 'ruta_id' : `${column}${orden.startsWith('-') ? ' desc' : ''}, ruta_id`
}

/** Selects a page of the lines by trip and their totals from `margenes`. The page needs no advances. */
const tripsStatement = ({ orden, desde, hasta }: MargenFilter, page: Sql) => {
  const order = raw(tripOrderOf(orden))
  const kept = sql`margenes where fecha between ${desde} and ${hasta}`
  return sql`
  with filas as (
    select row_number() over (order by ${order}) as n, ruta_id as clave, 1 as viajes, ingreso, combustible, gastos,
      comisiones, 0 as anticipos, (por_revisar > 0)::int as por_revisar
    from (select * from ${kept} order by ${order} ${page}) f)
  select n, clave::text, ${groups.ruta.nombre} as nombre, ${computedColumns} from filas, ${costoLateral}
  union all
  select null, viajes::text, null, ${computedColumns}
  from (
    select count(*)::int as viajes, ${keptSums}, 0 as anticipos,
      (count(*) filter (where por_revisar > 0))::int as por_revisar
    from ${kept}) t, ${costoLateral}
  order by n`
}

export type MargenLine = Margen | (MargenTotales & { clave: string; nombre: null })
const isFila = (line: MargenLine): line is Margen => line.nombre !== null

type MargenOrder = (typeof margenOrders)[number]

export interface MargenFilter extends DayRange {
  por: MargenGrupo
  orden?: MargenOrder | undefined
}

/** Groups of which there may be thousands. */
const isPaged = (por: MargenGrupo) => por === 'ruta' || por === 'trayecto'

interface MargenPage {
  pagina: number
  porPagina: number
  /** Adds `viaje` to the lines by trip. */
  viaje?: 'si' | undefined
}

/** Returns a page of the lines by trip or places, or all lines of another group. */
export async function findMargen(db: Db, { pagina, porPagina, viaje, ...filter }: MargenFilter & MargenPage) {
  const { por } = filter
  const page = limitOffset(porPagina, (pagina - 1) * porPagina)
  const statement =
    por === 'ruta' ? tripsStatement(filter, page) : linesStatement(filter, isPaged(por) ? page : empty)
  const found = await many<MargenLine>(db, prepared(statement))
  const totales = found.pop()
  if (!totales || isFila(totales)) throw new Error('findMargen returned no totals row')
  const filas = found.filter(isFila)
  return {
    data: { filas: por === 'ruta' ? await addTripNames(db, { viaje }, filas, tripIdOf) : filas, totales },
    ...(isPaged(por) && { total: Number(totales.clave) }),
  }
}

const tripIdOf = ({ clave }: Margen) => Number(clave)

/** Returns the statement of all lines, followed by the totals. */
export const margenExportStatement = (filter: MargenFilter): Sql => linesStatement(filter)

/** @throws {HttpError} 404 if the route does not exist or is in the bin */
export async function findMargenDeRuta(db: Db, id: number): Promise<MargenDeRuta> {
  const found = await one<MargenDeRuta>(
    db,
    prepared(sql`with ${lineCtes('ruta', sql`id = ${id} and eliminado_en is null`)}
      select clave::text, (select no_ruta from rutas where id = clave) as nombre, ${lineColumns},
        (select combustible from rutas where id = clave) as galones_planeados,
        (select sum(galones) from movimientos where ruta_id = clave and estado <> 'anulado') as galones
      from filas`),
  )
  if (!found) throw notFound(registros.rutas.notFound)
  return found
}

/** Returns the valid invoice that has the trip. */
export const findFacturaDeRuta = async (db: Db, id: number) =>
  (await one<NonNullable<MargenDeRuta['factura']>>(
    db,
    sql`select f.id, f.serie, f.numero from facturas_rutas l join facturas f on f.id = l.factura_id
      where l.ruta_id = ${id} and l.vigente`,
  )) ?? null
