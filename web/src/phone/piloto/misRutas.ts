import { addDays } from '@flota/contract/dias.ts'
import type { AnswerOf } from '../../api/call.ts'
import { asList, call } from '../../api/call.ts'
import { type Config, loadConfig } from '../../api/empresa.ts'
import { todayAt } from '../../api/todayAt.ts'

export type MiRuta = AnswerOf<'GET /api/piloto/mis-rutas'>['data'][number]

export interface MisRutas {
  rutas: MiRuta[]
  config: Config
  /** By this phone's clock, in ms. */
  read: number
}

/** A connection on the road may hang: after this long it counts as dead. */
export const patience = () => AbortSignal.timeout(20_000)

/** How long a done route stays on the screen. */
const recentDays = 7
/** Usually fits the open routes and a week of done ones; begin.js asks for the first page of them. */
const porPagina = 50

const isOpen = ({ estado }: MiRuta) => estado === 'En curso' || estado === 'Pendiente'

const readPage = (pagina: number) =>
  call('GET /api/piloto/mis-rutas', { query: { pagina, porPagina }, signal: patience() }).then(asList)

/** Open routes, and those done in the last days. */
export async function readMisRutas(): Promise<MisRutas> {
  const [first, config] = await Promise.all([readPage(1), loadConfig()])
  const read = Date.now()
  const since = addDays(todayAt(config, read), -recentDays)
  const wanted = (ruta: MiRuta) => isOpen(ruta) || ruta.fecha >= since
  const rutas = [...first.data]
  for (let pagina = 2; pagina <= first.paginacion.paginas; pagina += 1) {
    // The server sends open ones first, then the newest: after one too old nothing is wanted.
    if (!rutas.slice(-1).every(wanted)) break
    rutas.push(...(await readPage(pagina)).data)
  }
  return { rutas: rutas.filter(wanted), config, read }
}

/** Current, next and done, each in the server's order. */
export const grouped = (rutas: MiRuta[]) => ({
  enCurso: rutas.filter(({ estado }) => estado === 'En curso'),
  pendientes: rutas.filter(({ estado }) => estado === 'Pendiente'),
  hechas: rutas.filter((ruta) => !isOpen(ruta)),
})
