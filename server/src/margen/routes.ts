import { countBetween } from '@flota/contract/calendario.ts'
import { todayIn } from '@flota/contract/dias.ts'
import { margen, mostDaysOfMargen } from '@flota/contract/margen.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { begun } from '../begun.ts'
import type { Now } from '../clock.ts'
import { note } from '../db/note.ts'
import type { ChooseDb } from '../db/replica.ts'
import type { Database } from '../db/sql.ts'
import type { Env } from '../env.ts'
import { invalid } from '../http/errors.ts'
import type { ExportTurns } from '../http/exportTurns.ts'
import { type App, serve, serveRaw } from '../http/serve.ts'
import { sendStream } from '../http/stream.ts'
import { margenExcel } from './excel.ts'
import { findMargen, findMargenDeRuta, type MargenAsked, margenBatches } from './queries.ts'

interface Place {
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>
  now: Now
}

interface Query extends Pick<MargenAsked, 'por'> {
  desde?: string | undefined
  hasta?: string | undefined
}

export function margenRoutes(
  app: App,
  db: Database,
  chooseDb: ChooseDb,
  { env, now }: Place,
  { long }: ExportTurns,
): void {
  const today = () => todayIn(env.TZ_EMPRESA, now())
  serve(app, margen.list, async ({ query }) =>
    findMargen(await chooseDb(), { ...query, ...daysOf(query, today()) }),
  )

  serve(app, margen.ofRuta, ({ params: { id } }) => findMargenDeRuta(db, id))

  serveRaw(app, margen.exportar, async ({ query, session, db: own, admitAgain, reply }) => {
    const asked = { por: query.por, ...daysOf(query, today()) }
    const nombre = `margen_${today()}.xlsx`
    const about = { creator: env.EMPRESA_NOMBRE, created: now().toISOString() }
    async function* read() {
      await admitAgain()
      await own.transaction((tx) => note(tx, 'exportar', 'reportes', nombre))
      yield* (await chooseDb()).snapshot(async function* (tx) {
        yield* margenExcel(await begun(margenBatches(tx, asked)), asked, about)
      })
    }
    const headers = {
      'Content-Type': margen.exportar.media[0] ?? '',
      'Content-Disposition': `attachment; filename="${nombre}"`,
    }
    return sendStream(reply, headers, (gone) => long(gone, session, read))
  })
}

/** What is asked for where an end is not named. @throws {HttpError} 400 */
function daysOf({ hasta: end, desde: begin }: Query, hoy: string) {
  const hasta = end ?? hoy
  const desde = begin ?? `${hasta.slice(0, 7)}-01`
  if (hasta < desde) throw invalid({ hasta: sentences.endsEarly })
  if (countBetween(desde, hasta) > mostDaysOfMargen)
    throw invalid({ hasta: 'Elige un período de un año como máximo.' })
  return { desde, hasta }
}
