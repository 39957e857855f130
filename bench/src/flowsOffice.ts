import { addDays } from '@flota/contract/core/dates.ts'
import { tarifaOrders } from '@flota/contract/money/tarifas.ts'
import { createRandom, type Random } from '@flota/demo/random.ts'
import { boardDay, newestDay, sizes } from './dataset.ts'
import { busyCamion } from './fillFlota.ts'
import { moneySince } from './fillMoney.ts'
import { type BenchData, callsOf, cycleThrough, cycleWords, type Flow, tripBody } from './flow.ts'
import type { LoadCall } from './runLoad.ts'

// Flows without a baseline; they have limits of their own.

const flow = (name: string, product: () => LoadCall): Flow => ({ name, product })
const singleClientFlow = (name: string, product: () => LoadCall): Flow => ({
  name,
  product,
  isSingleClient: true,
})

/** A call that asks only for a changed answer. */
const asked = (call: LoadCall): LoadCall => ({ ...call, conditional: true })

function officeReads({ token, viajes, forms }: BenchData) {
  const { get } = callsOf(token)
  const pilot = cycleThrough(viajes)
  const callAsPilot = (path: string) => callsOf(pilot().token).get(path)
  const paper = cycleWords(['C-007 seguro', 'Tarjeta', 'zanahoria'])
  const entry = cycleWords(['RUTA-4711', 'orden', 'zanahoria'])
  const trip = cycleThrough(forms)
  return {
    session: flow('the session, verified', () => get('/auth/verify')),
    mine: flow('own trips of a pilot', () => callAsPilot('/piloto/mis-rutas?porPagina=50')),
    expedientes: flow('delivery details of own trips', () => callAsPilot('/piloto/expedientes')),
    avisos: flow('notices, 40,000 unclosed trips', () => get('/avisos')),
    resumen: flow('their summary', () => get('/avisos/resumen')),
    resumenSame: flow('their summary, unchanged', () => asked(get('/avisos/resumen'))),
    mineSame: flow('own trips of a pilot, unchanged', () =>
      asked(callAsPilot('/piloto/mis-rutas?porPagina=50')),
    ),
    expedientesSame: flow('delivery details, unchanged', () => asked(callAsPilot('/piloto/expedientes'))),
    free: flow('free resources of a full day', () =>
      get(`/disponibles?fecha=${boardDay}&hora=08:30&porPagina=20&viaje=si`),
    ),
    papersFound: flow('papers, searched', () => get(`/documentos?porPagina=20&buscar=${paper()}`)),
    logFound: flow('the log, searched', () => get(`/bitacora?porPagina=20&buscar=${entry()}`)),
    sheet: singleClientFlow('the sheet of a trip', () => get(`/rutas/${trip().id}/hoja`)),
  }
}

/** Requests of a dispatcher who plans a trip on a day with three trips per truck. */
function planningOf({ token }: BenchData) {
  const random = createRandom(13, 'planning')
  const { get, send } = callsOf(token)
  const cliente = () => `cliente_id=${random.between(1, sizes.clientes)}`
  const priceOrder = cycleThrough([...tarifaOrders])
  const places = 'origen=Guatemala&destino=Cob%C3%A1n&servicio=Caf%C3%A9'
  return {
    check: flow('the check before assigning', () =>
      send('POST', '/rutas/revision?viaje=si', { ...tripBody(random), servicio: 'Café', fecha: boardDay }),
    ),
    board: singleClientFlow('the board (300 trucks, 900 trips)', () => get(`/tablero?fecha=${boardDay}`)),
    price: flow('price and last trip', () => get(`/tarifas/sugerencia?${places}&${cliente()}`)),
    words: flow("a client's words", () => get(`/rutas/sugerencias?campo=destino&${cliente()}`)),
    prices: flow('a page of 100,000 prices', () => get(`/tarifas?porPagina=20&orden=${priceOrder()}`)),
    log: flow('a page of the log', () => get('/bitacora?porPagina=20')),
    papers: flow('a page of 100,000 papers', () => get('/documentos?porPagina=20')),
  }
}

function officeChanges({ token, viajes, forms }: BenchData) {
  const random = createRandom(17, 'changes')
  const { send } = callsOf(token)
  const form = cycleThrough(forms)
  const rutas = viajes.slice(0, 100).map(({ id }) => ({ id }))
  const estado = cycleThrough(['En curso', 'Pendiente'])
  const day = cycleThrough(Array.from({ length: 3100 }, (_, at) => addDays('2000-01-01', at)))
  const days = () => Array.from({ length: 31 }, day)
  return {
    put: flow('a trip changed in its form', () => {
      const { id, ...body } = form()
      return send('PUT', `/rutas/${id}`, { ...body, precio: random.between(500, 9000) })
    }),
    hundred: singleClientFlow('a hundred states at once', () =>
      send('PATCH', '/rutas/estado', { rutas, estado: estado() }),
    ),
    repeat: singleClientFlow('a trip repeated 31 times', () =>
      send('POST', `/rutas/${form().id}/repetir`, { fechas: days() }),
    ),
  }
}

/** A photo as a phone resizes it. The server reads its header and looks for its end. FF would begin a marker. */
export function buildPhoto(random: Random): Buffer {
  const header = Buffer.from('ffd8ffc0001108025803200301220002110103110100ffda0002', 'hex')
  const bytes = Buffer.alloc(60_000, random.between(1, 250))
  for (let at = 0; at < 4; at++) bytes[at] = random.between(0, 0xfe)
  return Buffer.concat([header, bytes, Buffer.from('ffd9', 'hex')])
}

const fileFlows = ({ token, rutas, archivo }: BenchData) => {
  const random = createRandom(19, 'files')
  const { get, send } = callsOf(token)
  // Spread over all trips, because each can have only thirty files.
  const uploadPath = () => `/archivos?entidad=rutas&entidad_id=${random.between(1, rutas)}`
  return {
    upload: flow('a photo uploaded', () => send('POST', uploadPath(), buildPhoto(random))),
    download: singleClientFlow('a photo downloaded', () => get(`/archivos/${archivo}/contenido`)),
  }
}

function moneyFlows({ token }: BenchData) {
  const random = createRandom(23, 'money')
  const { get } = callsOf(token)
  const pilot = () => random.between(1, sizes.choferes)
  const pages = ['', '&pagina=40', '&estado=registrado', '&tipo=comision', '&concepto=Peaje&orden=antiguas']
  const page = cycleThrough(pages)
  const found = cycleThrough(['Ajanel', 'RUTA-19', 'zanahoria'])
  const since = `desde=${moneySince}&hasta=${newestDay}`
  const por = cycleThrough(['cliente', 'camion', 'piloto', 'mes'])
  return {
    saldos: flow('saldos of 300 pilots', () => get('/saldos')),
    movimientos: flow('a page of 100,000 movimientos', () => get(`/movimientos?porPagina=20${page()}`)),
    movimientosFound: flow('movimientos, searched', () => get(`/movimientos?porPagina=20&buscar=${found()}`)),
    unsettled: flow('unsettled movements of a pilot', () =>
      get(`/movimientos?abiertos=si&chofer_id=${pilot()}`),
    ),
    liquidaciones: flow('a page of settlements', () =>
      get(`/liquidaciones?porPagina=20&pagina=${random.between(1, 20)}`),
    ),
    margen: singleClientFlow('margin of 20,000 trips, summed up', () => get(`/margen?por=${por()}&${since}`)),
    margenRutas: singleClientFlow('margin of 20,000 trips, a page', () =>
      get(`/margen?por=ruta&porPagina=20&${since}`),
    ),
  }
}

/** Reads of 100,000 invoices and payments, and of 2,000 clients who owe. */
function receivableFlows({ token }: BenchData) {
  const random = createRandom(29, 'receivables')
  const { get } = callsOf(token)
  const cliente = () => `cliente_id=${random.between(1, sizes.clientes)}`
  const own = [cliente, () => 'estado=vigente', () => 'desde=2026-06-01', () => 'pagina=40', () => '']
  const narrowing = cycleThrough(own)
  const facturas = cycleThrough(['abiertas=si&orden=vence', 'orden=vence', ...own.map(() => '')])
  const found = cycleWords(['Ajanel', 'zanahoria', '1000047110'])
  const list = (path: string) => `${path}?porPagina=20&`
  return {
    facturas: flow('a page of 100,000 invoices', () =>
      get(`${list('/facturas')}${facturas() || narrowing()()}`),
    ),
    facturasFound: flow('invoices, searched', () => get(`${list('/facturas')}buscar=${found()}`)),
    cobros: flow('a page of 100,000 payments', () => get(`${list('/cobros')}${narrowing()()}`)),
    porCobrar: singleClientFlow('receivables of 2,000 clients', () => get('/por-cobrar')),
    porFacturar: singleClientFlow('trips to invoice of 2,000 clients', () => get('/por-facturar')),
    estadoDeCuenta: flow('a statement of account', () =>
      get(`/clientes/${random.between(1, sizes.clientes)}/estado-de-cuenta`),
    ),
  }
}

/** Reads and writes of 100,000 cargas, 2,000 plans and a truck with 1,000 cargas. */
function fleetFlows({ token }: BenchData) {
  const random = createRandom(31, 'fleet')
  const { get, send } = callsOf(token)
  const camion = () => `camion_id=${random.between(1, sizes.camiones)}`
  const narrowing = cycleThrough([
    camion,
    () => 'lleno=no',
    () => 'desde=2026-06-01',
    () => 'pagina=40',
    () => '',
  ])
  const found = cycleWords(['C-007', 'Trébol', 'zanahoria'])
  const plans = cycleThrough([
    camion,
    () => 'estado=vencido',
    () => 'orden=nombre',
    () => 'pagina=40',
    () => '',
  ])
  const carga = () => ({
    camion_id: busyCamion,
    fecha: newestDay,
    galones: random.between(10_000, 60_000) / 1000,
    total: random.between(500, 2000),
    paga: 'empresa',
  })
  return {
    cargas: flow('a page of 100,000 fuel fill-ups', () => get(`/cargas?porPagina=20&${narrowing()()}`)),
    cargasFound: flow('fuel fill-ups, searched', () => get(`/cargas?porPagina=20&buscar=${found()}`)),
    planes: flow('a page of 2,000 plans', () => get(`/planes?porPagina=20&${plans()()}`)),
    rendimiento: singleClientFlow('cost per km of 300 trucks, a year', () =>
      get(`/rendimiento?desde=${addDays(newestDay, -364)}&hasta=${newestDay}`),
    ),
    carga: singleClientFlow('a fill-up of a truck with 1,000', () => send('POST', '/cargas', carga())),
  }
}

export const officeFlows = (data: BenchData) => ({
  ...officeReads(data),
  ...planningOf(data),
  ...moneyFlows(data),
  ...receivableFlows(data),
  ...fleetFlows(data),
  ...officeChanges(data),
  ...fileFlows(data),
})
