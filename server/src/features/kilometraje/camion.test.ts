import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { aCarga, cargasPath } from '../../test/cargas.ts'
import { aCamion } from '../../test/factories.ts'
import { insertCarga, insertServicio } from '../../test/flota.ts'
import { sortedStatuses } from '../../test/mantenimientos.ts'
import { expectConflict, staleMessage } from '../../test/openOffice.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Readings, km per gallon and tank of a truck (docs/contract/fleet.md).

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const aTruck = async (): Promise<{ id: number; placa: string }> =>
  (await admin.post('/api/camiones', aCamion())).body.data
const readOf = async (truck: { id: number }, what: string) =>
  (await admin.get(`/api/camiones/${truck.id}/${what}`)).body.data

test('kilometraje: three sources, newest first, with count', async () => {
  const truck = await aTruck()
  const carga = await insertCarga(server.db, truck.id, { fecha: '2026-01-13', km: 120_500 })
  const servicio = await insertServicio(server.db, truck.id, { fecha: '2026-01-12', km: 100_500 })
  const { id } = (
    await admin.post('/api/lecturas', { camion_id: truck.id, fecha: '2026-01-10', km: 100_000 })
  ).body.data
  const { body } = await admin.get(`/api/camiones/${truck.id}/kilometraje`)
  expect(body.count).toBe(3)
  expect(body.data).toEqual([
    {
      origen: 'carga',
      origen_id: carga,
      fecha: '2026-01-13',
      km: 120_500,
      reinicia: false,
      falta: 'KM_SALTO',
    },
    {
      origen: 'mantenimiento',
      origen_id: servicio,
      fecha: '2026-01-12',
      km: 100_500,
      reinicia: false,
      falta: null,
    },
    { origen: 'lectura', origen_id: id, fecha: '2026-01-10', km: 100_000, reinicia: false, falta: null },
  ])
  // A back-dated reading that fits has no falta.
  await admin.post('/api/lecturas', { camion_id: truck.id, fecha: '2026-01-11', km: 100_200 })
  const faltas = (await readOf(truck, 'kilometraje')).map(({ falta }: { falta: string | null }) => falta)
  expect(faltas).toEqual(['KM_SALTO', null, null, null])
})

test('rendimiento: tramos that end in the period, newest first', async () => {
  const truck = await aTruck()
  const {
    id: chofer_id,
    nombre,
    apellido,
  } = (
    await admin.post('/api/choferes', {
      nombre: 'Julio',
      apellido: 'Xicará',
      telefono: '5555-1234',
      tipo_licencia: 'A',
      vencimiento: '2027-06-30',
    })
  ).body.data
  const fill = (fecha: string, km: number, galones: number, of: number | null = null) =>
    insertCarga(server.db, truck.id, { fecha, km, galones, chofer_id: of })
  await fill('2026-01-01', 100_000, 10)
  const first = await fill('2026-01-05', 100_500, 75, chofer_id)
  const second = await fill('2026-01-09', 101_300, 93)
  const tramos = [
    {
      carga_id: second,
      chofer_id: null,
      piloto: null,
      desde: '2026-01-05',
      hasta: '2026-01-09',
      km: 800,
      galones: 93,
      km_galon: 8.6,
      usual: null,
    },
    {
      carga_id: first,
      chofer_id,
      piloto: `${nombre} ${apellido}`,
      desde: '2026-01-01',
      hasta: '2026-01-05',
      km: 500,
      galones: 75,
      km_galon: 6.67,
      usual: null,
    },
  ]
  expect(await readOf(truck, 'rendimiento')).toEqual({ km_galon: 7.74, tramos })
  expect(await readOf(truck, 'rendimiento?desde=2026-01-06')).toEqual({ km_galon: 8.6, tramos: [tramos[0]] })
  expect(await readOf(truck, 'rendimiento?hasta=2026-01-05')).toEqual({ km_galon: 6.67, tramos: [tramos[1]] })
  expect(await readOf(truck, 'rendimiento?desde=2026-02-01')).toEqual({ km_galon: null, tramos: [] })
  const wrong = await admin.get(`/api/camiones/${truck.id}/rendimiento?desde=2026-02-01&hasta=2026-01-01`)
  expect(wrong.body.error.campos).toEqual({ hasta: 'La fecha final no puede ser anterior a la inicial.' })
})

test('rendimiento: is null over a replaced odometer and at the same km; a wrong reading changes no tramo', async () => {
  const { id: camion_id } = await aTruck()
  const fill = (fecha: string, km: number) => admin.post(cargasPath, aCarga(camion_id, { fecha, km }))
  const read = async (fecha: string, km: number, reinicia = false) =>
    (await admin.post('/api/lecturas', { camion_id, fecha, km, reinicia })).body.data.id
  const cargas = async () =>
    (await admin.get(`${cargasPath}?camion_id=${camion_id}&orden=antiguas`)).body.data.map(
      ({ km_galon }: { km_galon: number | null }) => km_galon,
    )
  await fill('2026-01-12', 370)
  await fill('2026-01-10', 10)
  await fill('2026-01-08', 99_200)
  await fill('2026-01-07', 98_800)
  await fill('2026-01-11', 10)
  await read('2026-01-09', 0, true)
  // The fill at the same km ends nothing; its fuel counts.
  expect(await cargas()).toEqual([null, 10, null, null, 4.5])
  expect(await readOf({ id: camion_id }, 'rendimiento')).toMatchObject({ km_galon: 6.33 })
  const tramos = await readOf({ id: camion_id }, 'rendimiento')
  const wrong = await read('2026-01-11', 20_200)
  const faltas = async () =>
    (await readOf({ id: camion_id }, 'kilometraje')).map(({ falta }: { falta: string | null }) => falta)
  expect(await faltas()).toEqual([null, 'KM_SALTO', null, null, null, null, null])
  expect(await readOf({ id: camion_id }, 'rendimiento')).toEqual(tramos)
  await admin.put(`/api/lecturas/${wrong}`, { fecha: '2026-01-11', km: 200 })
  expect(await faltas()).toEqual([null, null, null, null, null, null, null])
  expect(await readOf({ id: camion_id }, 'rendimiento')).toEqual(tramos)
})

test('ficha: tank, odometer and km per gallon; version 0 before the first PUT', async () => {
  const truck = await aTruck()
  const empty = { tanque_gal: null, km: null, km_fecha: null, km_galon: null, version: 0 }
  expect(await readOf(truck, 'ficha')).toEqual(empty)
  await insertCarga(server.db, truck.id, { fecha: '2026-01-01', km: 1000, galones: 64 })
  const path = `/api/camiones/${truck.id}/ficha`
  const put = await admin.put(path, { tanque_gal: '60.500', version: 0 })
  expect(put.body).toMatchObject({
    message: 'Ficha guardada exitosamente',
    data: { tanque_gal: 60.5, km: 1000, km_fecha: '2026-01-01', km_galon: null, version: 1 },
  })
  expectConflict(await admin.put(path, { tanque_gal: 60, version: 0 }), staleMessage)
  expectConflict(await admin.put(path, { tanque_gal: 60, version: 2 }), staleMessage)
  for (let i = 1; i <= 11; i++)
    await insertCarga(server.db, truck.id, {
      fecha: `2026-01-${i + 10}`,
      km: 1000 + i * 100,
      galones: i === 1 ? 100 : 10,
    })
  expect(await readOf(truck, 'ficha')).toMatchObject({ km: 2100, km_fecha: '2026-01-21', km_galon: 10 })
  expect((await admin.put(path, { tanque_gal: '' })).body.data).toMatchObject({
    tanque_gal: null,
    version: 2,
  })
  for (const tanque_gal of [0, -1, 10_000, '1.2345', '1e2', 'x', true])
    expect((await admin.put(path, { tanque_gal })).body.error.campos).toEqual({
      tanque_gal: 'Escribe los galones, de 0.001 a 9999.999.',
    })
  // The truck's own version is another.
  expect((await admin.get(`/api/camiones/${truck.id}`)).body.data.version).toBe(1)
  const rows = await many(
    server.db,
    sql`select accion, nombre, cambios from bitacora where tipo = 'camiones' and registro_id = ${truck.id} order by id offset 1`,
  )
  expect(rows).toEqual([
    { accion: 'editar', nombre: truck.placa, cambios: { 'ficha.tanque_gal': [null, 60.5] } },
    { accion: 'editar', nombre: truck.placa, cambios: { 'ficha.tanque_gal': [60.5, null] } },
  ])
})

test('ficha: of two PUTs with the same version one succeeds', async () => {
  const truck = await aTruck()
  const path = `/api/camiones/${truck.id}/ficha`
  const answers = await Promise.all([50, 60].map((tanque_gal) => admin.put(path, { tanque_gal, version: 0 })))
  expect(sortedStatuses(answers)).toEqual([200, 409])
})
