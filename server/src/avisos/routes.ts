import { type Caller, can } from '@flota/contract/access.ts'
import { type AvisoClaseName, avisoClaseNames, avisoClases, claseOf } from '@flota/contract/avisoClases.ts'
import { avisos, mostDaysPutOff } from '@flota/contract/avisos.ts'
import { addDays, todayIn } from '@flota/contract/dias.ts'
import { type PageAccess, pages } from '@flota/contract/pages.ts'
import { registroOf, registroTipos } from '@flota/contract/registros.ts'
import type { Now } from '../clock.ts'
import type { Database } from '../db/sql.ts'
import type { Env } from '../env.ts'
import { type App, serve } from '../http/serve.ts'
import { countAvisos, findAvisos, putOff } from './queries.ts'

interface Clock {
  env: Pick<Env, 'TZ_EMPRESA'>
  now: Now
}

const access = new Map<string, PageAccess>(Object.entries(pages))

interface About {
  clase: AvisoClaseName
  entidad: string
  entidad_id: number
}

/** The page of the class, or of what a notice is about where the caller may open it. */
function hrefOf(caller: Caller, { clase, entidad, entidad_id: id }: About): string | null {
  const own = claseOf(clase).page
  if (own) return own.replace(':id', String(id))
  const tipo = registroTipos.find((each) => each === entidad)
  const page = tipo && registroOf(tipo).page
  const needed = page && access.get(page.replace(/\?.*/, ''))
  if (!needed) return null
  return needed === 'public' || can(caller, needed) ? page.replace(':id', String(id)) : null
}

export function avisosRoutes(app: App, db: Database, { env, now }: Clock): void {
  const clock = () => {
    const ahora = now()
    return { hoy: todayIn(env.TZ_EMPRESA, ahora), ahora }
  }
  const seenBy = (caller: Caller) => avisoClaseNames.filter((clase) => can(caller, avisoClases[clase].ver))

  serve(app, avisos.list, async ({ query, session }) => {
    const names = seenBy(session).filter((clase) => (query.clase ?? clase) === clase)
    const found = await findAvisos(db, names, clock())
    return found.map((aviso) => ({ ...aviso, href: hrefOf(session, aviso) }))
  })

  serve(app, avisos.resumen, ({ session }) => countAvisos(db, seenBy(session), clock()))

  const isNear = ({ hasta }: { hasta: unknown }) => {
    const { hoy } = clock()
    // What is no text is told by itself.
    return typeof hasta !== 'string' || (hasta > hoy && hasta <= addDays(hoy, mostDaysPutOff))
  }
  const near = {
    path: ['hasta'],
    error: `Elige una fecha de mañana a dentro de ${mostDaysPutOff} días.`,
    // Also where the reason is wrong, so that all wrong fields are told together.
    when: () => true,
  }
  const posponer = { ...avisos.posponer, body: avisos.posponer.body.refine(isNear, near) }
  serve(app, posponer, async ({ params, body, db: own }) => {
    await own.transaction((tx) => putOff(tx, params.id, body, clock()))
    return null
  })
}
