import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InvoiceOffice, openInvoiceOffice } from '../../test/cobros.ts'

// Lines of invoices (docs/contract/receivables.md).

type Changes = Record<string, unknown>

let office: InvoiceOffice
beforeAll(async () => {
  office = await openInvoiceOffice()
})
afterAll(() => office.close())

test('POST: rejects records in the bin and routes of another client', async () => {
  const [deleted, own] = [await office.createTrip(), await office.createTrip()]
  await office.admin.delete(`/api/rutas/${deleted.id}`)
  const other = await office.createCliente()
  const foreign = await office.createTrip({ cliente_id: other })
  const foreign2 = await office.createTrip({ cliente_id: other })
  const camposOf = async (...ids: number[]) =>
    (await office.postFactura({ rutas: ids.map((ruta_id) => ({ ruta_id })) })).body.error.campos
  const unknown = { rutas: 'Ruta no encontrada. Verifica que la ruta seleccionada sea válida.' }
  expect(await camposOf(own.id, deleted.id)).toEqual(unknown)
  expect(await camposOf(own.id, foreign2.id, foreign.id)).toEqual({
    rutas: `${foreign2.no_ruta} es de otro cliente.`,
  })
  const gone = await office.createCliente()
  await office.admin.delete(`/api/clientes/${gone}`)
  expect((await office.postFactura({ cliente_id: gone })).body.error.campos).toEqual({
    cliente_id: 'Cliente no encontrado. Verifica que el cliente seleccionado sea válido.',
  })
})

test('lines: take the precio of the route and keep it; monto is their sum', async () => {
  const [late, early] = [
    await office.createTrip({ fecha: '2026-01-12' }),
    await office.createTrip({ fecha: '2026-01-10', precio: 1250 }),
  ]
  const rutas = [{ ruta_id: late.id }, { ruta_id: early.id, monto: '' }]
  const factura = await office.createFactura({ monto: undefined, rutas })
  const lines = [
    { ruta_id: early.id, no_ruta: early.no_ruta, fecha: '2026-01-10', monto: 1250 },
    { ruta_id: late.id, no_ruta: late.no_ruta, fecha: '2026-01-12', monto: 3500 },
  ]
  expect(factura).toMatchObject({ monto: 4750, diferencia: 0, rutas: lines })
  await office.put(late.id, { no_ruta: late.no_ruta, fecha: '2026-01-12', estado: 'Entregado', precio: 3900 })
  const { serie, numero, fecha } = factura
  const body = { serie, numero, fecha, rutas }
  const changed = await office.putFactura(factura.id, { ...body, monto: 5000, version: 1 })
  expect([changed.status, changed.body.message]).toEqual([200, 'Factura actualizada exitosamente'])
  expect(changed.body.data).toMatchObject({ monto: 5000, diferencia: 250, rutas: lines, version: 2 })
  // Removed and added again: the precio of now.
  await office.putFactura(factura.id, { ...body, rutas: [{ ruta_id: early.id, monto: 0.01 }] })
  const { body: again } = await office.putFactura(factura.id, { ...body, cliente_id: office.cliente_id })
  expect(again.data).toMatchObject({ monto: 3900.01, diferencia: 0 })
  // Versions of the routes do not change.
  expect((await office.read(early.id)).body.data.version).toBe(early.version)
})

test('lines: a sum of 0 or above the limit is an error of monto', async () => {
  const [a, b] = [await office.createTrip({ precio: 0 }), await office.createTrip()]
  const camposOf = async (rutas: Changes[]) =>
    (await office.postFactura({ monto: null, rutas })).body.error.campos
  expect(await camposOf([{ ruta_id: a.id }])).toEqual({ monto: 'El monto debe ser mayor que cero.' })
  const high = 99_999_999.99
  expect(
    await camposOf([
      { ruta_id: a.id, monto: high },
      { ruta_id: b.id, monto: 0.01 },
    ]),
  ).toEqual({ monto: 'Escribe una cantidad de 0 a 99999999.99, con dos decimales como máximo.' })
  expect(await office.createFactura({ monto: high, rutas: [{ ruta_id: a.id, monto: high }] })).toMatchObject({
    monto: high,
  })
  expect(await office.createFactura({ monto: 5, rutas: [{ ruta_id: b.id, monto: 0 }] })).toMatchObject({
    diferencia: 5,
  })
})

test('PUT: keeps routes that are now another client’s; the client cannot change', async () => {
  const trip = await office.createTrip()
  const factura = await office.createFactura({ rutas: [{ ruta_id: trip.id }] })
  const other = await office.createCliente()
  await office.put(trip.id, { no_ruta: trip.no_ruta, estado: 'Entregado', cliente_id: other })
  const { serie, numero, fecha } = factura
  const body = { serie, numero, fecha, monto: 900, rutas: [{ ruta_id: trip.id }] }
  expect((await office.putFactura(factura.id, body)).body.data).toMatchObject({
    cliente_id: office.cliente_id,
    monto: 900,
  })
  const camposOf = async (changes: Changes, id = factura.id) =>
    (await office.putFactura(id, { ...body, ...changes })).body.error.campos
  const changed = { cliente_id: 'El cliente no se puede cambiar.' }
  expect(await camposOf({ cliente_id: other })).toEqual(changed)
  expect(await camposOf({ cliente_id: other, monto: 'x' })).toMatchObject({
    ...changed,
    monto: expect.stringContaining('cantidad'),
  })
  const foreign = await office.createTrip({ cliente_id: other })
  expect(await camposOf({ rutas: [{ ruta_id: foreign.id }] })).toEqual({
    rutas: `${foreign.no_ruta} es de otro cliente.`,
  })
  // 400, 404, 409.
  expect(await camposOf({ rutas: [{ ruta_id: 2_000_000 }] }, 2_000_000)).toHaveProperty('rutas')
  const unknown = await office.putFactura(2_000_000, { ...body, rutas: [] })
  expect([unknown.status, unknown.body.message]).toEqual([404, 'Factura no encontrada'])
})
