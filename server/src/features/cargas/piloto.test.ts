import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFile, sendFile } from '../../test/archivos.ts'
import { aCarga, cargasPath } from '../../test/cargas.ts'
import { type MoneyOfficeForms, movimientosPath, openMoneyForms } from '../../test/dinero.ts'
import { aCamion } from '../../test/factories.ts'
import { expectConflict, invalidCamposOf } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'
import { makeChofer } from '../../test/usuarios.ts'

// Fuel that a pilot reports, and gastos without gallons (docs/contract/fleet.md).

let office: MoneyOfficeForms
let piloto: Client
let chofer_id: number
let camion: { id: number; placa: string }
let ruta: { id: number; no_ruta: string }
beforeAll(async () => {
  office = await openMoneyForms()
  chofer_id = await makeChofer(office.admin)
  piloto = await office.server.as({ rol: 'piloto', piloto_id: chofer_id })
  camion = (await office.admin.post('/api/camiones', aCamion())).body.data
  ruta = await office.create({ chofer_id, camion_id: camion.id, combustible: 55.5 })
})
afterAll(() => office.close())

type Changes = Record<string, unknown>
const aGasto = (changes: Changes = {}) => ({ concepto: 'Combustible', monto: 500, ...changes })
const send = (changes: Changes = {}) => piloto.post(`/piloto/ruta/${ruta.id}/gastos`, aGasto(changes))
const cargaOf = async (id: number) => (await office.admin.get(`${cargasPath}/${id}`)).body.data

test("gasto of a pilot with galones: a carga of the route's truck, with the keys of any gasto", async () => {
  const plain = await send()
  const sent = await send({ galones: '20.5', km: 100_000, estacion: 'Puma', lleno: false })
  expect([sent.status, Object.keys(sent.body.data)]).toEqual([201, Object.keys(plain.body.data)])
  const { id } = sent.body.data
  expect(await cargaOf(id)).toMatchObject({
    camion_id: camion.id,
    camion: camion.placa,
    chofer_id,
    ruta_id: ruta.id,
    galones: 20.5,
    total: 500,
    km: 100_000,
    lleno: false,
    falta_anterior: false,
    estacion: 'Puma',
    vale: null,
    paga: 'piloto',
    estado: 'registrado',
    del_piloto: true,
  })
  const photo = await sendFile(piloto, `/piloto/gastos/${id}/archivos`, aFile())
  expect(photo.status).toBe(201)
  expect((await cargaOf(id)).archivos).toBe(1)
  const { body } = await office.admin.get(`${cargasPath}?buscar=${ruta.no_ruta}`)
  expect(body.data.map((each: Changes) => each.id)).toEqual([id])
})

test('gasto of a pilot: without galones or with another concepto the fields are only checked', async () => {
  const wrong = { galones: 0, km: 1.5, lleno: 'x', estacion: 'x'.repeat(101) }
  expect(invalidCamposOf(await send({ concepto: 'Peaje', ...wrong }))).toEqual([
    'estacion',
    'galones',
    'km',
    'lleno',
  ])
  for (const changes of [
    { concepto: 'Peaje', galones: 5, km: 1 },
    { km: 1, estacion: 'Puma' },
    { galones: '', km: null, lleno: null },
  ]) {
    const { status, body } = await send(changes)
    expect([status, (await office.admin.get(`${cargasPath}/${body.data.id}`)).status]).toEqual([201, 404])
  }
  // Neither a low km nor gallons above the tank refuse it.
  await office.admin.put(`/api/camiones/${camion.id}/ficha`, { tanque_gal: 60 })
  const { id } = (await send({ galones: 64, km: 5 })).body.data
  expect((await cargaOf(id)).faltas).toContain('TANQUE')
})

test("gasto of a pilot: a truck in the bin is the route's truck all the same", async () => {
  const truck = (await office.admin.post('/api/camiones', aCamion())).body.data
  const done = await office.create({ chofer_id, camion_id: truck.id, estado: 'Entregado' })
  expect((await office.admin.delete(`/api/camiones/${truck.id}`)).status).toBe(200)
  const { status, body } = await piloto.post(`/piloto/ruta/${done.id}/gastos`, aGasto({ galones: 9 }))
  expect(status).toBe(201)
  expect(await cargaOf(body.data.id)).toMatchObject({ camion: truck.placa, lleno: true })
})

test('gasto of a pilot: a body without the fields of fuel has the same digest as one with their defaults', async () => {
  const post = (payload: Changes, key: string) =>
    piloto.send({
      method: 'POST',
      url: `/piloto/ruta/${ruta.id}/gastos`,
      headers: { 'idempotency-key': key },
      payload,
    })
  const key = randomUUID()
  const first = await post(aGasto(), key)
  const again = await post(aGasto({ galones: null, km: '', lleno: true, estacion: null }), key)
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  expectConflict(await post(aGasto({ galones: 10 }), key), 'Ese envío ya se hizo con otros datos.')
})

test('sin_galones: gastos Combustible that are no carga and not annulled; then they get gallons', async () => {
  const idsOf = async (query: string) =>
    (await office.admin.get(`${movimientosPath}?sin_galones=si&${query}`)).body.data.map(
      ({ id }: { id: number }) => id,
    )
  const trip = await office.create({ chofer_id, camion_id: camion.id })
  const of = `ruta_id=${trip.id}`
  const post = async (changes: Changes) =>
    (await piloto.post(`/piloto/ruta/${trip.id}/gastos`, aGasto(changes))).body.data.id as number
  const lacking = await post({})
  await post({ galones: 10 })
  await post({ concepto: 'Peaje' })
  const annulled = await post({})
  await office.admin.put(`${movimientosPath}/${annulled}/estado`, { estado: 'anulado', motivo: 'Se repitió' })
  expect(await idsOf(of)).toEqual([lacking])
  expect(invalidCamposOf(await office.admin.get(`${movimientosPath}?sin_galones=no`))).toEqual([
    'sin_galones',
  ])

  await sendFile(piloto, `/piloto/gastos/${lacking}/archivos`, aFile())
  const form = aCarga(camion.id, {
    fecha: '2026-01-15',
    total: 500,
    paga: 'piloto',
    chofer_id,
    ruta_id: trip.id,
  })
  const made = await office.admin.put(`${cargasPath}/${lacking}`, form)
  expect(made.body.data).toMatchObject({ id: lacking, del_piloto: true, estado: 'registrado', archivos: 1 })
  expect(await idsOf(of)).toEqual([])
})

test('GET /api/rutas/:id/dinero: gallons planned, and those of the cargas', async () => {
  const dineroOf = async (id: number) => (await office.admin.get(`/api/rutas/${id}/dinero`)).body.data
  const trip = await office.create({ camion_id: camion.id, combustible: 55.5 })
  expect(await dineroOf(trip.id)).toMatchObject({ galones_planeados: 55.5, galones: null })
  const ids = []
  for (const galones of [20.125, 30, 9]) {
    const form = aCarga(camion.id, { galones, ruta_id: trip.id })
    ids.push((await office.admin.post(cargasPath, form)).body.data.id)
  }
  await office.admin.put(`${movimientosPath}/${ids[2]}/estado`, { estado: 'anulado', motivo: 'Se repitió' })
  expect(await dineroOf(trip.id)).toMatchObject({
    galones_planeados: 55.5,
    galones: 50.125,
    combustible: 2400,
  })
})
