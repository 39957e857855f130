import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InvoiceOffice, openInvoiceOffice } from '../../test/cobros.ts'
import { readListExport } from '../../test/exportar.ts'
import { expectConflict } from '../../test/openOffice.ts'
import { countByStatus } from '../../test/users.ts'

// Trips to invoice, and what a valid invoice changes elsewhere (docs/contract/receivables.md).

type Changes = Record<string, unknown>

let office: InvoiceOffice
beforeAll(async () => {
  office = await openInvoiceOffice()
})
afterAll(() => office.close())

const hoy = todayIn('America/Guatemala', new Date())
const ofClient = async (id: number, query = '') =>
  (await office.cashier.get(`/api/por-facturar/${id}${query}`)).body
const findRow = async (id: number, query = '') =>
  (await office.cashier.get(`/api/por-facturar${query}`)).body.data.find(
    (row: Changes) => row.cliente_id === id,
  )
const idsToInvoice = async (id: number, query = ''): Promise<number[]> =>
  (await ofClient(id, query)).data.map((row: { ruta_id: number }) => row.ruta_id)
const aTrip = (changes: Changes) => office.createTrip({ fecha: '2026-01-10', ...changes })

test('trips to invoice: delivered ones with a price, by client and in order', async () => {
  const cliente_id = await office.createCliente()
  const late = await aTrip({ cliente_id, fecha: '2026-01-12', precio: 1250.5 })
  const noon = await aTrip({ cliente_id, hora: '12:00' })
  const early = await aTrip({ cliente_id, hora: '06:30' })
  const future = await aTrip({ cliente_id, fecha: addDays(hoy, 1) })
  await aTrip({ cliente_id, precio: 0 })
  await aTrip({ cliente_id, estado: 'Pendiente' })
  const deleted = await aTrip({ cliente_id })
  await office.admin.delete(`/api/rutas/${deleted.id}`)
  const { cliente } = await office.createFactura({ cliente_id })
  const row = { cliente_id, cliente, viajes: 3, total: 8250.5, desde: '2026-01-10' }
  expect(await findRow(cliente_id)).toEqual(row)
  const { data, count, success } = await ofClient(cliente_id)
  expect([success, count, data.map(({ ruta_id }: Changes) => ruta_id)]).toEqual([
    true,
    3,
    [early.id, noon.id, late.id],
  ])
  expect(data[0]).toEqual({
    ruta_id: early.id,
    no_ruta: early.no_ruta,
    fecha: '2026-01-10',
    hora: '06:30:00',
    servicio: 'Flete local',
    origen: expect.any(String),
    destino: expect.any(String),
    precio: 3500,
  })
  expect(await idsToInvoice(cliente_id, '?hasta=2026-01-11')).toEqual([early.id, noon.id])
  expect(await idsToInvoice(cliente_id, `?hasta=${addDays(hoy, 1)}`)).toContain(future.id)
  expect(await findRow(cliente_id, '?hasta=2026-01-09')).toBeUndefined()
  await office.admin.put('/api/ajustes', { facturar_desde: '2026-01-12' })
  expect([await idsToInvoice(cliente_id), (await findRow(cliente_id)).viajes]).toEqual([[late.id], 1])
  await office.admin.put('/api/ajustes', { facturar_desde: null })
  expect((await findRow(cliente_id)).viajes).toBe(3)
})

test('trips to invoice: ordered by the oldest trip, then by name', async () => {
  const [late, early] = [await office.createCliente(), await office.createCliente()]
  await aTrip({ cliente_id: late, fecha: '2020-01-02' })
  await aTrip({ cliente_id: early, fecha: '2020-01-01' })
  const { body } = await office.cashier.get('/api/por-facturar?hasta=2020-01-02')
  expect([body.count, body.data.map(({ cliente_id }: Changes) => cliente_id)]).toEqual([2, [early, late]])
})

test('trips to invoice: of a client in the bin remain; an unknown client is 404', async () => {
  const cliente_id = await office.createCliente()
  const trip = await aTrip({ cliente_id })
  expect((await office.admin.delete(`/api/clientes/${cliente_id}`)).status).toBe(200)
  expect([await idsToInvoice(cliente_id), (await findRow(cliente_id)).viajes]).toEqual([[trip.id], 1])
  const { status, body } = await office.cashier.get('/api/por-facturar/2000000')
  expect([status, body.message]).toEqual([404, 'Cliente no encontrado'])
  expect((await office.cashier.get('/api/por-facturar?hasta=ayer')).status).toBe(400)
})

test('trips to invoice: leave with an invoice, return when it is annulled or loses them', async () => {
  const cliente_id = await office.createCliente()
  const [a, b] = [await aTrip({ cliente_id }), await aTrip({ cliente_id })]
  const rutas = [{ ruta_id: a.id }, { ruta_id: b.id }]
  const { id, serie, numero, fecha } = await office.createFactura({ cliente_id, monto: null, rutas })
  expect(await idsToInvoice(cliente_id)).toEqual([])
  expect(await findRow(cliente_id)).toBeUndefined()
  await office.putFactura(id, { serie, numero, fecha, rutas: rutas.slice(1) })
  expect(await idsToInvoice(cliente_id)).toEqual([a.id])
  await office.anularFactura(id)
  expect(await idsToInvoice(cliente_id)).toEqual([a.id, b.id])
  // No version of a trip is raised, and nothing is logged.
  expect((await office.read(a.id)).body.data.version).toBe(a.version)
})

test('deletion: of an invoiced route and of a client with a balance is rejected', async () => {
  const cliente_id = await office.createCliente()
  const trip = await aTrip({ cliente_id })
  const factura = await office.createFactura({ cliente_id, rutas: [{ ruta_id: trip.id }] })
  const deleteTrip = () => office.admin.delete(`/api/rutas/${trip.id}`)
  const deleteClient = () => office.admin.delete(`/api/clientes/${cliente_id}`)
  expectConflict(await deleteTrip(), 'No se puede eliminar: la ruta tiene dinero registrado.')
  const owes = 'No se puede eliminar: el cliente tiene facturas por cobrar.'
  expectConflict(await deleteClient(), owes)
  const open = await aTrip({ cliente_id, estado: 'Pendiente' })
  expectConflict(await deleteClient(), 'No se puede eliminar: tiene 1 ruta pendiente o en curso.')
  await office.admin.delete(`/api/rutas/${open.id}`)
  await office.anularFactura(factura.id)
  expect([(await deleteTrip()).status, (await deleteClient()).status]).toEqual([200, 200])
  expect((await office.readFactura(factura.id)).rutas).toEqual(factura.rutas)
})

test('GET /api/rutas/{id}/dinero: has the invoice for holders of both permissions', async () => {
  const trip = await aTrip({})
  const path = `/api/rutas/${trip.id}/dinero`
  const as = (...permisos_dinero: ('ver_dinero' | 'gestionar_cobros')[]) =>
    office.server.as({ rol: 'usuario', permisos: ['ver_rutas'], permisos_dinero })
  const both = await as('ver_dinero', 'gestionar_cobros')
  expect((await both.get(path)).body.data.factura).toBeNull()
  const { id, serie, numero } = await office.createFactura({ rutas: [{ ruta_id: trip.id }] })
  for (const client of [both, office.admin])
    expect((await client.get(path)).body.data.factura).toEqual({ id, serie, numero })
  expect((await (await as('ver_dinero')).get(path)).body.data).not.toHaveProperty('factura')
  expect((await (await as('gestionar_cobros')).get(path)).status).toBe(403)
  await office.anularFactura(id)
  expect((await both.get(path)).body.data.factura).toBeNull()
})

test('simultaneous deletion and invoice: one of both is rejected', async () => {
  for (let i = 0; i < 5; i++) {
    const cliente_id = await office.createCliente()
    const trip = await aTrip({ cliente_id })
    const [invoice, deletion] = await Promise.all([
      office.postFactura({ cliente_id, rutas: [{ ruta_id: trip.id }] }),
      office.admin.delete(i % 2 ? `/api/rutas/${trip.id}` : `/api/clientes/${cliente_id}`),
    ])
    expect([
      [201, 409],
      [400, 200],
    ]).toContainEqual([invoice.status, deletion.status])
  }
})

test('simultaneous invoices: of one trip, or with one serie and numero, only one succeeds', async () => {
  const trips = [await aTrip({}), await aTrip({})]
  const rutas = trips.map(({ id }) => ({ ruta_id: id }))
  const ofTrips = await Promise.all(
    Array.from({ length: 10 }, (_, i) => office.postFactura({ rutas: i % 2 ? rutas : rutas.toReversed() })),
  )
  expect(countByStatus(ofTrips)).toEqual({ 201: 1, 409: 9 })
  const winner = ofTrips.find(({ status }) => status === 201)?.body.data
  for (const [i, answer] of ofTrips.entries())
    if (answer.status === 409)
      expectConflict(answer, `${trips[i % 2 ? 0 : 1]?.no_ruta} ya está en la factura F-${winner.numero}.`)
  const ofNumber = await Promise.all(
    Array.from({ length: 10 }, () => office.postFactura({ serie: 'X', numero: '9' })),
  )
  expect(countByStatus(ofNumber)).toEqual({ 201: 1, 409: 9 })
  for (const answer of ofNumber)
    if (answer.status === 409) expectConflict(answer, 'La factura X-9 ya está registrada.')
  const annulments = await Promise.all(Array.from({ length: 5 }, () => office.anularFactura(winner.id)))
  expect(countByStatus(annulments)).toEqual({ 200: 1, 409: 4 })
  expect(await idsToInvoice(office.cliente_id)).toEqual(expect.arrayContaining(trips.map(({ id }) => id)))
})

test('simultaneous changes and renames: deadlock nothing', async () => {
  const [a, b] = [await aTrip({}), await aTrip({})]
  const factura = await office.createFactura({ rutas: [{ ruta_id: a.id }, { ruta_id: b.id }] })
  const { serie, numero, fecha } = factura
  const body = (...ids: number[]) => ({
    serie,
    numero,
    fecha,
    monto: 7,
    rutas: ids.map((ruta_id) => ({ ruta_id })),
  })
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, i) =>
      office.putFactura(factura.id, i % 2 ? body(a.id) : body(b.id, a.id)),
    ),
    ...[a, b].map(({ id }, i) => office.put(id, { no_ruta: `REN-${i}`, estado: 'Entregado' })),
  ])
  expect(countByStatus(answers)).toEqual({ 200: 8 })
  const { version, rutas } = await office.readFactura(factura.id)
  expect(version).toBe(7)
  const inInvoice = rutas.map(({ ruta_id }: Changes) => ruta_id)
  const toInvoice = await idsToInvoice(office.cliente_id, '?hasta=2027-01-01')
  for (const { id } of [a, b]) expect(toInvoice.includes(id)).toBe(!inInvoice.includes(id))
  const found = await office.cashier.get('/api/facturas?buscar=REN-0')
  expect(found.body.data.map(({ id }: Changes) => id)).toEqual([factura.id])
})

test('export of clients to invoice: has the rows of the call with NIT and sums', async () => {
  const cliente_id = await office.createCliente()
  await office.cashier.put(`/api/clientes/${cliente_id}/fiscal`, { nit: '39525503' })
  await aTrip({ cliente_id, fecha: '2025-03-01', precio: 100.25 })
  await aTrip({ cliente_id, fecha: '2025-03-02', precio: 0.5 })
  const exported = (query = '') =>
    readListExport(office.server.app, office.cashier, `/api/por-facturar/exportar${query}`)
  const { name, titles, rows } = await exported('?hasta=2025-03-01')
  expect([name, titles]).toEqual([
    'por_facturar_2025-03-01.xlsx',
    ['Cliente', 'NIT', 'Viajes', 'Total', 'Desde'],
  ])
  const day = new Date('2025-03-01T00:00:00Z')
  const found = await findRow(cliente_id, '?hasta=2025-03-01')
  expect(rows).toContainEqual([found.cliente, '39525503', 1, 100.25, day])
  const { data } = (await office.cashier.get('/api/por-facturar')).body
  const all = (await exported()).rows
  expect(all.slice(0, -1).map(([cliente]) => cliente)).toEqual(data.map(({ cliente }: Changes) => cliente))
  const sum = (of: 'viajes' | 'total') =>
    data.reduce((total: number, row: Record<typeof of, number>) => total + Math.round(row[of] * 100), 0) / 100
  expect(all.at(-1)).toEqual(['Total', null, sum('viajes'), sum('total'), null])
})
