import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFile, sendFile } from '../../test/archivos.ts'
import { type MoneyOfficeForms, movimientosPath, openMoneyForms } from '../../test/dinero.ts'
import { expectConflict, invalidCamposOf } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'
import { setRutasAge } from '../../test/tripEvents.ts'
import { makeChofer } from '../../test/usuarios.ts'

// Money on a pilot's phone (docs/contract/money.md).

let office: MoneyOfficeForms
let piloto: Client
let chofer_id: number
let ruta: { id: number; no_ruta: string }
beforeAll(async () => {
  office = await openMoneyForms()
  chofer_id = await makeChofer(office.admin)
  piloto = await office.server.as({ rol: 'piloto', piloto_id: chofer_id })
  ruta = await office.create({ chofer_id })
  await setRutasAge(office.server.db, 10)
})
afterAll(() => office.close())

type Changes = Record<string, unknown>
const aGasto = (changes: Changes = {}) => ({ concepto: 'Combustible', monto: '500.35', ...changes })
const send = (changes: Changes = {}, client = piloto, id = ruta.id) =>
  client.post(`/piloto/ruta/${id}/gastos`, aGasto(changes))
/** Returns the time some minutes ago, as a phone in Guatemala writes it. */
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('gasto of a pilot: accepted in any state of the route, for review by the office', async () => {
  await office.put(ruta.id, { ...ruta, chofer_id, estado: 'Entregado' })
  const created = await send({
    descripcion: 'Diésel',
    comprobante: 'recibo',
    hora_dispositivo: ago(33),
    desfase_s: 60,
  })
  expect([created.status, created.body.message]).toEqual([201, 'Gasto registrado exitosamente'])
  expect(created.body.data).toMatchObject({
    tipo: 'gasto',
    chofer_id,
    ruta_id: ruta.id,
    no_ruta: ruta.no_ruta,
    concepto: 'Combustible',
    paga: 'piloto',
    monto: 500.35,
    comprobante: 'recibo',
    descripcion: 'Diésel',
    estado: 'registrado',
    del_piloto: true,
    hecho_en: expect.stringMatching(/Z$/),
    dudosa: false,
  })
  expect(created.body.data).not.toHaveProperty('registrado_por')
  const { data } = (await office.admin.get(`${movimientosPath}/${created.body.data.id}`)).body
  expect(data).toMatchObject({ ...created.body.data, registrado_por: expect.stringMatching(/^piloto-/) })
  expect(invalidCamposOf(await send({ monto: 0, concepto: 'Cena', paga: 'otro' }))).toEqual([
    'concepto',
    'monto',
    'paga',
  ])
  const [other, alien] = [
    await office.create(),
    await office.server.as({ rol: 'piloto', piloto_id: await makeChofer(office.admin) }),
  ]
  for (const answer of [
    await send({}, piloto, other.id),
    await send({}, alien),
    await send({}, piloto, 999_999),
  ]) {
    expect([answer.status, answer.body.message]).toEqual([404, 'Ruta no encontrada'])
  }
})

test("gasto of a pilot: dated by its moment in the company's time zone", async () => {
  // 05:30Z belongs to the previous day in Guatemala.
  const today = new Date().toISOString().slice(0, 10)
  const hora_dispositivo = new Date(Date.parse(`${today}T05:30:00Z`) - 86_400_000).toISOString()
  const dayBefore = new Date(Date.parse(hora_dispositivo) - 86_400_000).toISOString().slice(0, 10)
  const { data } = (await send({ hora_dispositivo })).body
  expect(data).toMatchObject({ fecha: dayBefore, hecho_en: hora_dispositivo, dudosa: false })
  // Of a phone whose clock is wrong the day is that of the receipt.
  const wrong = (await send({ hora_dispositivo, desfase_s: 121 })).body.data
  const received = new Date(Date.parse(wrong.creado_en) - 6 * 3_600_000).toISOString().slice(0, 10)
  expect(wrong).toMatchObject({ fecha: received, dudosa: true })
  const late = (await send({ hora_dispositivo: ago(-180) })).body.data
  expect(late).toMatchObject({ hecho_en: null, dudosa: true, hora_dispositivo: expect.any(String) })
})

test('gasto of a pilot: created once per idempotency key, also with optional fields null', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const post = (payload: Changes) =>
    piloto.send({ method: 'POST', url: `/piloto/ruta/${ruta.id}/gastos`, headers: key, payload })
  const [first, again] = [
    await post(aGasto()),
    await post(aGasto({ hora_dispositivo: null, desfase_s: '', paga: null })),
  ]
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  expectConflict(await post(aGasto({ monto: 1 })), 'Ese envío ya se hizo con otros datos.')
  const all = Array.from({ length: 5 }, () =>
    office.admin.send({ method: 'POST', url: movimientosPath, headers: key, payload: office.anAdvance() }),
  )
  const ids = (await Promise.all(all)).map(({ body }) => body.data.id)
  expect(new Set(ids).size).toBe(1)
})

test('receipt photo: added to an own movimiento in any estado, and read by the office', async () => {
  const { id } = (await send()).body.data
  await office.admin.put(`${movimientosPath}/${id}/estado`, { estado: 'anulado', motivo: 'No se lee' })
  const sent = await sendFile(piloto, `/piloto/gastos/${id}/archivos`, aFile())
  expect([sent.status, sent.body.data]).toMatchObject([
    201,
    { entidad: 'movimientos', entidad_id: id, clase: 'comprobante' },
  ])
  const ofOffice = await office.createMovimiento(office.anAdvance({ chofer_id }))
  const paper = await sendFile(
    office.admin,
    `/api/archivos?entidad=movimientos&entidad_id=${ofOffice.id}`,
    aFile('pdf'),
  )
  const list = (entidad_id: number) => `/api/archivos?entidad=movimientos&entidad_id=${entidad_id}`
  // The list also has the office's movimientos.
  const mine = await piloto.get(list(ofOffice.id))
  expect(mine.body.data).toMatchObject([{ id: paper.body.data.id }])
  expect((await piloto.get(`/api/archivos/${paper.body.data.id}/contenido`)).status).toBe(200)
  const others = await office.createMovimiento(office.anAdvance())
  const hidden = await sendFile(office.admin, list(others.id), aFile())
  const none = [
    await sendFile(piloto, `/piloto/gastos/${others.id}/archivos`, aFile()),
    await piloto.get(list(others.id)),
    await piloto.get(`/api/archivos/${hidden.body.data.id}`),
  ]
  expect(none.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(none.map(({ body }) => body.message)).toEqual([
    'Movimiento no encontrado',
    'Movimiento no encontrado',
    'Archivo no encontrado',
  ])
  expect((await office.admin.get(`${movimientosPath}/${id}`)).body.data.archivos).toBe(1)
  const seer = await office.server.as({ rol: 'usuario', permisos: [], permisos_dinero: ['ver_dinero'] })
  const planner = await office.server.as({
    rol: 'usuario',
    permisos: ['ver_rutas', 'editar_rutas', 'gestionar_catalogos'],
  })
  for (const [client, read, byId, remove] of [
    [seer, 200, 200, 403],
    [planner, 403, 404, 404],
  ] as const) {
    expect((await client.get(list(id))).status).toBe(read)
    expect((await client.get(`/api/archivos/${sent.body.data.id}/contenido`)).status).toBe(byId)
    expect((await sendFile(client, list(id), aFile())).status).toBe(403)
    expect((await client.delete(`/api/archivos/${sent.body.data.id}`)).status).toBe(remove)
  }
})

test('mi-dinero: returns only the own balance and movimientos', async () => {
  const chofer = await makeChofer(office.admin)
  const client = await office.server.as({ rol: 'piloto', piloto_id: chofer })
  expect((await client.get('/piloto/mi-dinero')).body.data).toEqual({
    saldo: 0,
    comisiones: 0,
    movimientos: [],
    total: 0,
  })
  const { id: ruta_id } = await office.create({ chofer_id: chofer })
  const old = await office.createMovimiento(office.anAdvance({ chofer_id: chofer, fecha: '2026-01-02' }))
  const paid = await office.createMovimiento(
    office.anAdvance({ chofer_id: chofer, tipo: 'comision', monto: 300, ruta_id }),
  )
  const sent = (await send({ monto: 20 }, client, ruta_id)).body.data
  const refused = (await send({ monto: 30 }, client, ruta_id)).body.data
  await office.admin.put(`${movimientosPath}/${refused.id}/estado`, {
    estado: 'anulado',
    motivo: 'No se lee',
  })
  const deleted = await office.createMovimiento(office.anAdvance({ chofer_id: chofer, fecha: '2026-01-03' }))
  await office.admin.put(`${movimientosPath}/${deleted.id}/estado`, {
    estado: 'anulado',
    motivo: 'Se repitió',
  })
  const { data } = (await client.get('/piloto/mi-dinero')).body
  expect([data.saldo, data.comisiones]).toEqual([1000, 300])
  expect(data.movimientos.map((each: Changes) => [each.id, each.estado, each.motivo])).toEqual([
    [refused.id, 'anulado', 'No se lee'],
    [sent.id, 'registrado', null],
    [paid.id, 'aprobado', null],
    [old.id, 'aprobado', null],
  ])
  expect(JSON.stringify(data)).not.toContain('registrado_por')
})
