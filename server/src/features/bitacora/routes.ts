import { todayIn } from '@flota/contract/core/dates.ts'
import { bitacora } from '@flota/contract/reports/bitacora.ts'
import type { Now } from '../../platform/clock.ts'
import { writeAuditEvent } from '../../platform/db/auditEvent.ts'
import type { ChooseDb } from '../../platform/db/replica.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { invalid } from '../../platform/errors.ts'
import { type App, serve, serveRaw } from '../../platform/http/serve.ts'
import { primeIterator, sendStream } from '../../platform/http/stream.ts'
import type { ExportQueue } from '../../platform/limits/exportQueue.ts'
import { bitacoraExcel } from './excel.ts'
import { bitacoraBatches, bitacoraFilters, exceedsExportLimit, findAnotaciones } from './queries.ts'

interface BitacoraContext {
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>
  now: Now
}

export function bitacoraRoutes(
  app: App,
  db: Database,
  chooseDb: ChooseDb,
  { env, now }: BitacoraContext,
  { runRowExport }: ExportQueue,
): void {
  const zona = env.TZ_EMPRESA
  serve(app, bitacora.list, ({ query }) => findAnotaciones(db, query, zona))

  serveRaw(app, bitacora.exportar, async ({ query, session, db: writer, revalidate, reply }) => {
    const where = bitacoraFilters(query, zona)
    if (await exceedsExportLimit(await chooseDb(), where))
      throw invalid({ desde: 'Elige un período más corto.' })
    const nombre = `bitacora_${todayIn(zona, now())}.xlsx`
    const about = { title: 'Bitácora', creator: env.EMPRESA_NOMBRE, created: now().toISOString() }
    async function* read() {
      await revalidate()
      await writer.transaction((tx) => writeAuditEvent(tx, 'exportar', 'bitacora', nombre))
      yield* (await chooseDb()).snapshot(async function* (tx) {
        yield* bitacoraExcel(await primeIterator(bitacoraBatches(tx, where)), zona, about)
      })
    }
    const headers = {
      'Content-Type': bitacora.exportar.mediaTypes[0] ?? '',
      'Content-Disposition': `attachment; filename="${nombre}"`,
    }
    return sendStream(reply, headers, (signal) => runRowExport(signal, session, read))
  })
}
