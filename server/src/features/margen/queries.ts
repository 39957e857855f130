import { type DayRange, months } from '@flota/contract/calendar.ts'
import type { Margen, MargenDeRuta, MargenGrupo, MargenTotales } from '@flota/contract/margen.ts'
import { registros } from '@flota/contract/registros.ts'
import type { Sql } from 'sql-template-tag'
import { type Db, empty, limitOffset, many, one, prepared, raw, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/http/errors.ts'

/** Of each of the trips `viajes` what was spent on it, and whether nobody has reviewed a part of it. */
const gastado = raw(`
  select ruta_id,
    sum(monto) filter (where estado = 'aprobado' and concepto = 'Combustible') as combustible,
    sum(monto) filter (where estado = 'aprobado' and concepto <> 'Combustible') as gastos,
    sum(monto) filter (where estado = 'aprobado' and tipo = 'comision') as comisiones,
    sum(monto) filter (where estado = 'aprobado' and tipo in ('anticipo', 'reanticipo')) as anticipos,
    bool_or(estado = 'registrado' and tipo = 'gasto') as por_revisar
  from movimientos
  where ruta_id in (select id from viajes) and estado <> 'anulado'
  group by ruta_id`)

const sumas = ['ingreso', 'combustible', 'gastos', 'comisiones', 'anticipos']
  .map((each) => `coalesce(sum(${each}), 0) as ${each}`)
  .join(', ')

/** What follows from the sums: what is rounded is rounded here alone. */
const cuentas =
  raw(`viajes, ingreso, combustible, gastos, comisiones, anticipos, costo, ingreso - costo as margen,
  round((ingreso - costo) * 100 / nullif(ingreso, 0), 1) as margen_pct, por_revisar`)
const costo = raw('lateral (select combustible + gastos + comisiones as costo) c')

const columnas = raw(
  'viajes, ingreso, combustible, gastos, comisiones, anticipos, costo, margen, margen_pct, por_revisar',
)

/** By what a line adds up, and how that is called. */
const grupos: Record<MargenGrupo, { clave: Sql; nombre: Sql }> = {
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

/** The lines of these trips, in their order. */
const filasOf = (por: MargenGrupo, which: Sql) => sql`
  viajes as materialized (
    select id, fecha, cliente_id, camion_id, chofer_id, precio as ingreso from rutas where ${which}),
  filas as materialized (
    select clave, ${cuentas},
      row_number() over (order by ${raw(por === 'mes' ? 'clave desc' : 'ingreso - costo, clave')}) as n
    from (
      select ${grupos[por].clave} as clave, count(*)::int as viajes, ${raw(sumas)},
        (count(*) filter (where por_revisar))::int as por_revisar
      from viajes v left join (${gastado}) g on g.ruta_id = v.id group by 1) s, ${costo})`

/** The sums of all lines, whichever of them are shown: they have no name, and for a key how many lines there are. */
const totales = sql`
  select null::bigint as n, filas::text as clave, null as nombre, ${cuentas}
  from (
    select count(*) as filas, coalesce(sum(viajes), 0)::int as viajes, ${raw(sumas)},
      coalesce(sum(por_revisar), 0)::int as por_revisar
    from filas) t, ${costo}`

const delivered = ({ desde, hasta }: DayRange) =>
  sql`eliminado_en is null and estado = 'Entregado' and fecha between ${desde} and ${hasta}`

const linesOf = (por: MargenGrupo, which: Sql, page = empty) => sql`
  with ${filasOf(por, which)}
  select n, clave::text, ${grupos[por].nombre} as nombre, ${columnas}
  from (select * from filas order by n ${page}) f
  union all ${totales}
  order by n`

export type MargenLine = Margen | (MargenTotales & { clave: string; nombre: null })
const isFila = (line: MargenLine): line is Margen => line.nombre !== null

export interface MargenFilter extends DayRange {
  por: MargenGrupo
}

/** Of trips a page, of all else everything. */
export async function findMargen(
  db: Db,
  { por, pagina, porPagina, ...days }: MargenFilter & { pagina: number; porPagina: number },
) {
  const page = por === 'ruta' ? limitOffset(porPagina, (pagina - 1) * porPagina) : empty
  const found = await many<MargenLine>(db, prepared(linesOf(por, delivered(days), page)))
  const sums = found.pop()
  if (!sums || isFila(sums)) throw new Error('The sums of a margin are missing.')
  return {
    data: { filas: found.filter(isFila), totales: sums },
    ...(por === 'ruta' && { total: Number(sums.clave) }),
  }
}

/** All lines and at last their sums, as a statement. */
export const margenExportStatement = ({ por, ...days }: MargenFilter): Sql => linesOf(por, delivered(days))

/** @throws {HttpError} 404 when it does not exist or is in the bin */
export async function findMargenDeRuta(db: Db, id: number): Promise<MargenDeRuta> {
  const which = sql`id = ${id} and eliminado_en is null`
  const found = await one<MargenDeRuta>(
    db,
    prepared(sql`with ${filasOf('ruta', which)}
      select clave::text, (select no_ruta from rutas where id = clave) as nombre, ${columnas}
      from filas`),
  )
  if (!found) throw notFound(registros.rutas.notFound)
  return found
}
