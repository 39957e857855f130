import { todayIn } from '@flota/contract/dates.ts'
import { hojas } from '@flota/contract/hojas.ts'
import type { FastifyRequest } from 'fastify'
import { scopeOf } from '../../domain/trips/findRuta.ts'
import type { Now } from '../../platform/clock.ts'
import { writeAuditEvent } from '../../platform/db/auditEvent.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { type App, type Input, serveRaw } from '../../platform/http/serve.ts'
import { sendStream } from '../../platform/http/stream.ts'
import type { ExportQueue } from '../../platform/limits/exportQueue.ts'
import { findHojas, type Hoja } from './queries.ts'

interface HojasContext {
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA' | 'URL_PUBLICA'>
  now: Now
}

export function hojasRoutes(
  app: App,
  db: Database,
  { env, now }: HojasContext,
  { runPdfExport }: ExportQueue,
): void {
  /** `find` reads the trips once it is the caller's turn. */
  const send = (
    { query, session, request, reply, revalidate }: Input<typeof hojas.one> | Input<typeof hojas.many>,
    nombre: string,
    find: () => Promise<Hoja[]>,
  ) => {
    const sitio = publicUrl(request, env)
    const conPrecio = query.precio === 'si' && session.rol_nombre !== 'piloto'
    async function* read() {
      await revalidate()
      const found = await find()
      // pdfkit is 30 MB that most days need not be in memory.
      const { hojasPdf: pdfOf } = await import('./pdf.ts')
      yield* pdfOf(found, { empresa: env.EMPRESA_NOMBRE, sitio, conPrecio })
    }
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${nombre}"`,
    }
    return sendStream(reply, headers, (signal) => runPdfExport(signal, read))
  }

  serveRaw(app, hojas.one, (input) => {
    const { id } = input.params
    return send(input, `hoja_${id}.pdf`, () => findHojas(db, [id], scopeOf(input.session)))
  })

  serveRaw(app, hojas.many, (input) => {
    const nombre = `hojas_${todayIn(env.TZ_EMPRESA, now())}.pdf`
    return send(input, nombre, async () => {
      const found = await findHojas(db, input.query.ids, {})
      await input.db.transaction((tx) => writeAuditEvent(tx, 'exportar', 'rutas', nombre))
      return found
    })
  })
}

/** More than any name has; a longer one would not fit into a code. */
const maxHostLength = 300

/** Where browsers find the program. */
const publicUrl = ({ protocol, host }: FastifyRequest, { URL_PUBLICA }: HojasContext['env']) =>
  URL_PUBLICA ?? `${protocol}://${host}`.slice(0, maxHostLength)
