import { type RawInput, readValue } from '@flota/contract/core/endpoint.ts'
import { facturas } from '@flota/contract/money/facturas.ts'
import { notAfterToday } from '../../domain/notAfterToday.ts'
import { addTripNames, rutaIdOf } from '../../domain/trips/tripNames.ts'
import { type CompanyClock, companyToday } from '../../platform/clock.ts'
import { type Database, one, sql } from '../../platform/db/sql.ts'
import { type App, serve, serveWrite } from '../../platform/http/serve.ts'
import type { ExportContext } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { facturasExportar } from './exportar.ts'
import { porFacturarRoutes } from './porFacturar.ts'
import { findFactura, findFacturas } from './queries.ts'
import {
  annulFactura,
  changeFactura,
  clienteErrors,
  createFactura,
  uniqueKeysOf,
  withTakenMessage,
} from './write.ts'

/** Adds the rule that needs the clock to the schemas, so that one response names all wrong fields. */
function bodiesAt(clock: CompanyClock, db: Database) {
  const notLater = notAfterToday(clock)
  return {
    create: { ...facturas.create, body: facturas.create.body.check(notLater) },
    update: {
      ...facturas.update,
      body: facturas.update.body.check(notLater),
      // The handler finds it too, with those of unknown routes.
      findStoredErrors: async (request: RawInput & { body: unknown }, isWrong: boolean) =>
        isWrong ? findClienteErrors(db, request) : {},
    },
  }
}

async function findClienteErrors(db: Database, { params, body }: { params: unknown; body: unknown }) {
  const { shape } = facturas.update.body
  const id = facturas.update.params.safeParse(params).data?.id ?? 0
  const sent = shape.cliente_id.safeParse(readValue(body, 'cliente_id')).data ?? null
  const stored = await one<{ cliente_id: number }>(db, sql`select cliente_id from facturas where id = ${id}`)
  return clienteErrors(sent, stored)
}

export function facturasRoutes(app: App, db: Database, context: ExportContext): void {
  const { clock } = context
  facturasExportar(app, context)
  const { create, update } = bodiesAt(clock, db)
  porFacturarRoutes(app, db, context)
  serveRead(app, facturas.list, (reader, { query }) => findFacturas(reader, query, companyToday(clock)))
  serveRead(app, facturas.show, async (reader, { params, query }) => {
    const factura = await findFactura(reader, params.id, companyToday(clock))
    return { ...factura, rutas: await addTripNames(reader, query, factura.rutas, rutaIdOf) }
  })
  serve(app, create, ({ body, db: writer }) =>
    withTakenMessage(db, uniqueKeysOf(null, body), () =>
      writer.transaction(async (tx) => findFactura(tx, await createFactura(tx, body), companyToday(clock))),
    ),
  )
  serve(app, update, ({ params: { id }, body, db: writer }) =>
    withTakenMessage(db, uniqueKeysOf(id, body), () =>
      writer.transaction(async (tx) => {
        await changeFactura(tx, id, body)
        return findFactura(tx, id, companyToday(clock))
      }),
    ),
  )
  serveWrite(app, facturas.anular, async (tx, { params: { id }, body }) => {
    await annulFactura(tx, id, body.motivo, body.version)
    return findFactura(tx, id, companyToday(clock))
  })
}
