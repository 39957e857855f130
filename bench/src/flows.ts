import { createRandom } from '@flota/demo/random.ts'
import { sizes } from './dataset.ts'
import { type BenchData, callsOf, cycleThrough, cycleWords, type Flow, tripBody } from './flow.ts'
import { officeFlows } from './flowsOffice.ts'

export type Flows = ReturnType<typeof buildFlows>

const months = 'filtro=mes&fechaInicio=2025-12-01&fechaFin=2026-11-30'

function readFlows({ rutas, token }: BenchData) {
  const random = createRandom(7, 'reads')
  const { get } = callsOf(token)
  type Paths = [product: string, baseline: string]
  const read = (name: string, [product, baseline]: Paths, next: () => number | string = () => ''): Flow => ({
    name,
    product: () => get(`${product}${next()}`),
    baseline: () => ({ method: 'GET', path: `${baseline}${next()}` }),
  })
  const page: Paths = ['/rutas?porPagina=10&pagina=', '/rutas?pagina=']
  const search: Paths = ['/rutas?porPagina=10&buscar=', '/buscar?buscar=']
  const middle = () => Math.ceil((rutas / 10) * (0.4 + 0.2 * random.next()))
  const common = cycleWords(['José', 'López', 'refrigerada', 'Ana García'])
  const rare = cycleWords(['Hugo Xicay Mudanza', `RUTA-${Math.ceil(rutas / 3)}`, 'zanahoria'])
  return {
    list: read('list page with total', page, () => random.between(1, 5)),
    middle: read('page in the middle', page, middle),
    common: read('search, common words', search, common),
    rare: read('search, rare words', search, rare),
    day: read('the day (183 trips)', ['/rutas/recientes?dias=1', '/dia']),
    months: read('twelve months', [`/reportes?${months}`, '/meses']),
  }
}

function createFlows({ rutas, token, nextNumber }: BenchData) {
  const random = createRandom(11, 'creates')
  const { send } = callsOf(token)
  let numero = nextNumber
  const body = () => ({
    ...tripBody(random),
    // Before all other trips, so that the other flows read the same data, and as many per day as usual. A next run on
    // kept data continues after the days of the last one.
    fecha: new Date(Date.UTC(2000, 0, 1 + (numero - rutas) / sizes.viajesPorDia)).toISOString().slice(0, 10),
    no_ruta: `RUTA-${numero++}`,
    servicio: 'Carga general',
    combustible: 12.5,
    precio: 1250.5,
    comentario: null,
  })
  const create: Flow = {
    name: 'create',
    product: () => send('POST', '/rutas', body()),
    baseline: () => ({ method: 'POST', path: '/rutas', body: body() }),
  }
  const createOnce: Flow = {
    ...create,
    name: 'create, with Idempotency-Key',
    product: () => ({ ...create.product(), key: crypto.randomUUID() }),
  }
  return { create, createOnce }
}

const changesTo = (estados: string[], viajes: BenchData['viajes']) =>
  estados.flatMap((nuevoEstado) =>
    viajes.map((viaje) => ({ ...viaje, body: { nuevoEstado, comentario: 'Todo en orden' } })),
  )

const statusFlow = (name: string, baseline: string, changes: ReturnType<typeof changesTo>): Flow => {
  const change = cycleThrough(changes)
  return {
    name,
    product: () => {
      const { id, token, body } = change()
      return callsOf(token).send('PUT', `/piloto/ruta/${id}/estado`, body)
    },
    baseline: () => {
      const { id, body } = change()
      return { method: 'PUT', path: `/rutas/${id}/${baseline}`, body }
    },
  }
}

function statusFlows({ viajes }: BenchData) {
  // Larger groups than clients, so that no two clients change the same trip.
  const groups = Array.from({ length: viajes.length / 100 }, (_, i) => viajes.slice(100 * i, 100 * (i + 1)))
  const incidents = groups.flatMap((group) => changesTo(['Incidente', 'En curso'], group))
  return {
    // Both states are open. Reopening a closed trip also locks its pilot and truck, which is rare in
    // practice.
    status: statusFlow('status with history', 'estado', changesTo(['En curso', 'Pendiente'], viajes)),
    incidente: statusFlow('to Incidente and back', 'incidente', incidents),
  }
}

export const buildFlows = (data: BenchData) => ({
  ...readFlows(data),
  ...createFlows(data),
  ...statusFlows(data),
  ...officeFlows(data),
})

export const password = 'una-clave-larga'
export const login: Flow = {
  name: 'login',
  product: () => ({ method: 'POST', path: '/api/auth/login', body: { username: 'admin', password } }),
  baseline: () => ({ method: 'POST', path: '/login', body: {} }),
  isSingleClient: true,
}
