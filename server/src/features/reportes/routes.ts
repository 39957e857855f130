import { isPeriodo, type PeriodoTipo, tipoOf } from '@flota/contract/calendar.ts'
import { type ReporteFiltro, reportes } from '@flota/contract/reportes.ts'
import type { Now } from '../../platform/clock.ts'
import { note } from '../../platform/db/auditEvent.ts'
import type { ChooseDb } from '../../platform/db/replica.ts'
import type { Env } from '../../platform/env.ts'
import { invalid } from '../../platform/http/errors.ts'
import { type App, type Input, serve, serveRaw } from '../../platform/http/serve.ts'
import { sendStream } from '../../platform/http/stream.ts'
import type { ExportTurns } from '../../platform/limits/exportQueue.ts'
import { serveDemoras } from './demoras.ts'
import { archivoHeaders, archivoName, makers, type Pedido } from './exportar.ts'
import { periodoJson } from './periodo.ts'
import { findReporte } from './queries.ts'
import { rangeOf } from './spans.ts'

const wrongPeriodo = {
  dia: 'Escribe un día que exista, como 2026-11-20.',
  mes: 'Escribe un mes, como 2026-11.',
  anio: 'Escribe un año, como 2026.',
} as const satisfies Record<PeriodoTipo, string>

const tipoOfFiltro = (filtro: ReporteFiltro): PeriodoTipo => (filtro === 'año' ? 'anio' : filtro)

interface Place {
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>
  now: Now
}

const pedidoOf = (query: Input<typeof reportes.exportar>['query'], { env, now }: Place): Pedido => ({
  empresa: env.EMPRESA_NOMBRE,
  zona: env.TZ_EMPRESA,
  ahora: now(),
  tipo: tipoOfFiltro(query.filtro),
  desde: query.fechaInicio,
  hasta: query.fechaFin,
  cliente_id: query.cliente_id,
  papel: query.papel,
})

export function reportesRoutes(
  app: App,
  chooseDb: ChooseDb,
  { env, now }: Place,
  { pdfInTurn, long }: ExportTurns,
): void {
  serveDemoras(app, chooseDb, now)
  serve(app, reportes.list, async ({ query: { filtro, fechaInicio, fechaFin, cliente_id } }) =>
    findReporte(await chooseDb(), tipoOfFiltro(filtro), { ...rangeOf(fechaInicio, fechaFin), cliente_id }),
  )

  serveRaw(
    app,
    reportes.periodo,
    async ({ body: { periodo, tipo: filtro = 'dia', cliente_id, ...page }, session, admitAgain, reply }) => {
      const tipo = tipoOfFiltro(filtro)
      if (!isPeriodo(periodo) || tipoOf(periodo) !== tipo) throw invalid({ periodo: wrongPeriodo[tipo] })
      const asked = { tipo, periodo, cliente_id: cliente_id ?? undefined, ...page }
      async function* read() {
        await admitAgain()
        yield* (await chooseDb()).snapshot((tx) => periodoJson(tx, asked))
      }
      const headers = { 'Content-Type': 'application/json; charset=utf-8' }
      return sendStream(reply, headers, (gone) => (page.porPagina ? read() : long(gone, session, read)))
    },
  )

  serveRaw(app, reportes.exportar, async ({ query, session, db: own, admitAgain, reply }) => {
    const pedido = pedidoOf(query, { env, now })
    async function* read() {
      await admitAgain()
      await own.transaction((tx) => note(tx, 'exportar', 'reportes', archivoName(query.formato, pedido)))
      yield* makers[query.formato](await chooseDb(), pedido)
    }
    return sendStream(reply, archivoHeaders(query.formato, pedido), (gone) =>
      query.formato === 'pdf' ? pdfInTurn(gone, read) : long(gone, session, read),
    )
  })
}
