import { dayRangeOf, type PeriodoTipo } from '@flota/contract/core/calendar.ts'
import { sumTotales } from '@flota/contract/reports/periodos.ts'
import { type ReporteRow, reporteRow, reportes } from '@flota/contract/reports/reportes.ts'
import { ruta } from '@flota/contract/trips/rutas.ts'
import { findRutas } from '../../domain/trips/findRutas.ts'
import { findRutasOf } from '../../domain/trips/pages.ts'
import type { Db } from '../../platform/db/sql.ts'
import { primeIterator } from '../../platform/http/stream.ts'
import { findReporte, rutaBatches, type TripFilter } from './queries.ts'

interface PeriodoQuery {
  tipo: PeriodoTipo
  periodo: string
  cliente_id?: number | undefined
  /** Without porPagina the response has all routes. */
  pagina?: number | undefined
  porPagina?: number | undefined
}

/** Yields the body of POST /api/reportes/periodo in pieces: a year has tens of thousands of routes. */
export async function* periodoJson(
  db: Db,
  { tipo, periodo, cliente_id, pagina = 1, porPagina }: PeriodoQuery,
): AsyncGenerator<string> {
  const filter: TripFilter = { ...dayRangeOf(periodo), cliente_id }
  const [row] = await findReporte(db, tipo, filter)
  const batches = porPagina
    ? [await findPeriodoPage(db, filter, { pagina, porPagina })]
    : await primeIterator(rutaBatches(db, filter))
  yield head(row ?? { periodo, ...sumTotales([]) })
  let isFirst = true
  for await (const batch of batches) {
    const rows = batch.map((row) => JSON.stringify(ruta.parse(row))).join(',')
    yield isFirst ? rows : `,${rows}`
    isFirst = false
  }
  yield ']}}'
}

/** Reads a client's page by the client's index: deep pages by totals exist only for all trips. */
const findPeriodoPage = async (db: Db, filter: TripFilter, page: { pagina: number; porPagina: number }) =>
  filter.cliente_id === undefined
    ? findRutasOf(db, filter, page)
    : (await findRutas(db, { ...filter, ...page, campo: 'todos', orden: 'recientes' })).rows

const head = (row: ReporteRow) => {
  const envelope = { success: true, message: reportes.periodo.message, data: reporteRow.parse(row) }
  return `${JSON.stringify(envelope).slice(0, -2)},"rutas":[`
}
