import { createRandom } from '@flota/demo/random.ts'
import { sizes } from './dataset.ts'
import { type BenchData, cycleThrough, type Flow } from './flow.ts'
import { officeFlows } from './flowsOffice.ts'
import type { LoadCall } from './runLoad.ts'

export type Flows = ReturnType<typeof buildFlows>

const readFlow =
  (token: string) =>
  (name: string, product: () => string, baseline: () => string): Flow => ({
    name,
    product: () => ({ method: 'GET', path: `/api${product()}`, token }),
    baseline: () => ({ method: 'GET', path: baseline() }),
  })

const months = 'filtro=mes&fechaInicio=2025-12-01&fechaFin=2026-11-30'

function readFlows({ rutas, token }: BenchData) {
  const random = createRandom(7, 'reads')
  const read = readFlow(token)
  const always = (name: string, product: string, baseline: string) =>
    read(
      name,
      () => product,
      () => baseline,
    )
  const paged = (name: string, pagina: () => number) =>
    read(
      name,
      () => `/rutas?porPagina=10&pagina=${pagina()}`,
      () => `/rutas?pagina=${pagina()}`,
    )
  const searched = (name: string, words: string[]) => {
    const encoded = words.map((word) => encodeURIComponent(word))
    const product = cycleThrough(encoded)
    const baseline = cycleThrough(encoded)
    return read(
      name,
      () => `/rutas?porPagina=10&buscar=${product()}`,
      () => `/buscar?buscar=${baseline()}`,
    )
  }
  const oneNumber = `RUTA-${Math.ceil(rutas / 3)}`
  return {
    list: paged('list page with total', () => random.between(1, 5)),
    middle: paged('page in the middle', () => Math.ceil((rutas / 10) * (0.4 + 0.2 * random.next()))),
    common: searched('search, common words', ['José', 'López', 'refrigerada', 'Ana García']),
    rare: searched('search, rare words', ['Hugo Xicay Mudanza', oneNumber, 'zanahoria']),
    day: always('the day (183 trips)', '/rutas/recientes?dias=1', '/dia'),
    months: always('twelve months', `/reportes?${months}`, '/meses'),
  }
}

function createFlows({ token, nextNumber }: BenchData) {
  const random = createRandom(11, 'creates')
  let numero = nextNumber
  // Before all other trips, so that the other flows read the same data, and as many per day as usual.
  const moment = () => ({
    fecha: new Date(Date.UTC(1980, 0, 1 + numero / sizes.viajesPorDia)).toISOString().slice(0, 10),
    hora: `${random.between(10, 18)}:30`,
  })
  const body = () => ({
    no_ruta: `RUTA-${numero++}`,
    cliente_id: random.between(1, sizes.clientes),
    servicio: 'Carga general',
    mercaderia: 'Abarrotes',
    camion_id: random.between(1, sizes.camiones),
    combustible: 12.5,
    origen: 'Guatemala',
    destino: 'Cobán',
    chofer_id: random.between(1, sizes.choferes),
    ayudante_id: random.between(1, sizes.ayudantes),
    ...moment(),
    precio: 1250.5,
    comentario: null,
  })
  const create = (name: string, header: () => Pick<LoadCall, 'key'>): Flow => ({
    name,
    product: () => ({ method: 'POST', path: '/api/rutas', token, body: body(), ...header() }),
    baseline: () => ({ method: 'POST', path: '/rutas', body: body() }),
  })
  return {
    create: create('create', () => ({})),
    createOnce: create('create, with Idempotency-Key', () => ({ key: crypto.randomUUID() })),
  }
}

type Change = BenchData['viajes'][number] & { nuevoEstado: string }

const statusFlow = (name: string, baseline: string, changes: Change[]): Flow => {
  const change = cycleThrough(changes)
  const put = (path: (id: number) => string, withToken: boolean) => (): LoadCall => {
    const { id, token, nuevoEstado } = change()
    const body = { nuevoEstado, comentario: 'Todo en orden' }
    return { method: 'PUT', path: path(id), body, ...(withToken && { token }) }
  }
  return {
    name,
    product: put((id) => `/api/piloto/ruta/${id}/estado`, true),
    baseline: put((id) => `/rutas/${id}/${baseline}`, false),
  }
}

const statusChanges = (viajes: BenchData['viajes'], nuevoEstado: string): Change[] =>
  viajes.map((viaje) => ({ ...viaje, nuevoEstado }))

function statusFlows({ viajes }: BenchData) {
  // Larger groups than clients, so that no two clients change the same trip.
  const groups = Array.from({ length: viajes.length / 100 }, (_, i) => viajes.slice(100 * i, 100 * (i + 1)))
  return {
    // Both states are open. Reopening a closed trip also locks its pilot and truck, which is rare in
    // practice.
    status: statusFlow('status with history', 'estado', [
      ...statusChanges(viajes, 'En curso'),
      ...statusChanges(viajes, 'Pendiente'),
    ]),
    incidente: statusFlow(
      'to Incidente and back',
      'incidente',
      groups.flatMap((group) => [...statusChanges(group, 'Incidente'), ...statusChanges(group, 'En curso')]),
    ),
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
