import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPersona, aRuta, someReferences } from './factories.ts'
import { type DocumentosOffice, openDocumentosOffice } from './openPapeles.ts'

// Client, places and day beside a trip's number, in money, invoices and the bin. The date is 20/11/2026, noon.

let office: DocumentosOffice
beforeEach(async () => {
  office = await openDocumentosOffice()
})
afterEach(() => office.close())

const viaje = { cliente: 'Maya Norte', origen: 'Cobán', destino: 'Flores', fecha: '2026-11-10' }

async function aTrip() {
  const { admin } = office
  const { id: cliente_id } = (
    await admin.post('/api/clientes', aPersona({ nombre: 'Maya', apellido: 'Norte' }))
  ).body.data
  const references = { ...(await someReferences(admin)), cliente_id }
  const { origen, destino, fecha } = viaje
  const form = aRuta(references, { no_ruta: 'RUTA-7', origen, destino, fecha, estado: 'Entregado' })
  return { ...form, id: (await create('/api/rutas', form)).id }
}

async function create(path: string, form: object): Promise<{ id: number }> {
  const { status, body } = await office.admin.post(path, form)
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}

/** Reads without and with `viaje=si`. */
async function bothOf(url: string) {
  const read = async (query: string) => (await office.admin.get(`${url}${query}`)).body.data
  return [await read(''), await read(`${url.includes('?') ? '&' : '?'}viaje=si`)]
}

test('money of a trip: names it with viaje=si, in lists, records, a settlement and an invoice', async () => {
  const { admin } = office
  const { id: ruta_id, chofer_id, camion_id, cliente_id } = await aTrip()
  const paid = { chofer_id, fecha: '2026-11-12' }
  const gasto = { ...paid, tipo: 'gasto', concepto: 'Peaje', paga: 'piloto', monto: 25 }
  const { id } = await create('/api/movimientos', { ...gasto, ruta_id })
  const alone = await create('/api/movimientos', gasto)
  const carga = await create('/api/cargas', {
    ...paid,
    camion_id,
    ruta_id,
    paga: 'piloto',
    galones: 30,
    total: 900,
    km: 1000,
  })
  expect((await admin.put(`/api/movimientos/${id}/estado`, { estado: 'aprobado' })).status).toBe(200)
  const settled = await create('/api/liquidaciones', { chofer_id, movimientos: [id] })
  const factura = await create('/api/facturas', {
    cliente_id,
    serie: 'A',
    numero: '1',
    fecha: '2026-11-15',
    monto: 1250.5,
    rutas: [{ ruta_id, monto: null }],
  })

  for (const url of [`/api/movimientos/${id}`, `/api/cargas/${carga.id}`]) {
    const [plain, named] = await bothOf(url)
    expect([url, named]).toEqual([url, { ...plain, viaje }])
  }
  const [unnamed, unchanged] = await bothOf(`/api/movimientos/${alone.id}`)
  expect(unchanged).toEqual(unnamed)
  const lists: [string, (data: never) => object[]][] = [
    [`/api/movimientos?ruta_id=${ruta_id}`, (rows) => rows],
    ['/api/cargas', (rows) => rows],
    ['/api/movimientos/rutas', (rows) => rows],
    [`/api/liquidaciones/${settled.id}`, ({ movimientos }: { movimientos: object[] }) => movimientos],
    [`/api/facturas/${factura.id}`, ({ rutas }: { rutas: object[] }) => rutas],
  ]
  for (const [url, rowsOf] of lists) {
    const [plain = [], named] = (await bothOf(url)).map((data) => rowsOf(data as never))
    expect([url, plain.length > 0]).toEqual([url, true])
    expect([url, named]).toEqual([url, plain.map((row) => ({ ...row, viaje }))])
  }
  expect((await admin.get('/api/cargas?viaje=no')).status).toBe(400)
})

test('GET /api/papelera: names the trips in it with viaje=si', async () => {
  const trip = await aTrip()
  const { id } = await office.createRecord('camiones', {})
  for (const path of [`/api/rutas/${trip.id}`, `/api/camiones/${id}`])
    expect((await office.admin.delete(path)).status).toBe(200)
  const [plain, named] = await bothOf('/api/papelera')
  expect(plain.map(({ tipo }: { tipo: string }) => tipo)).toEqual(['camiones', 'rutas'])
  expect(named).toEqual([plain[0], { ...plain[1], viaje }])
})
