import { type DayRange, type PeriodoTipo, periodoLengths } from '@flota/contract/calendar.ts'
import type { RutaEstado } from '@flota/contract/estados.ts'
import type { Totales } from '@flota/contract/periodos.ts'
import type { ReporteRow } from '@flota/contract/reportes.ts'
import type { Sql } from 'sql-template-tag'
import { type Db, join, many, one, prepared, raw, sql } from '../../platform/db/sql.ts'
import { spansOf } from './spans.ts'

const count = (estado: RutaEstado) => `coalesce(sum(n) filter (where estado = '${estado}'), 0)`

const sums: Record<keyof Totales, string> = {
  total_rutas: 'sum(n)',
  rutas_pendientes: count('Pendiente'),
  rutas_en_curso: count('En curso'),
  rutas_entregadas: count('Entregado'),
  rutas_incidentes: count('Incidente'),
  ingresos_totales: 'sum(suma)',
}
const figures = raw(
  Object.entries(sums)
    .map(([name, sum]) => `${sum} as ${name}`)
    .join(', '),
)

/** The trips that a report is of: all of those days, or those of one client. */
export interface TripFilter extends DayRange {
  cliente_id?: number | undefined
}

/** One row per period that has routes, newest first. */
export function findReporte(db: Db, tipo: PeriodoTipo, filter: TripFilter): Promise<ReporteRow[]> {
  const sumas =
    filter.cliente_id === undefined
      ? storedTotalsQuery(tipo, filter)
      : clienteTotalsQuery(filter.cliente_id, filter)
  return many<ReporteRow>(
    db,
    // Added up by day and state first: each total stands in many rows, and a text per row would double the cost.
    prepared(sql`select left(to_char(desde, 'YYYY-MM-DD'), ${periodoLengths[tipo]}) as periodo,
        ${figures}
      from (${sumas}) as sumas
      group by 1 having sum(n) > 0 order by min(desde) desc`),
  )
}

/** From the kept totals: the routes are not read. */
function storedTotalsQuery(tipo: PeriodoTipo, range: DayRange): Sql {
  const spans = spansOf(tipo, range).map(
    ({ nivel, desde, hasta }) => sql`nivel = ${nivel} and periodo between ${desde} and ${hasta}`,
  )
  return sql`select periodo as desde, estado, sum(n) as n, sum(suma) as suma
    from resumen where ${join(spans, ' or ')} group by periodo, estado`
}

/** No total is kept a client: its trips are read by their index. */
const clienteTotalsQuery = (clienteId: number, { desde, hasta }: DayRange) =>
  sql`select fecha as desde, estado, count(*) as n, sum(precio) as suma from rutas
    where cliente_id = ${clienteId} and eliminado_en is null and fecha between ${desde} and ${hasta}
    group by fecha, estado`

/** 'Ana Bravo', also of one in the bin; undefined where there is no such client. */
export const findClienteNombre = async (db: Db, id: number): Promise<string | undefined> =>
  (
    await one<{ nombre: string }>(
      db,
      sql`select trim(concat_ws(' ', nombre, apellido)) as nombre from clientes where id = ${id}`,
    )
  )?.nombre
