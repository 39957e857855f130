import { can } from '@flota/contract/access.ts'
import { addDays } from '@flota/contract/dias.ts'
import { pages } from '@flota/contract/pages.ts'
import type { AnswerOf } from '../../api/call.ts'
import { call } from '../../api/call.ts'
import { type Config, loadConfig } from '../../api/empresa.ts'
import { getSession } from '../../api/session.ts'
import { todayAt } from '../../api/todayAt.ts'

export type MiRuta = AnswerOf<'GET /api/piloto/mis-rutas'>['data'][number]

export interface MisRutas {
  rutas: MiRuta[]
  config: Config
  /** When they were read, by this phone's clock. */
  read: number
}

/** A dead line on the road often says nothing: after this long it counts as one. */
export const patience = () => AbortSignal.timeout(20_000)

/** Days back that a done route stays on the screen. */
const recentDays = 7
/** What is open and a week of what was done nearly always fit in one page of this size. */
const porPagina = 50

const isOpen = ({ estado }: MiRuta) => estado === 'En curso' || estado === 'Pendiente'

const readPage = (pagina: number) =>
  call('GET /api/piloto/mis-rutas', { query: { pagina, porPagina }, signal: patience() })

/** The pilot's routes as far as the screen shows them: what is open, and what was done in the last days. */
async function readMisRutas(): Promise<MisRutas> {
  const [first, config] = await Promise.all([readPage(1), loadConfig()])
  const read = Date.now()
  const since = addDays(todayAt(config, read), -recentDays)
  const wanted = (ruta: MiRuta) => isOpen(ruta) || ruta.fecha >= since
  const rutas = [...first.data]
  for (let pagina = 2; pagina <= first.paginacion.paginas; pagina += 1) {
    // The server's order: open ones first, then the newest. Beyond an older one nothing is wanted.
    if (!rutas.slice(-1).every(wanted)) break
    rutas.push(...(await readPage(pagina)).data)
  }
  return { rutas: rutas.filter(wanted), config, read }
}

/** Beyond this age the first reading is no news. */
const freshMs = 10_000

/** Asked for as soon as this file is here, while the guard still asks and the frame is drawn: it saves a round trip. */
const session = getSession()
let early =
  session && can(session, pages['/piloto-rutas'])
    ? { token: session.token, asked: Date.now(), answer: readMisRutas() }
    : null
// Whoever takes it hears of its failure.
early?.answer.catch(() => undefined)

/** The reading that is already under way, once, for the session it was made for; else a new one. */
export function readFirst(): Promise<MisRutas> {
  const taken = early
  early = null
  const fits = taken && taken.token === getSession()?.token && Date.now() - taken.asked < freshMs
  return fits ? taken.answer : readMisRutas()
}

/** What to do now, what comes after, and what was done; each in the server's order. */
export const grouped = (rutas: MiRuta[]) => ({
  enCurso: rutas.filter(({ estado }) => estado === 'En curso'),
  pendientes: rutas.filter(({ estado }) => estado === 'Pendiente'),
  hechas: rutas.filter((ruta) => !isOpen(ruta)),
})
