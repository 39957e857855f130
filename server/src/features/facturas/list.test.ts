import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { addFile, aFile, sendFile, statusAndMessage } from '../../test/archivos.ts'
import { aCobro, facturasPath, type InvoiceOffice, openInvoiceOffice } from '../../test/cobros.ts'
import { expectConflict, idsOf } from '../../test/openOffice.ts'

// Lists, balances, files and log of invoices (docs/contract/receivables.md).

type Changes = Record<string, unknown>

let office: InvoiceOffice
beforeAll(async () => {
  office = await openInvoiceOffice()
})
afterAll(() => office.close())

const hoy = todayIn('America/Guatemala', new Date())
const list = (query = '') => office.cashier.get(`${facturasPath}?${query}`)
const pay = async (cliente_id: number, factura_id: number, amounts: Changes) => {
  const answer = await office.cashier.post(
    '/api/cobros',
    aCobro({ cliente_id }, factura_id, { aplicaciones: [{ factura_id, ...amounts }] }),
  )
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body.data.id
}

test('list: filters, search, all orders and pages', async () => {
  const cliente_id = await office.createCliente()
  const trip = await office.createTrip({ cliente_id })
  const create = async (changes: Changes) => (await office.createFactura({ cliente_id, ...changes })).id
  const old = await create({ fecha: '2026-01-10', vence: '2026-03-01', rutas: [{ ruta_id: trip.id }] })
  const uuid = 'D412A347-9720-44C0-A9CC-FDE068F0A2E7'
  const middle = await create({ fecha: '2026-01-11', vence: '2026-01-12', uuid })
  const newest = await create({ fecha: '2026-01-11', vence: '2026-02-01' })
  await pay(cliente_id, middle, { monto: 1000 })
  await office.anularFactura(old)
  const ids = async (query: string) => idsOf(await list(`cliente_id=${cliente_id}&${query}`))
  expect(await ids('')).toEqual([newest, middle, old])
  expect(await ids('orden=vence')).toEqual([middle, newest, old])
  expect(await ids('orden=antiguas')).toEqual([old, middle, newest])
  expect(await ids('orden=-vence&porPagina=2')).toEqual([old, newest])
  expect(await ids('abiertas=si')).toEqual([newest])
  expect(await ids('abiertas=si&orden=vence&buscar=F-')).toEqual([newest])
  expect(await ids('estado=anulada')).toEqual([old])
  expect(await ids('estado=vigente')).toEqual([newest, middle])
  expect(await ids('desde=2026-01-11')).toEqual([newest, middle])
  expect(await ids('hasta=2026-01-10')).toEqual([old])
  expect(await ids(`ruta_id=${trip.id}`)).toEqual([old])
  expect(await ids('ruta_id=2000000')).toEqual([])
  expect(idsOf(await list('cliente_id=2000000'))).toEqual([])
  for (const text of [uuid, uuid.replaceAll('-', ''), 'd412a347-2535474368', '2535474368', 'D412A347 ixcoy'])
    expect(await ids(`orden=vence&buscar=${text}`)).toEqual([middle])
  expect(await ids(`buscar=${trip.no_ruta}`)).toEqual([old])
  const { body } = await list(`cliente_id=${cliente_id}&pagina=2&porPagina=2`)
  expect([body.count, body.paginacion]).toEqual([
    1,
    { pagina: 2, porPagina: 2, total: 3, paginas: 2, exacto: true },
  ])
  const { rutas: _rutas, ...row } = await office.readFactura(old)
  expect(body.data).toEqual([row])
  for (const [query, campo] of [
    ['desde=2026-01-02&hasta=2026-01-01', 'hasta'],
    ['orden=x', 'orden'],
    ['estado=anulado', 'estado'],
    ['abiertas=no', 'abiertas'],
  ])
    expect(Object.keys((await list(query)).body.error.campos)).toEqual([campo])
})

test('search: uses the names of today', async () => {
  const cliente_id = await office.createCliente()
  const trip = await office.createTrip({ cliente_id })
  const { id } = await office.createFactura({ cliente_id, rutas: [{ ruta_id: trip.id }] })
  const persona = { nombre: 'Óscar', apellido: "D'Árcy", telefono: '5555-9876' }
  await office.admin.put(`/api/clientes/${cliente_id}`, persona)
  await office.put(trip.id, { cliente_id, no_ruta: 'NUEVA-88', estado: 'Entregado' })
  for (const text of ["oscar d'arcy", 'nueva-88']) expect(idsOf(await list(`buscar=${text}`))).toEqual([id])
  expect((await office.readFactura(id)).cliente).toBe("Óscar D'Árcy")
  expect((await office.readFactura(id)).version).toBe(1)
})

test('withholdings: suggested as in the table of the contract', async () => {
  const { admin, cashier } = office
  const cliente_id = await office.createCliente()
  await cashier.put(`/api/clientes/${cliente_id}/fiscal`, { retiene_iva: true, retiene_isr: true })
  await admin.put('/api/ajustes', { regimen_isr: 'simplificado' })
  const suggestedFor = async (monto: number, paid?: Changes) => {
    const { id } = await office.createFactura({ cliente_id, monto })
    if (paid) await pay(cliente_id, id, paid)
    const { retencion_iva_sugerida, retencion_isr_sugerida } = await office.readFactura(id)
    return [retencion_iva_sugerida, retencion_isr_sugerida]
  }
  for (const [monto, iva, isr, paid] of [
    [11_200, 180, 500],
    [2500, 40.18, 0],
    [2499.99, 0, 0],
    [2800, 45, 125],
    [2799.99, 45, 0],
    [33_600, 540, 1500],
    [44_800, 720, 2200],
    [11_200, 180, 20, { monto: 11_000 }],
    [11_200, 100, 0, { monto: 11_100 }],
    [11_200, 0, 500, { retencion_iva: 1 }],
    [11_200, 0, 0, { monto: 11_200 }],
  ] as const)
    expect([monto, ...(await suggestedFor(monto, paid))]).toEqual([monto, iva, isr])
  await admin.put('/api/ajustes', { regimen_isr: null })
  expect(await suggestedFor(11_200)).toEqual([180, 0])
})

test('PUT and anular: respect what is paid', async () => {
  const { cliente_id } = office
  const factura = await office.createFactura({ monto: 11_200, fecha: hoy, vence: addDays(hoy, 5) })
  const { id, serie, numero, fecha } = factura
  const cobro = await pay(cliente_id, id, { monto: 10_840, retencion_iva: 180 })
  expect(await office.readFactura(id)).toMatchObject({
    cobrado: 10_840,
    retencion_iva: 180,
    retenido: 180,
    saldo: 180,
    dias: 5,
    version: 1,
  })
  const below = 'El monto es menor que lo cobrado (Q11,020.00).'
  const body = { serie, numero, fecha }
  expectConflict(await office.putFactura(id, { ...body, monto: 11_019.99 }), below)
  const other = await office.createFactura()
  expectConflict(
    await office.putFactura(id, { ...body, numero: other.numero, monto: 1 }),
    `La factura F-${other.numero} ya está registrada.`,
  )
  expect((await office.putFactura(id, { ...body, monto: 11_020 })).body.data).toMatchObject({
    saldo: 0,
    dias: null,
  })
  expectConflict(await office.anularFactura(id), 'La factura tiene cobros. Anúlalos primero.')
  await office.cashier.post(`/api/cobros/${cobro}/anular`, { motivo: 'Cheque rechazado' })
  expect((await office.anularFactura(id)).status).toBe(200)
})

test('Idempotency-Key: a repeat returns the first response', async () => {
  const { cashier } = office
  const send = (url: string, payload: object) =>
    cashier.send({ method: 'POST', url, payload, headers: { 'idempotency-key': 'factura-1' } })
  const body = { cliente_id: office.cliente_id, serie: 'K', numero: '1', fecha: '2026-01-15', monto: 5 }
  const [first, second] = await Promise.all([send(facturasPath, body), send(facturasPath, body)])
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
  expect((await send(facturasPath, body)).body).toEqual(first.body)
  expect((await list('buscar=K-1')).body.paginacion.total).toBe(1)
  const anular = () =>
    send(`${facturasPath}/${first.body.data.id}/anular`, { motivo: 'Se repitió', version: 1 })
  const [annulled, repeated] = await Promise.all([anular(), anular()])
  expect([annulled.status, repeated.status, repeated.body]).toEqual([200, 200, annulled.body])
})

test('files: of an invoice need gestionar_cobros', async () => {
  const { admin, cashier, server } = office
  const { id } = await office.createFactura()
  const url = `/api/archivos?entidad=facturas&entidad_id=${id}`
  const archivo = await addFile(cashier, `${url}&clase=comprobante`)
  expect((await office.readFactura(id)).archivos).toBe(1)
  expect(idsOf(await cashier.get(url))).toEqual([archivo.id])
  const piloto = await server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
  const money = ['ver_dinero', 'gestionar_dinero'] as const
  const permisos = ['editar_rutas', 'gestionar_catalogos'] as const
  const others = await server.as({ rol: 'usuario', permisos, permisos_dinero: money })
  for (const client of [piloto, others]) {
    expect([(await client.get(url)).status, (await sendFile(client, url, aFile())).status]).toEqual([
      403, 403,
    ])
    for (const path of ['', '/contenido'])
      expect((await client.get(`/api/archivos/${archivo.id}${path}`)).status).toBe(404)
    expect([403, 404]).toContain((await client.delete(`/api/archivos/${archivo.id}`)).status)
  }
  expect((await cashier.get(`/api/archivos/${archivo.id}/contenido`)).status).toBe(200)
  const unknown = '/api/archivos?entidad=facturas&entidad_id=2000000'
  expect(statusAndMessage(await sendFile(cashier, unknown, aFile()))).toEqual([404, 'Factura no encontrada'])
  const nothing = await server.as({ rol: 'usuario', permisos: ['ver_rutas'] })
  for (const [client, status] of [
    [cashier, 400],
    [others, 400],
    [nothing, 403],
    [piloto, 403],
  ] as const)
    expect((await sendFile(client, '/api/archivos?entidad=nada&entidad_id=1', aFile())).status).toBe(status)
  expect((await cashier.delete(`/api/archivos/${archivo.id}`)).status).toBe(200)
  expect((await office.readFactura(id)).archivos).toBe(0)
  expect((await admin.delete(`${facturasPath}/${id}`)).status).toBe(405)
})

test('log: one row a call, with route ids, without the amounts of lines', async () => {
  const [a, b] = [await office.createTrip(), await office.createTrip()]
  const factura = await office.createFactura({ monto: null, rutas: [{ ruta_id: b.id }, { ruta_id: a.id }] })
  const { id, serie, numero, fecha } = factura
  await pay(office.cliente_id, (await office.createFactura()).id, { monto: 1 })
  const body = { serie, numero, fecha }
  await office.putFactura(id, { ...body, rutas: [{ ruta_id: b.id, monto: 12.34 }] })
  // Changes nothing that is logged.
  await office.putFactura(id, { ...body, monto: 12.34, rutas: [{ ruta_id: b.id, monto: 5 }] })
  await office.putFactura(id, { ...body, serie: 'Z', monto: 1, version: 1 })
  await office.anularFactura(id)
  const rows = await many(
    office.server.db,
    sql`select accion, nombre, cambios, motivo from bitacora where tipo = 'facturas' and registro_id = ${id} order by id`,
  )
  const row = { nombre: `F-${numero}`, motivo: null }
  expect(rows).toEqual([
    { ...row, accion: 'crear', cambios: {} },
    { ...row, accion: 'editar', cambios: { monto: [7000, 12.34], rutas: [[a.id, b.id], [b.id]] } },
    { ...row, accion: 'estado', cambios: { estado: ['vigente', 'anulada'] }, motivo: 'Se repitió' },
  ])
  const ofTrips = await many(
    office.server.db,
    sql`select accion from bitacora where tipo = 'rutas' and registro_id in (${a.id}, ${b.id})`,
  )
  expect(ofTrips).toEqual([{ accion: 'crear' }, { accion: 'crear' }])
})
