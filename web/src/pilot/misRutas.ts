import { addDays } from '@flota/contract/core/dates.ts'
import { fullName } from '@flota/contract/core/format.ts'
import { isOpen } from '@flota/contract/records/estados.ts'
import { type AnswerOf, asList, call } from '../api/call.ts'
import { serverNow } from '../api/clock.ts'
import { type Config, configStore, loadConfig } from '../api/config.ts'
import { requestTimeout } from '../api/connection.ts'
import { todayAt } from '../api/todayAt.ts'

export type MiRuta = AnswerOf<'GET /api/piloto/mis-rutas'>['data'][number]

/** What the delivery of a trip requires and has. */
export type MiExpediente = AnswerOf<'GET /api/piloto/expedientes'>['data'][number]

export interface MisRutas {
  rutas: MiRuta[]
  /** Newest trips up to tomorrow, also older ones; a read of an earlier release lacks them. */
  ultimas?: MiRuta[]
  expedientes: MiExpediente[]
  config: Config
  /** Server time of the read in ms. */
  read: number
}

/** A done trip stays on the screen for this time. */
const recentDays = 7
/** Usually fits the open trips and a week of done ones. public/preload.js requests the same first page. */
const rutasPerPage = 50

/** Reads a page of trips and what their delivery requires. */
async function readPage(pagina: number) {
  const request = () => ({ query: { pagina, porPagina: rutasPerPage }, signal: requestTimeout() })
  const [{ data, paginacion }, { data: expedientes }] = await Promise.all([
    call('GET /api/piloto/mis-rutas', request()).then(asList),
    call('GET /api/piloto/expedientes', request()).then(asList),
  ])
  return { data, paginacion, expedientes }
}

const readConfig = () =>
  loadConfig().catch((error: unknown) => {
    const stored = configStore.get()
    if (!stored) throw error
    return stored
  })

/** Reads the open trips and those done in the last days. */
export async function readMisRutas(): Promise<MisRutas> {
  const [first, config] = await Promise.all([readPage(1), readConfig()])
  const hoy = todayAt(config, Date.now())
  const since = addDays(hoy, -recentDays)
  const newest = (all: MiRuta[]) =>
    all
      .filter(({ fecha }) => fecha <= addDays(hoy, 1))
      .sort(byBegin)
      .slice(-latestCount)
  const isRecent = (ruta: MiRuta) => isOpen(ruta) || ruta.fecha >= since
  const rutas = [...first.data]
  const expedientes = [...first.expedientes]
  for (let pagina = 2; pagina <= first.paginacion.paginas; pagina += 1) {
    // The server sorts open trips first, then the newest: stop after the first old one.
    if (!rutas.slice(-1).every(isRecent) && newest(rutas).length === latestCount) break
    const page = await readPage(pagina)
    rutas.push(...page.data)
    expedientes.push(...page.expedientes)
  }
  return {
    rutas: rutas.filter(isRecent),
    ultimas: newest(rutas).toReversed(),
    expedientes,
    config,
    read: serverNow(),
  }
}

/** An expense offers this many trips. */
const latestCount = 5

const beginOf = ({ fecha, hora, id }: MiRuta) => `${fecha} ${hora} ${String(id).padStart(10, '0')}`
/** Compares by fecha, hora and id. */
export const byBegin = (a: MiRuta, b: MiRuta) => beginOf(a).localeCompare(beginOf(b))

export const groupByEstado = (rutas: MiRuta[]) => {
  const of = (wanted: string) => rutas.filter(({ estado }) => estado === wanted)
  return {
    incidentes: of('Incidente').sort(byBegin),
    enCurso: of('En curso'),
    pendientes: of('Pendiente'),
    hechas: rutas.filter((ruta) => !isOpen(ruta) && ruta.estado !== 'Incidente'),
  }
}

export const clienteName = (ruta: MiRuta) => fullName(ruta.cliente_nombre, ruta.cliente_apellido)

export const ayudanteName = (ruta: MiRuta) =>
  ruta.ayudante_nombre === null ? 'Sin ayudante' : fullName(ruta.ayudante_nombre, ruta.ayudante_apellido)

const gallons = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 2 })
export const combustibleText = ({ combustible }: MiRuta) =>
  combustible === null ? '' : `${gallons.format(combustible)} gal`
