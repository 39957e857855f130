import { isPeriodo, type PeriodoTipo, periodoTipoOf } from '@flota/contract/core/calendar.ts'
import { type ReporteFiltro, reportes } from '@flota/contract/reports/reportes.ts'
import { type CompanySource, findCompany } from '../../domain/company.ts'
import type { Now } from '../../platform/clock.ts'
import { writeAuditEvent } from '../../platform/db/auditEvent.ts'
import type { ChooseDb } from '../../platform/db/replica.ts'
import type { Env } from '../../platform/env.ts'
import { invalid } from '../../platform/errors.ts'
import { type App, type Input, serveRaw } from '../../platform/http/serve.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { sendStream } from '../../platform/http/stream.ts'
import type { ExportQueue } from '../../platform/limits/exportQueue.ts'
import { serveDemoras } from './demoras.ts'
import { formatWriters, type ReporteRequest, reporteFileHeaders, reporteFileName } from './exportar.ts'
import { periodoJson } from './periodo.ts'
import { findReporte, rangeOf } from './queries.ts'

const wrongPeriodo = {
  dia: 'Escribe un día que exista, como 2026-11-20.',
  mes: 'Escribe un mes, como 2026-11.',
  anio: 'Escribe un año, como 2026.',
} as const satisfies Record<PeriodoTipo, string>

const periodoTipoOfFiltro = (filtro: ReporteFiltro): PeriodoTipo => (filtro === 'año' ? 'anio' : filtro)

interface ReportesContext {
  chooseDb: ChooseDb
  clock: { env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>; now: Now }
  exports: ExportQueue
  store: CompanySource['store']
}

const toReporteRequest = (
  query: Input<typeof reportes.exportar>['query'],
  { env, now }: ReportesContext['clock'],
): ReporteRequest => ({
  zona: env.TZ_EMPRESA,
  ahora: now(),
  tipo: periodoTipoOfFiltro(query.filtro),
  desde: query.fechaInicio,
  hasta: query.fechaFin,
  cliente_id: query.cliente_id,
  papel: query.papel,
})

export function reportesRoutes(app: App, context: ReportesContext): void {
  const { chooseDb } = context
  serveDemoras(app, context)
  serveRead(app, reportes.list, async (reader, { query: { filtro, fechaInicio, fechaFin, cliente_id } }) =>
    findReporte(await chooseDb(reader), periodoTipoOfFiltro(filtro), {
      ...rangeOf(fechaInicio, fechaFin),
      cliente_id,
    }),
  )
  servePeriodo(app, context)
  serveReporteFile(app, context)
}

const servePeriodo = (app: App, { chooseDb, exports }: ReportesContext): void =>
  serveRaw(app, reportes.periodo, async ({ body, revalidate, request, reply }) => {
    const { periodo, tipo: filtro = 'dia', cliente_id, ...page } = body
    const tipo = periodoTipoOfFiltro(filtro)
    if (!isPeriodo(periodo) || periodoTipoOf(periodo) !== tipo) throw invalid({ periodo: wrongPeriodo[tipo] })
    const query = { tipo, periodo, cliente_id: cliente_id ?? undefined, ...page }
    async function* read() {
      await revalidate()
      yield* (await chooseDb()).snapshot((tx) => periodoJson(tx, query))
    }
    const headers = { 'Content-Type': 'application/json; charset=utf-8' }
    return sendStream(reply, headers, (signal) =>
      page.porPagina ? read() : exports.runRowExport(signal, request, read),
    )
  })

const serveReporteFile = (app: App, { chooseDb, clock, exports, store }: ReportesContext): void =>
  serveRaw(app, reportes.exportar, async ({ query, db: writer, revalidate, request, reply }) => {
    const pedido = toReporteRequest(query, clock)
    async function* read() {
      await revalidate()
      await writer.transaction((tx) =>
        writeAuditEvent(tx, 'exportar', 'reportes', reporteFileName(query.formato, pedido)),
      )
      const empresa = await findCompany(await chooseDb(), { env: clock.env, store })
      yield* formatWriters[query.formato](await chooseDb(), pedido, empresa)
    }
    return sendStream(reply, reporteFileHeaders(query.formato, pedido), (signal) =>
      query.formato === 'pdf'
        ? exports.runPdfExport(signal, request, read)
        : exports.runRowExport(signal, request, read),
    )
  })
