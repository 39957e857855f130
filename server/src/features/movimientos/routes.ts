import type { RawInput } from '@flota/contract/core/endpoint.ts'
import { movimientos } from '@flota/contract/money/movimientos.ts'
import { type CompanySource, findCompany } from '../../domain/company.ts'
import { notAfterToday } from '../../domain/notAfterToday.ts'
import { withDuplicateMessage } from '../../domain/trips/gastoColumns.ts'
import { addTripName, addTripNames, rutaIdOf } from '../../domain/trips/tripNames.ts'
import type { CompanyClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import { sendPdf } from '../../platform/http/sendPdf.ts'
import { type App, Reply, serve, serveRaw } from '../../platform/http/serve.ts'
import type { ExportContext } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import type { ExportQueue } from '../../platform/limits/exportQueue.ts'
import { movimientosExportar } from './exportar.ts'
import { dineroDelPilotoRoutes } from './piloto.ts'
import { findMovimiento, findMovimientos, findRutasParaDinero } from './queries.ts'
import { changeEstado, changeMovimiento, createMovimiento, estadoMessages, findTipoErrors } from './write.ts'

/** Adds the rule that needs the clock to the schemas, so that one response names all wrong fields. */
function bodiesAt(clock: CompanyClock, db: Database) {
  const notLater = notAfterToday(clock)
  return {
    create: { ...movimientos.create, body: movimientos.create.body.check(notLater) },
    update: {
      ...movimientos.update,
      body: movimientos.update.body.check(notLater),
      // The handler finds them too, with those of unknown records.
      findStoredErrors: async (request: RawInput & { body: unknown }, isWrong: boolean) =>
        isWrong ? findTipoErrors(db, request) : {},
    },
  }
}

interface MovimientosContext extends ExportContext {
  exports: ExportQueue
  store: CompanySource['store']
}

export function movimientosRoutes(app: App, db: Database, context: MovimientosContext): void {
  const { clock, exports, store } = context
  const { create, update } = bodiesAt(clock, db)
  movimientosExportar(app, context)
  dineroDelPilotoRoutes(app, db, clock)
  serveRead(app, movimientos.list, async (reader, { query }) => {
    const page = await findMovimientos(reader, query)
    return { ...page, rows: await addTripNames(reader, query, page.rows, rutaIdOf) }
  })
  serveRead(app, movimientos.rutas, async (reader, { query }) =>
    addTripNames(reader, query, await findRutasParaDinero(reader, query), ({ id }) => id),
  )
  serveRead(app, movimientos.show, async (reader, { params, query }) =>
    addTripName(reader, query, await findMovimiento(reader, params.id)),
  )
  serve(app, create, ({ body, session, db: writer }) =>
    withDuplicateMessage(db, () => writer.transaction((tx) => createMovimiento(tx, body, session.user.id))),
  )
  serve(app, update, ({ params, body, db: writer }) =>
    withDuplicateMessage(db, () => writer.transaction((tx) => changeMovimiento(tx, params.id, body))),
  )
  serve(app, movimientos.estado, async ({ params, body, db: writer }) => {
    const changed = await withDuplicateMessage(db, () =>
      writer.transaction((tx) => changeEstado(tx, params.id, body)),
    )
    return new Reply(estadoMessages[changed.estado], changed)
  })
  serveRaw(app, movimientos.pdf, (input) => {
    const { id } = input.params
    return sendPdf(input, `recibo_${id}.pdf`, exports, async function* () {
      const movimiento = await addTripName(db, { viaje: 'si' }, await findMovimiento(db, id))
      const empresa = await findCompany(db, { env: clock.env, store })
      // Imports pdfkit (30 MB of memory) on demand.
      const { reciboPdf } = await import('./drawRecibo.ts')
      yield* reciboPdf(movimiento, empresa)
    })
  })
}
