import { daysOf, type PeriodoTipo } from '@flota/contract/calendario.ts'
import { totalesDe } from '@flota/contract/periodos.ts'
import { type ReporteRow, reporteRow, reportes } from '@flota/contract/reportes.ts'
import { ruta } from '@flota/contract/rutas.ts'
import { begun } from '../begun.ts'
import type { Db } from '../db/sql.ts'
import { findRutasOf } from '../viajes/pages.ts'
import { findReporte } from './queries.ts'
import { rutaBatches } from './rutaBatches.ts'

interface Periodo {
  tipo: PeriodoTipo
  periodo: string
  /** Without porPagina all of its routes are told. */
  pagina?: number | undefined
  porPagina?: number | undefined
}

/** The answer of POST /api/reportes/periodo, in pieces: a year has tens of thousands of routes. */
export async function* periodoJson(
  db: Db,
  { tipo, periodo, pagina = 1, porPagina }: Periodo,
): AsyncGenerator<string> {
  const range = daysOf(periodo)
  const [row] = await findReporte(db, tipo, range)
  const batches = porPagina
    ? [await findRutasOf(db, range, { pagina, porPagina })]
    : await begun(rutaBatches(db, range))
  yield head(row ?? { periodo, ...totalesDe([]) })
  let isFirst = true
  for await (const batch of batches) {
    const rows = batch.map((each) => JSON.stringify(ruta.parse(each))).join(',')
    yield isFirst ? rows : `,${rows}`
    isFirst = false
  }
  yield ']}}'
}

const head = (row: ReporteRow) => {
  const envelope = { success: true, message: reportes.periodo.message, data: reporteRow.parse(row) }
  return `${JSON.stringify(envelope).slice(0, -2)},"rutas":[`
}
