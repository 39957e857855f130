import { type DayRange, type PeriodoTipo, periodoLengths } from '@flota/contract/dias.ts'
import type { ReporteRow } from '@flota/contract/reportes.ts'
import { type Db, join, many, sql } from '../db/sql.ts'
import { spansOf } from './spans.ts'

/** One row per period that has routes, newest first, from the kept totals: the routes are not read. */
export function findReporte(db: Db, tipo: PeriodoTipo, range: DayRange): Promise<ReporteRow[]> {
  const spans = spansOf(tipo, range).map(
    ({ nivel, desde, hasta }) => sql`nivel = ${nivel} and periodo between ${desde} and ${hasta}`,
  )
  return many<ReporteRow>(
    db,
    // Added up by day and state first: each total stands in many rows, and a text per row would double the cost.
    sql`select left(to_char(desde, 'YYYY-MM-DD'), ${periodoLengths[tipo]}) as periodo,
        sum(n) as total_rutas,
        coalesce(sum(n) filter (where estado = 'Pendiente'), 0) as rutas_pendientes,
        coalesce(sum(n) filter (where estado = 'En curso'), 0) as rutas_en_curso,
        coalesce(sum(n) filter (where estado = 'Entregado'), 0) as rutas_entregadas,
        coalesce(sum(n) filter (where estado = 'Incidente'), 0) as rutas_incidentes,
        sum(suma) as ingresos_totales
      from (
        select periodo as desde, estado, sum(n) as n, sum(suma) as suma
        from resumen where ${join(spans, ' or ')} group by periodo, estado) as sumas
      group by 1 having sum(n) > 0 order by min(desde) desc`,
  )
}
