import type { Client } from '@flota/server/test/testApp.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRecordedOffice, type RecordedOffice, warmUpCalls } from './test/openRecordedOffice.ts'
import { countLimit, flattenPlan, planFaults, type QueryPlan, searchLimit } from './test/queryPlan.ts'

// Checks the plans for 100,000 trips, documents, prices, invoices and payments, generic ones too.

const rutas = 100_000
const twoMonths = 'desde=2026-01-01&hasta=2026-02-28'
/** Trips of a dashboard's seven days, more than any page has. */
const maxPageRows = 7 * 183

let office: RecordedOffice
let client: RecordedOffice['client']
let admin: Client
let piloto: Client

beforeAll(async () => {
  office = await openRecordedOffice(rutas)
  client = office.client
  admin = office.admin
  piloto = office.piloto
}, 900_000)
afterAll(() => office.close())

async function expectGoodPlans(call: () => ReturnType<Client['get']>, maxSortedRows = maxPageRows) {
  expect((await office.recordWarm(call)).status).toBe(200)
  expect(office.recorded.length).toBeGreaterThan(1)
  expect(
    office.recorded.flatMap(({ statement, plan }) =>
      planFaults(plan, maxSortedRows).map((fault) => `${fault}: ${statement}`),
    ),
  ).toEqual([])
}

test('planFaults: reports a sort and a sequential scan', async () => {
  office.recorded.length = 0
  await client.query('select id from rutas order by mercaderia, id limit 10')
  expect(planFaults(office.recorded[0]?.plan ?? ({} as QueryPlan), maxPageRows)).toEqual([
    `orders ${rutas + 900} rows`,
    `reads ${rutas + 900} rows of rutas one after the other`,
  ])
})

const orders = ['recientes', 'antiguas', 'ascendente', 'descendente', '-cliente', 'piloto', '-precio']
const pages = [1, 3, 40, 5000, 9990]
test.each(orders.flatMap((orden) => pages.map((pagina) => [orden, pagina] as const)))(
  'GET /api/rutas, %s, page %i: has a good plan',
  (orden, pagina) =>
    expectGoodPlans(
      () => admin.get(`/api/rutas?porPagina=10&orden=${orden}&pagina=${pagina}`),
      // All clients are sorted by name.
      orden === '-cliente' ? 2000 : maxPageRows,
    ),
)

test.each([
  ['newer', 'recientes', '2090-01-01'],
  ['older', 'antiguas', '1950-01-01'],
])('GET /api/rutas: skips no heap of uncommitted %s rows of an import', async (_, orden, fecha) => {
  const importing = new pg.Client(office.connection)
  await importing.connect()
  await importing.query("begin; set local flota.cuenta_al_final = 'si'")
  await importing.query(
    `insert into rutas (no_ruta, cliente_id, servicio, mercaderia, camion_id, origen, destino, chofer_id, fecha, hora,
        precio, estado, inicio, fin, busqueda)
      select 'nueva-' || id, cliente_id, servicio, mercaderia, camion_id, origen, destino, chofer_id, $1::date, hora,
        precio, 'Entregado', inicio, fin, busqueda
      from rutas where eliminado_en is null order by id limit 2000`,
    [fecha],
  )
  const page = () => admin.get(`/api/rutas?porPagina=10&orden=${orden}`)
  expect((await office.recordWarm(page)).body.data).toHaveLength(10)
  const heapFetches = office.recorded.flatMap(({ plan }) =>
    flattenPlan(plan).map((part) => part['Heap Fetches'] ?? 0),
  )
  expect(Math.max(...heapFetches)).toBeLessThan(100)
  await importing.query('rollback')
  await importing.end()
})

test.each([
  'cliente_id=7',
  'chofer_id=7',
  'camion_id=7',
  'estado=Pendiente',
  'estado=Entregado',
  'estado=Incidente&pagina=20',
  'desde=2026-01-01&hasta=2026-02-28&pagina=30',
  'estado=Incidente&desde=2026-01-01',
  'chofer_id=7&estado=Entregado&orden=antiguas',
  'retraso=si',
  'retraso=si&orden=antiguas&pagina=20',
  'chofer_id=7&orden=-cliente',
  'cliente_id=7&orden=-precio',
])('GET /api/rutas?%s: has a good plan', (query) =>
  expectGoodPlans(() => admin.get(`/api/rutas?porPagina=10&${query}`)),
)

test.each([
  'Jose',
  'Lopez',
  'carga',
  'Hugo Xicay Mudanza',
  'RUTA-33333',
  'zanahoria',
  'jose&campo=cliente',
  'jose&estado=Incidente',
])('GET /api/rutas?buscar=%s: has a good plan', (words) =>
  expectGoodPlans(() => admin.get(`/api/rutas?porPagina=10&buscar=${words}`), searchLimit),
)

test.each(['Jose', 'ruta', 'RUTA-33333', 'zanahoria', 'hugo xicay mudanza', 'zz', '77'])(
  'GET /api/buscar?buscar=%s: has a good plan',
  (words) => expectGoodPlans(() => admin.get(`/api/buscar?buscar=${words}`), searchLimit),
)

test.each([
  '/api/rutas/recientes?dias=1',
  '/api/rutas/recientes?dias=7',
  '/api/rutas/next-number',
  '/api/rutas/sugerencias?campo=servicio',
  '/api/rutas/sugerencias?campo=destino&cliente_id=7&buscar=que',
  '/api/tarifas/sugerencia?cliente_id=7&origen=guatemala&destino=Peten',
  '/api/rutas/50000',
  '/api/rutas/50000/historial',
  '/api/clientes?porPagina=10&pagina=20',
  '/api/papelera',
  '/api/tablero?fecha=2026-11-20',
  '/api/reportes?filtro=mes&fechaInicio=2025-12-01&fechaFin=2026-11-30',
  '/api/reportes?filtro=dia',
  '/api/reportes?filtro=anio',
  '/api/margen?por=ruta&porPagina=20&desde=2026-11-19&hasta=2026-11-20',
])('GET %s: has a good plan', (url) => expectGoodPlans(() => admin.get(url)))

test.each([
  '',
  'orden=-vence',
  'pagina=200',
  'estado=vencido',
  'estado=por_vencer',
  'estado=vigente',
  'estado=falta',
  'plazo=atender',
  'plazo=atender&orden=-vence&pagina=20',
  'plazo=30-dias',
  'historial=si',
  'historial=si&orden=-vence',
  'historial=si&estado=vencido',
  'entidad=ayudantes',
  'tipo_id=2',
  'entidad=camiones&entidad_id=7',
  'historial=si&entidad=camiones&entidad_id=7',
])('GET /api/documentos?%s: has a good plan', (query) =>
  expectGoodPlans(() => admin.get(`/api/documentos?porPagina=10&${query}`)),
)

test.each(['buscar=seguro', 'buscar=C-007 seguro', 'buscar=zanahoria'])(
  'GET /api/documentos?%s: has a good plan',
  (query) => expectGoodPlans(() => admin.get(`/api/documentos?porPagina=10&${query}`), searchLimit),
)

test.each([
  '',
  'orden=recientes',
  'orden=-precio&pagina=40',
  'cliente_id=7',
  'cliente_id=7&orden=-precio',
  'pagina=40',
  'buscar=zanahoria',
  'buscar=jose&orden=precio',
  'buscar=jose antigua cafe',
])('GET /api/tarifas?%s: has a good plan', (query) =>
  expectGoodPlans(() => admin.get(`/api/tarifas?porPagina=10&${query}`), searchLimit),
)

test.each([
  '',
  'orden=vence',
  'pagina=40',
  'cliente_id=7',
  'cliente_id=7&orden=vence',
  'cliente_id=7&abiertas=si',
  'abiertas=si',
  'abiertas=si&orden=vence',
  'estado=vigente',
  'estado=anulada',
  twoMonths,
  'ruta_id=5000',
])('GET /api/facturas?%s: has a good plan', (query) =>
  expectGoodPlans(() => admin.get(`/api/facturas?porPagina=10&${query}`), countLimit),
)

test.each(['', 'pagina=40', 'cliente_id=7', 'estado=vigente', 'factura_id=5000', twoMonths])(
  'GET /api/cobros?%s: has a good plan',
  (query) => expectGoodPlans(() => admin.get(`/api/cobros?porPagina=10&${query}`), countLimit),
)

test.each(['facturas?buscar=Ajanel', 'facturas?buscar=zanahoria', 'cobros?buscar=Ajanel'])(
  'GET /api/%s: has a good plan',
  (url) => expectGoodPlans(() => admin.get(`/api/${url}&porPagina=10`), searchLimit),
)

test.each([
  'por-facturar',
  'por-facturar/7',
  'por-cobrar',
  'por-cobrar?corte=2026-11-18',
  'clientes/7/estado-de-cuenta',
])('GET /api/%s: has a good plan', (url) => expectGoodPlans(() => admin.get(`/api/${url}`), 2500))

test.each(['/api/avisos', '/api/avisos/resumen'])('GET %s: has a good plan', (url) =>
  expectGoodPlans(() => admin.get(url), countLimit),
)

test.each(['rutas/recientes?dias=7', 'rutas?porPagina=10&pagina=9', 'piloto/expedientes'])(
  'GET /api/%s as pilot: has a good plan',
  (url) => expectGoodPlans(() => piloto.get(`/api/${url}`)),
)

test.each(['', '&pagina=3', '&estado=Entregado', '&desde=2026-01-01'])(
  'GET /api/piloto/mis-rutas, %s: sorts three pages at most, not all trips',
  (query) => expectGoodPlans(() => piloto.get(`/api/piloto/mis-rutas?porPagina=10${query}`), 90),
)

test.each([
  { tipo: 'dia', periodo: '2026-11-20', porPagina: 10 },
  { tipo: 'mes', periodo: '2026-10', porPagina: 10, pagina: 200 },
  { tipo: 'anio', periodo: '2026', porPagina: 10, pagina: 3000 },
])('POST /api/reportes/periodo, $periodo: has a good plan', (body) =>
  expectGoodPlans(() => admin.post('/api/reportes/periodo', body)),
)

test('GET /api/rutas/exportar: has a good plan for each batch', () =>
  expectGoodPlans(() =>
    admin.get('/api/reportes/exportar?formato=excel&fechaInicio=2026-10-01&fechaFin=2026-10-31'),
  ))

test('prepared statements: keep their plan', async () => {
  const statements = await client.query<{ has: boolean }>(
    `select generic_plans > 0 as has, statement from pg_prepared_statements
      where generic_plans + custom_plans > ${warmUpCalls}`,
  )
  expect(statements.rows.length).toBeGreaterThan(0)
  expect(statements.rows.filter(({ has }) => !has)).toEqual([])
})
