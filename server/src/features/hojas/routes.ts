import { hojas } from '@flota/contract/trips/hojas.ts'
import type { FastifyRequest } from 'fastify'
import { findCompany } from '../../domain/company.ts'
import { scopeOf } from '../../domain/trips/findRuta.ts'
import { companyToday, type Now } from '../../platform/clock.ts'
import { writeAuditEvent } from '../../platform/db/auditEvent.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { sendPdf } from '../../platform/http/sendPdf.ts'
import { type App, type Input, serveRaw } from '../../platform/http/serve.ts'
import type { ExportQueue } from '../../platform/limits/exportQueue.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import { findComprobante, findHojas, type Hoja } from './queries.ts'

interface HojasContext {
  clock: { env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA' | 'URL_PUBLICA'>; now: Now }
  store: FileStore
  exports: Pick<ExportQueue, 'runPdfExport'>
}

// The drawing functions are imported on demand: pdfkit takes 30 MB of memory.

export function hojasRoutes(app: App, db: Database, { clock, store, exports }: HojasContext): void {
  const { env } = clock
  const sendHojas = (
    input: Input<typeof hojas.one> | Input<typeof hojas.many>,
    fileName: string,
    find: () => Promise<Hoja[]>,
  ) => {
    const { query, session, request } = input
    const sitio = publicUrl(request, env)
    const conPrecio = query.precio === 'si' && session.rol_nombre !== 'piloto'
    return sendPdf(input, fileName, exports, async function* () {
      const found = await find()
      const { hojasPdf } = await import('./drawHoja.ts')
      yield* hojasPdf(found, { empresa: await findCompany(db, { env, store }), sitio, conPrecio })
    })
  }

  serveRaw(app, hojas.one, (input) => {
    const { id } = input.params
    return sendHojas(input, `hoja_${id}.pdf`, () => findHojas(db, [id], scopeOf(input.session)))
  })
  serveRaw(app, hojas.many, (input) => {
    const fileName = `hojas_${companyToday(clock)}.pdf`
    return sendHojas(input, fileName, async () => {
      const found = await findHojas(db, input.query.ids, {})
      await input.db.transaction((tx) => writeAuditEvent(tx, 'exportar', 'rutas', fileName))
      return found
    })
  })
  serveRaw(app, hojas.entrega, (input) => {
    const { id } = input.params
    return sendPdf(input, `entrega_${id}.pdf`, exports, async function* () {
      const found = await findComprobante(db, id)
      const { comprobantePdf } = await import('./drawComprobante.ts')
      const empresa = await findCompany(db, { env, store })
      yield* comprobantePdf(found, { empresa, zona: env.TZ_EMPRESA, store })
    })
  })
}

/** Exceeds every host name (255 characters); a longer address would not fit into a QR code. */
const maxAddressLength = 300

const publicUrl = ({ protocol, host }: FastifyRequest, { URL_PUBLICA }: HojasContext['clock']['env']) =>
  URL_PUBLICA ?? `${protocol}://${host}`.slice(0, maxAddressLength)
