import {
  addPeriods,
  countPeriods,
  type DayRange,
  dayRangeOf,
  type PeriodoTipo,
  periodoLengths,
  periodoOf,
} from '@flota/contract/core/calendar.ts'
import type { RutaEstado } from '@flota/contract/records/estados.ts'
import type { Totales } from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import type { Sql } from 'sql-template-tag'
import { rutaColumns } from '../../domain/trips/pages.ts'
import { type Db, empty, join, many, one, prepared, raw, sql } from '../../platform/db/sql.ts'

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

/** Selects the trips of a report: all trips of a range, or those of one client. */
export interface TripFilter extends DayRange {
  cliente_id?: number | undefined
}

/** Returns one row per period with routes, newest first. */
export function findReporte(db: Db, tipo: PeriodoTipo, filter: TripFilter): Promise<ReporteRow[]> {
  const sumas =
    filter.cliente_id === undefined
      ? storedTotalsQuery(tipo, filter)
      : clienteTotalsQuery(filter.cliente_id, filter)
  return many<ReporteRow>(
    db,
    // Sums by day and state first: each total has many rows, and formatting each row would double the cost.
    prepared(sql`select left(to_char(desde, 'YYYY-MM-DD'), ${periodoLengths[tipo]}) as periodo,
        ${figures}
      from (${sumas}) as sumas
      group by 1 having sum(n) > 0 order by min(desde) desc`),
  )
}

/** Selects stored totals instead of reading routes. */
function storedTotalsQuery(tipo: PeriodoTipo, range: DayRange): Sql {
  const spans = spansOf(tipo, range).map(
    ({ nivel, desde, hasta }) => sql`nivel = ${nivel} and periodo between ${desde} and ${hasta}`,
  )
  return sql`select periodo as desde, estado, sum(n) as n, sum(suma) as suma
    from resumen where ${join(spans, ' or ')} group by periodo, estado`
}

/** Clients have no stored totals by day: reads their trips by an index. */
const clienteTotalsQuery = (clienteId: number, { desde, hasta }: DayRange) =>
  sql`select fecha as desde, estado, count(*) as n, sum(precio) as suma from rutas
    where cliente_id = ${clienteId} and eliminado_en is null and fecha between ${desde} and ${hasta}
    group by fecha, estado`

/** Returns the client's full name, also from the bin; undefined if the client does not exist. */
export const findClienteNombre = async (db: Db, id: number): Promise<string | undefined> =>
  (
    await one<{ nombre: string }>(
      db,
      sql`select trim(concat_ws(' ', nombre, apellido)) as nombre from clientes where id = ${id}`,
    )
  )?.nombre

/** Routes per batch; the server handles other requests between batches. */
const batchSize = 250

type TripPosition = Pick<Ruta, 'fecha' | 'hora' | 'id'>
const positionOf = ({ fecha, hora, id }: Ruta): TripPosition => ({ fecha, hora, id })

/** Yields all routes, newest first, in batches. Empties each batch before it reads the next one. */
export async function* rutaBatches(db: Db, filter: TripFilter): AsyncGenerator<Ruta[]> {
  for (let after: TripPosition | undefined; ; ) {
    const rutas = await nextRutas(db, filter, after)
    const [last] = rutas.slice(-1).map(positionOf)
    if (!last) return
    const isLast = rutas.length < batchSize
    yield rutas
    // Otherwise V8 keeps each batch alive through pg's previous result: 150 MB, measured.
    rutas.length = 0
    if (isLast) return
    after = last
  }
}

const nextRutas = (db: Db, { desde, hasta, cliente_id }: TripFilter, after?: TripPosition) =>
  many<Ruta>(
    db,
    sql`with lote as materialized (
        select id from rutas where fecha between ${desde} and ${hasta} and eliminado_en is null
          ${cliente_id === undefined ? empty : sql`and cliente_id = ${cliente_id}`}
          ${after ? sql`and (fecha, hora, id) < (${after.fecha}, ${after.hora}, ${after.id})` : empty}
        order by fecha desc, hora desc, id desc limit ${batchSize})
      select ${rutaColumns(undefined, 'l.')} from lote join rutas_leer l using (id) order by fecha desc, hora desc, id desc`,
  )

/** Returns the range; an omitted end is unbounded. */
export const rangeOf = (desde = '0001-01-01', hasta = '9999-12-31'): DayRange => ({ desde, hasta })

/** Range of one level of the stored totals. Months are stored under their first day. */
interface Span extends DayRange {
  nivel: 'mes' | 'dia'
}

/** Splits a range into whole months and the days before and after them. */
export function spansOf(tipo: PeriodoTipo, { desde, hasta }: DayRange): Span[] {
  const [begin, end] = [periodoOf(desde, 'mes'), periodoOf(hasta, 'mes')]
  const startsMidMonth = desde !== dayRangeOf(begin).desde
  const endsMidMonth = hasta !== dayRangeOf(end).hasta
  const first = addPeriods(begin, Number(startsMidMonth))
  const last = addPeriods(end, -Number(endsMidMonth))
  if (tipo === 'dia' || countPeriods(first, last) < 1) return [{ nivel: 'dia', desde, hasta }]
  const spans: Span[] = [{ nivel: 'mes', desde: dayRangeOf(first).desde, hasta: dayRangeOf(last).desde }]
  if (startsMidMonth) spans.push({ nivel: 'dia', desde, hasta: dayRangeOf(begin).hasta })
  if (endsMidMonth) spans.push({ nivel: 'dia', desde: dayRangeOf(end).desde, hasta })
  return spans
}
