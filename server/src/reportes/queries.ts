import { type DayRange, type PeriodoTipo, periodoLengths } from '@flota/contract/calendario.ts'
import type { RutaEstado } from '@flota/contract/estados.ts'
import type { Totales } from '@flota/contract/periodos.ts'
import type { ReporteRow } from '@flota/contract/reportes.ts'
import { type Db, join, many, prepared, raw, sql } from '../db/sql.ts'
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

/** One row per period that has routes, newest first, from the kept totals: the routes are not read. */
export function findReporte(db: Db, tipo: PeriodoTipo, range: DayRange): Promise<ReporteRow[]> {
  const spans = spansOf(tipo, range).map(
    ({ nivel, desde, hasta }) => sql`nivel = ${nivel} and periodo between ${desde} and ${hasta}`,
  )
  return many<ReporteRow>(
    db,
    // Added up by day and state first: each total stands in many rows, and a text per row would double the cost.
    prepared(sql`select left(to_char(desde, 'YYYY-MM-DD'), ${periodoLengths[tipo]}) as periodo,
        ${figures}
      from (
        select periodo as desde, estado, sum(n) as n, sum(suma) as suma
        from resumen where ${join(spans, ' or ')} group by periodo, estado) as sumas
      group by 1 having sum(n) > 0 order by min(desde) desc`),
  )
}
