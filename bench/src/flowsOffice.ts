import { createRandom } from '@flota/demo/random.ts'
import { boardDay, newestDay, sizes } from './dataset.ts'
import { moneySince } from './fillMoney.ts'
import { type BenchData, cycleThrough, type Flow } from './flow.ts'
import type { LoadCall } from './runLoad.ts'

// Flows without a baseline; they have limits of their own.

const productOnly = (name: string, product: () => LoadCall, singleClient = false): Flow => ({
  name,
  product,
  ...(singleClient && { isSingleClient: true as const }),
})

const getFlow =
  (token: string) =>
  (name: string, path: () => string, singleClient = false): Flow =>
    productOnly(name, () => ({ method: 'GET', path: `/api${path()}`, token }), singleClient)

function officeReads({ token, viajes, forms }: BenchData) {
  const get = getFlow(token)
  const word = (name: string, path: string, words: string[]) => {
    const next = cycleThrough(words.map((each) => encodeURIComponent(each)))
    return get(name, () => `${path}?porPagina=20&buscar=${next()}`)
  }
  const driver = cycleThrough(viajes)
  const asPilot = (name: string, path: string) =>
    productOnly(name, () => ({ method: 'GET', path: `/api/piloto/${path}`, token: driver().token }))
  const sheet = cycleThrough(forms)
  return {
    mine: asPilot('own trips of a pilot', 'mis-rutas?porPagina=50'),
    expedientes: asPilot('delivery details of own trips', 'expedientes'),
    avisos: get('notices, 40,000 unclosed trips', () => '/avisos'),
    resumen: get('their summary', () => '/avisos/resumen'),
    free: get('free resources of a full day', () => `/disponibles?fecha=${boardDay}&hora=08:30`),
    papersFound: word('papers, searched', '/documentos', ['C-007 seguro', 'Tarjeta', 'zanahoria']),
    logFound: word('the log, searched', '/bitacora', ['RUTA-4711', 'orden', 'zanahoria']),
    sheet: get('the sheet of a trip', () => `/rutas/${sheet().id}/hoja`, true),
  }
}

/** Requests of a dispatcher who plans a trip on a day with three trips per truck. */
function planningOf({ token }: BenchData) {
  const random = createRandom(13, 'planning')
  const get = getFlow(token)
  const body = () => ({
    camion_id: random.between(1, sizes.camiones),
    chofer_id: random.between(1, sizes.choferes),
    ayudante_id: random.between(1, sizes.ayudantes),
    cliente_id: random.between(1, sizes.clientes),
    origen: 'Guatemala',
    destino: 'Cobán',
    servicio: 'Café',
    mercaderia: 'Abarrotes',
    fecha: boardDay,
    hora: `${random.between(10, 18)}:30`,
  })
  const ofClient = (path: string) => () => `${path}&cliente_id=${random.between(1, sizes.clientes)}`
  const places = `origen=Guatemala&destino=${encodeURIComponent('Cobán')}&servicio=${encodeURIComponent('Café')}`
  return {
    check: productOnly('the check before assigning', () => ({
      method: 'POST',
      path: '/api/rutas/revision',
      token,
      body: body(),
    })),
    board: get('the board (300 trucks, 900 trips)', () => `/tablero?fecha=${boardDay}`, true),
    price: get('price and last trip', ofClient(`/tarifas/sugerencia?${places}`)),
    words: get("a client's words", ofClient('/rutas/sugerencias?campo=destino')),
    prices: get('a page of 100,000 prices', () => '/tarifas?porPagina=20'),
    log: get('a page of the log', () => '/bitacora?porPagina=20'),
    papers: get('a page of 100,000 papers', () => '/documentos?porPagina=20'),
  }
}

function officeChanges({ token, viajes, forms }: BenchData) {
  const random = createRandom(17, 'changes')
  const form = cycleThrough(forms)
  const hundred = viajes.slice(0, 100).map(({ id }) => ({ id }))
  const estado = cycleThrough(['En curso', 'Pendiente'])
  let day = Date.UTC(1970, 0, 1)
  const days = () =>
    Array.from({ length: 31 }, () => new Date((day += 86_400_000)).toISOString().slice(0, 10))
  return {
    put: productOnly('a trip changed in its form', () => {
      const { id, ...body } = form()
      const precio = random.between(500, 9000)
      return { method: 'PUT', path: `/api/rutas/${id}`, token, body: { ...body, precio } }
    }),
    hundred: productOnly(
      'a hundred states at once',
      () => ({
        method: 'PATCH',
        path: '/api/rutas/estado',
        token,
        body: { rutas: hundred, estado: estado() },
      }),
      true,
    ),
    repeat: productOnly(
      'a trip repeated 31 times',
      () => ({ method: 'POST', path: `/api/rutas/${form().id}/repetir`, token, body: { fechas: days() } }),
      true,
    ),
  }
}

/** A photo as a phone resizes it. The server reads only the header. */
export function buildPhoto(random: ReturnType<typeof createRandom>): Buffer {
  const header = Buffer.from('ffd8ffc0001108025803200301220002110103110100', 'hex')
  const bytes = Buffer.alloc(60_000, random.between(1, 250))
  bytes.writeUInt32BE(random.between(1, 2_000_000_000), 0)
  return Buffer.concat([header, bytes, Buffer.from('ffd9', 'hex')])
}

const fileFlows = ({ token, rutas, archivo }: BenchData) => {
  const random = createRandom(19, 'files')
  return {
    // Spread over all trips, because each can have only thirty files.
    upload: productOnly('a photo uploaded', () => ({
      method: 'POST',
      path: `/api/archivos?entidad=rutas&entidad_id=${random.between(1, rutas)}`,
      token,
      body: buildPhoto(random),
    })),
    download: productOnly(
      'a photo downloaded',
      () => ({ method: 'GET', path: `/api/archivos/${archivo}/contenido`, token }),
      true,
    ),
  }
}

function moneyFlows({ token }: BenchData) {
  const random = createRandom(23, 'money')
  const get = getFlow(token)
  const pilot = () => random.between(1, sizes.choferes)
  const page = cycleThrough([
    '',
    '&pagina=40',
    '&estado=registrado',
    '&tipo=comision',
    '&concepto=Peaje&orden=antiguas',
  ])
  const found = cycleThrough(['Ajanel', 'RUTA-19', 'zanahoria'])
  const since = `desde=${moneySince}&hasta=${newestDay}`
  const por = cycleThrough(['cliente', 'camion', 'piloto', 'mes'])
  return {
    saldos: get('saldos of 300 pilots', () => '/saldos'),
    movimientos: get('a page of 100,000 movimientos', () => `/movimientos?porPagina=20${page()}`),
    movimientosFound: get('movimientos, searched', () => `/movimientos?porPagina=20&buscar=${found()}`),
    unsettled: get('unsettled movements of a pilot', () => `/movimientos?abiertos=si&chofer_id=${pilot()}`),
    liquidaciones: get(
      'a page of settlements',
      () => `/liquidaciones?porPagina=20&pagina=${random.between(1, 20)}`,
    ),
    margen: get('margin of 20,000 trips, summed up', () => `/margen?por=${por()}&${since}`, true),
    margenRutas: get('margin of 20,000 trips, a page', () => `/margen?por=ruta&porPagina=20&${since}`, true),
  }
}

export const officeFlows = (data: BenchData) => ({
  ...officeReads(data),
  ...planningOf(data),
  ...moneyFlows(data),
  ...officeChanges(data),
  ...fileFlows(data),
})
