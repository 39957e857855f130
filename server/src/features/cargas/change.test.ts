import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFile, aFile } from '../../test/archivos.ts'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { aCarga, cargasPath } from '../../test/cargas.ts'
import {
  liquidacionesPath,
  type MoneyOfficeForms,
  movimientosPath,
  openMoneyForms,
  settlementCalls,
} from '../../test/dinero.ts'
import { aCamion } from '../../test/factories.ts'
import { expectConflict, invalidCamposOf, staleMessage } from '../../test/openOffice.ts'
import { countByStatus } from '../../test/users.ts'
import { makeChofer } from '../../test/usuarios.ts'

// Changes of fuel fill-ups, and of gastos that become one (docs/contract/fleet.md).

let office: MoneyOfficeForms
beforeAll(async () => {
  office = await openMoneyForms()
})
afterAll(() => office.close())
const { settle, anular } = settlementCalls(() => office)

type Changes = Record<string, unknown>
const notFound = [404, 'Carga no encontrada']
const isAnnulled = 'El movimiento está anulado.'
const aTruck = async (): Promise<number> => (await office.admin.post('/api/camiones', aCamion())).body.data.id
const create = async (camion_id: number, changes: Changes = {}) => {
  const { status, body } = await office.admin.post(cargasPath, aCarga(camion_id, changes))
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}
const put = (id: number, body: Changes) => office.admin.put(`${cargasPath}/${id}`, body)
const annul = (id: number) =>
  office.admin.put(`${movimientosPath}/${id}/estado`, { estado: 'anulado', motivo: 'Se repitió' })

test('PUT /api/cargas/:id: makes a gasto Combustible a carga, with its files and state', async () => {
  const camion_id = await aTruck()
  const gasto = await office.createMovimiento(
    office.aGasto({ concepto: 'Combustible', comprobante: 'recibo', monto: 900 }),
  )
  await addFile(office.admin, `/api/archivos?entidad=movimientos&entidad_id=${gasto.id}`, aFile())
  await office.admin.put(`${movimientosPath}/${gasto.id}/estado`, { estado: 'registrado' })
  const missing = await office.admin.get(`${cargasPath}/${gasto.id}`)
  expect([missing.status, missing.body.message]).toEqual(notFound)
  const { chofer_id } = office.references
  const form = aCarga(camion_id, { paga: 'piloto', chofer_id, comprobante: 'recibo', total: 900 })
  const made = await put(gasto.id, { ...form, version: 2 })
  expect([made.status, made.body.message]).toEqual([200, 'Carga actualizada exitosamente'])
  expect(made.body.data).toMatchObject({ id: gasto.id, version: 3, estado: 'registrado', archivos: 1 })
  expect(await findLogRowsOfRequest(office.server.db, made)).toMatchObject([
    { tipo: 'movimientos', registro_id: gasto.id, accion: 'editar', cambios: { galones: [null, 40] } },
  ])
  const list = await office.admin.get(`${movimientosPath}?concepto=Combustible&chofer_id=${chofer_id}`)
  expect(list.body.data.map(({ id }: Changes) => id)).toEqual([gasto.id])
  // Annulling uses the movimiento, and the carga stays visible.
  expect((await annul(gasto.id)).status).toBe(200)
  expect((await office.admin.get(`${cargasPath}/${gasto.id}`)).body.data).toMatchObject({
    estado: 'anulado',
    motivo: 'Se repitió',
    faltas: [],
  })
})

test('PUT /api/cargas/:id: returns 404 for any other movimiento', async () => {
  const camion_id = await aTruck()
  const { id: toll } = await office.createMovimiento(office.aGasto())
  const { id: advance } = await office.createMovimiento(office.anAdvance())
  for (const id of [toll, advance, 2_000_000_000]) {
    const { status, body } = await put(id, aCarga(camion_id))
    expect([status, body.message]).toEqual(notFound)
  }
})

test('PUT /api/movimientos/:id of a carga: 409 after a stale version and before the others', async () => {
  const { id } = await create(await aTruck())
  const url = `${movimientosPath}/${id}`
  const gasto = office.aGasto({ concepto: 'Combustible', paga: 'empresa' })
  const isCarga = 'Este gasto es una carga de combustible. Cámbialo en Combustible.'
  expectConflict(await office.admin.put(url, { ...gasto, version: 9 }), staleMessage)
  expectConflict(await office.admin.put(url, gasto), isCarga)
  await annul(id)
  expectConflict(await office.admin.put(url, gasto), isCarga)
})

test('settled carga: takes gallons and km, refuses every change of the money', async () => {
  const camion_id = await aTruck()
  const chofer_id = await makeChofer(office.admin)
  const money = { paga: 'piloto', chofer_id, estacion: 'Puma' }
  const factura = {
    comprobante: 'factura',
    nit: '7108-0',
    serie: 'ab',
    numero: '0078',
    descripcion: ' Diésel ',
  }
  const form = (changes: Changes = {}) => aCarga(camion_id, { ...money, ...factura, ...changes })
  const { id } = await create(camion_id, { ...money, ...factura })
  const { body } = await settle({ chofer_id, movimientos: [id] })
  const { numero, id: liquidacion } = body.data
  const settled = `El movimiento pertenece a la liquidación ${numero}.`
  const changed = await put(id, form({ km: 100_000, galones: 41, lleno: false, vale: '9', estacion: null }))
  expect([changed.status, changed.body.data]).toMatchObject([
    200,
    { km: 100_000, galones: 41, lleno: false, vale: '9', estacion: null, liquidacion: numero, version: 2 },
  ])
  const ruta = await office.create()
  for (const changes of [
    { total: 1201 },
    { fecha: '2026-01-14' },
    { paga: 'empresa' },
    { forma: 'Efectivo' },
    { chofer_id: office.references.chofer_id },
    { ruta_id: ruta.id },
    { comprobante: 'recibo' },
    { nit: 'CF' },
    { serie: 'AC' },
    { numero: '79' },
    { uuid: 'D412A347-9720-44C0-A9CC-FDE068F0A2E7' },
    { compartida: true },
    { descripcion: null },
  ])
    expectConflict(await put(id, form(changes)), settled)
  expectConflict(await put(id, form({ total: 1201, version: 1 })), staleMessage)
  expect((await put(id, form({ camion_id: await aTruck() }))).status).toBe(200)
  await anular(liquidacion)
  expect((await put(id, form({ total: 1201 }))).status).toBe(200)
  expect((await office.admin.get(`${liquidacionesPath}/${liquidacion}`)).body.data.estado).toBe('anulada')
})

test('PUT /api/cargas/:id: refuses an annulled carga, then the invoice of another gasto', async () => {
  const camion_id = await aTruck()
  const factura = { comprobante: 'factura', nit: '7108-0', serie: 'Z', numero: '1' }
  await office.createMovimiento(office.aGasto({ ...factura, fecha: '2026-01-20' }))
  const taken = 'Esa factura ya está registrada: 20/01/2026, sin viaje.'
  const { id } = await create(camion_id)
  expectConflict(await put(id, aCarga(camion_id, factura)), taken)
  expectConflict(await office.admin.post(cargasPath, aCarga(camion_id, factura)), taken)
  await annul(id)
  expectConflict(await put(id, aCarga(camion_id, factura)), isAnnulled)
  expectConflict(await put(id, aCarga(camion_id, { km: 5 })), isAnnulled)
})

test('carga: keeps a truck in the bin, and takes no other', async () => {
  const [camion_id, other] = [await aTruck(), await aTruck()]
  const { id } = await create(camion_id)
  for (const truck of [camion_id, other]) await office.admin.delete(`/api/camiones/${truck}`)
  expect((await put(id, aCarga(camion_id, { km: 7 }))).body.data).toMatchObject({ camion_id, km: 7 })
  expect(invalidCamposOf(await put(id, aCarga(other)))).toEqual(['camion_id'])
  expect(invalidCamposOf(await office.admin.post(cargasPath, aCarga(camion_id)))).toEqual(['camion_id'])
  const { body } = await office.admin.get(`${cargasPath}?camion_id=${camion_id}`)
  expect([body.paginacion.total, body.totales.galones]).toEqual([1, 40])
})

test('PUT /api/cargas/:id: of ten at once with one version, one succeeds', async () => {
  const camion_id = await aTruck()
  const { id } = await create(camion_id)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, km) => put(id, aCarga(camion_id, { km, version: 1 }))),
  )
  expect(countByStatus(answers)).toEqual({ 200: 1, 409: 9 })
})
