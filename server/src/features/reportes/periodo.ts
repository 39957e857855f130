import { dayRangeOf, type PeriodoTipo } from '@flota/contract/calendar.ts'
import { sumTotales } from '@flota/contract/periodos.ts'
import { type ReporteRow, reporteRow, reportes } from '@flota/contract/reportes.ts'
import { ruta } from '@flota/contract/rutas.ts'
import { findRutas } from '../../domain/trips/findRutas.ts'
import { findRutasOf } from '../../domain/trips/pages.ts'
import type { Db } from '../../platform/db/sql.ts'
import { primeIterator } from '../../platform/http/primeIterator.ts'
import { findReporte, type TripFilter } from './queries.ts'
import { rutaBatches } from './rutaBatches.ts'

interface PeriodoQuery {
  tipo: PeriodoTipo
  periodo: string
  cliente_id?: number | undefined
  /** Without porPagina all of its routes are told. */
  pagina?: number | undefined
  porPagina?: number | undefined
}

/** The answer of POST /api/reportes/periodo, in pieces: a year has tens of thousands of routes. */
export async function* periodoJson(
  db: Db,
  { tipo, periodo, cliente_id, pagina = 1, porPagina }: PeriodoQuery,
): AsyncGenerator<string> {
  const of: TripFilter = { ...dayRangeOf(periodo), cliente_id }
  const [row] = await findReporte(db, tipo, of)
  const batches = porPagina
    ? [await findPeriodoPage(db, of, { pagina, porPagina })]
    : await primeIterator(rutaBatches(db, of))
  yield head(row ?? { periodo, ...sumTotales([]) })
  let isFirst = true
  for await (const batch of batches) {
    const rows = batch.map((each) => JSON.stringify(ruta.parse(each))).join(',')
    yield isFirst ? rows : `,${rows}`
    isFirst = false
  }
  yield ']}}'
}

/** A client's trips stand in an index of their own, which knows no totals to begin far behind. */
const findPeriodoPage = async (db: Db, of: TripFilter, page: { pagina: number; porPagina: number }) =>
  of.cliente_id === undefined
    ? findRutasOf(db, of, page)
    : (await findRutas(db, { ...of, ...page, campo: 'todos', orden: 'recientes' })).rows

const head = (row: ReporteRow) => {
  const envelope = { success: true, message: reportes.periodo.message, data: reporteRow.parse(row) }
  return `${JSON.stringify(envelope).slice(0, -2)},"rutas":[`
}
