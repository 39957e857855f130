import { isPeriodo, type PeriodoTipo, tipoOf } from '@flota/contract/calendario.ts'
import { type ReporteFiltro, reportes } from '@flota/contract/reportes.ts'
import type { Now } from '../clock.ts'
import type { ChooseDb } from '../db/replica.ts'
import type { Env } from '../env.ts'
import { aside } from '../http/aside.ts'
import type { Session } from '../http/bearer.ts'
import { invalid } from '../http/errors.ts'
import { type App, type Input, serve, serveRaw } from '../http/serve.ts'
import { type Chunks, sendStream } from '../http/stream.ts'
import { type Load, noLoad, turns, turnsOfEach } from '../http/turns.ts'
import { archivo, archivoHeaders, type Pedido } from './exportar.ts'
import { periodoJson } from './periodo.ts'
import { findReporte } from './queries.ts'
import { rangeOf } from './spans.ts'

const wrongPeriodo = {
  dia: 'Escribe un día que exista, como 2026-11-20.',
  mes: 'Escribe un mes, como 2026-11.',
  anio: 'Escribe un año, como 2026.',
} as const satisfies Record<PeriodoTipo, string>

const tipoOfFiltro = (filtro: ReporteFiltro): PeriodoTipo => (filtro === 'año' ? 'anio' : filtro)

/** Those that read the routes hold one of the 16 connections each while they are made. */
const longAtOnce = 3
/** A PDF holds none: who wants to print does not wait for workbooks. */
const pdfsAtOnce = 3

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
})

function exportTurns() {
  const load = noLoad()
  const ownLoad = noLoad()
  const inTurn = turns(longAtOnce, load)
  // Else many of one user would keep the others waiting, and the room that each takes until it is read.
  const ownTurns = turnsOfEach<number>(1, ownLoad)
  return {
    pdfInTurn: turns(pdfsAtOnce, load),
    long: (gone: AbortSignal, { user }: Session, read: () => Chunks) =>
      ownTurns(user.id)(gone, () => aside(() => inTurn(gone, read))),
    load: (): Load => ({ running: load.running, waiting: load.waiting + ownLoad.waiting }),
  }
}

/** @returns how many files and whole periods are being made, and how many wait for their turn */
export function reportesRoutes(app: App, chooseDb: ChooseDb, { env, now }: Place): () => Load {
  const { pdfInTurn, long, load } = exportTurns()

  serve(app, reportes.list, async ({ query: { filtro, fechaInicio, fechaFin } }) =>
    findReporte(await chooseDb(), tipoOfFiltro(filtro), rangeOf(fechaInicio, fechaFin)),
  )

  serveRaw(
    app,
    reportes.periodo,
    async ({ body: { periodo, tipo: filtro = 'dia', ...page }, session, admitAgain, reply }) => {
      const tipo = tipoOfFiltro(filtro)
      if (!isPeriodo(periodo) || tipoOf(periodo) !== tipo) throw invalid({ periodo: wrongPeriodo[tipo] })
      const asked = { tipo, periodo, ...page }
      async function* read() {
        await admitAgain()
        yield* (await chooseDb()).snapshot((tx) => periodoJson(tx, asked))
      }
      const headers = { 'Content-Type': 'application/json; charset=utf-8' }
      return sendStream(reply, headers, (gone) => (page.porPagina ? read() : long(gone, session, read)))
    },
  )

  serveRaw(app, reportes.exportar, async ({ query, session, admitAgain, reply }) => {
    const pedido = pedidoOf(query, { env, now })
    async function* read() {
      await admitAgain()
      yield* archivo[query.formato](await chooseDb(), pedido)
    }
    return sendStream(reply, archivoHeaders(query.formato, pedido), (gone) =>
      query.formato === 'pdf' ? pdfInTurn(gone, read) : long(gone, session, read),
    )
  })
  return load
}
