import { bitacora } from '@flota/contract/bitacora.ts'
import { todayIn } from '@flota/contract/dates.ts'
import type { Now } from '../../platform/clock.ts'
import { note } from '../../platform/db/auditEvent.ts'
import type { ChooseDb } from '../../platform/db/replica.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { invalid } from '../../platform/http/errors.ts'
import { begun } from '../../platform/http/primeIterator.ts'
import { type App, serve, serveRaw } from '../../platform/http/serve.ts'
import { sendStream } from '../../platform/http/stream.ts'
import type { ExportTurns } from '../../platform/limits/exportQueue.ts'
import { bitacoraExcel } from './excel.ts'
import { areTooMany, batches, findAnotaciones, narrowing } from './queries.ts'

interface Place {
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>
  now: Now
}

export function bitacoraRoutes(
  app: App,
  db: Database,
  chooseDb: ChooseDb,
  { env, now }: Place,
  { long }: ExportTurns,
): void {
  const zona = env.TZ_EMPRESA
  serve(app, bitacora.list, ({ query }) => findAnotaciones(db, query, zona))

  serveRaw(app, bitacora.exportar, async ({ query, session, db: own, admitAgain, reply }) => {
    const where = narrowing(query, zona)
    if (await areTooMany(await chooseDb(), where)) throw invalid({ desde: 'Elige un período más corto.' })
    const nombre = `bitacora_${todayIn(zona, now())}.xlsx`
    const about = { title: 'Bitácora', creator: env.EMPRESA_NOMBRE, created: now().toISOString() }
    async function* read() {
      await admitAgain()
      await own.transaction((tx) => note(tx, 'exportar', 'bitacora', nombre))
      yield* (await chooseDb()).snapshot(async function* (tx) {
        yield* bitacoraExcel(await begun(batches(tx, where)), zona, about)
      })
    }
    const headers = {
      'Content-Type': bitacora.exportar.media[0] ?? '',
      'Content-Disposition': `attachment; filename="${nombre}"`,
    }
    return sendStream(reply, headers, (gone) => long(gone, session, read))
  })
}
