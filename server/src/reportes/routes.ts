import { reportes } from '@flota/contract/reportes.ts'
import type { ChooseDb } from '../db/replica.ts'
import { invalid } from '../http/errors.ts'
import { type App, serve, serveRaw } from '../http/serve.ts'
import { streamPeriodo } from './periodo.ts'
import { always, rangeOf, tipoOf } from './periods.ts'
import { findReporte } from './queries.ts'

/** What a period of each kind looks like. */
const wrongPeriodo = {
  dia: 'Escribe un día que exista, como 2026-11-20.',
  mes: 'Escribe un mes, como 2026-11.',
  anio: 'Escribe un año, como 2026.',
} as const

export function reportesRoutes(app: App, chooseDb: ChooseDb): void {
  serve(app, reportes.list, async ({ query: { filtro, fechaInicio, fechaFin } }) =>
    findReporte(await chooseDb(), tipoOf(filtro), {
      desde: fechaInicio ?? always.desde,
      hasta: fechaFin ?? always.hasta,
    }),
  )

  serveRaw(app, reportes.periodo, async ({ body: { periodo, tipo: filtro = 'dia' }, reply }) => {
    const tipo = tipoOf(filtro)
    const range = rangeOf(tipo, periodo)
    if (!range) throw invalid({ periodo: wrongPeriodo[tipo] })
    void reply.type('application/json; charset=utf-8')
    return streamPeriodo(await chooseDb(), tipo, periodo, range)
  })
}
