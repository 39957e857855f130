import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCamion } from '../../test/factories.ts'
import {
  type CargaRow,
  insertCarga,
  insertLectura,
  insertPlan,
  insertServicio,
  readCargas,
  readKept,
  readKilometraje,
} from '../../test/flota.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { type Db, many, one, run, scalar, sql } from './sql.ts'

// Odometer readings and km per gallon, which recalcular_camion keeps (docs/contract/fleet.md).

let server: TestApp
let admin: Client
let db: Db
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  db = server.db
})
afterAll(() => server.close())

const aTruck = async (): Promise<number> => (await admin.post('/api/camiones', aCamion())).body.data.id
const fill = async (camion: number, cargas: readonly CargaRow[]) => {
  for (const carga of cargas) await insertCarga(db, camion, carga)
}

test('readings: are held against the last good one', async () => {
  const camion = await aTruck()
  for (const [day, km] of [
    [10, 100_000],
    [12, 100_500],
    [13, 120_500],
    [14, 100_900],
  ] as const)
    await insertLectura(db, camion, day, km)
  expect(await readKilometraje(db, camion)).toEqual([
    [10, 100_000, null],
    [12, 100_500, null],
    [13, 120_500, 'KM_SALTO'],
    [14, 100_900, null],
  ])
  const contra = sql`select contra_km, contra_fecha, recorrido from kilometrajes where camion_id = ${camion} order by fecha offset 2`
  expect(await many(db, contra)).toEqual([
    { contra_km: 100_500, contra_fecha: '2026-11-12', recorrido: null },
    { contra_km: 100_500, contra_fecha: '2026-11-12', recorrido: 400 },
  ])
  expect(await one(db, sql`select km, fecha from odometros where camion_id = ${camion}`)).toEqual({
    km: 100_900,
    fecha: '2026-11-14',
  })
})

test('readings: 1,500 km a day are good, one more is not', async () => {
  const camion = await aTruck()
  for (const [day, km] of [
    [1, 0],
    [1, 1500],
    [1, 3001],
    [3, 6000],
    [3, 5999],
    [4, 9001],
  ] as const)
    await insertLectura(db, camion, day, km)
  expect(await readKilometraje(db, camion)).toEqual([
    [1, 0, null],
    [1, 1500, null],
    [1, 3001, 'KM_SALTO'],
    [3, 5999, null],
    [3, 6000, null],
    [4, 9001, 'KM_SALTO'],
  ])
})

test('readings: one that restarts the count is good, and last of its day', async () => {
  const camion = await aTruck()
  await insertLectura(db, camion, 10, 10, true)
  await insertLectura(db, camion, 9, 99_000)
  await insertLectura(db, camion, 10, 99_100)
  await insertLectura(db, camion, 11, 300)
  expect(await readKilometraje(db, camion)).toEqual([
    [9, 99_000, null],
    [10, 99_100, null],
    [10, 10, null],
    [11, 300, null],
  ])
  expect(
    await scalar(db, sql`select sum(recorrido)::int from kilometrajes where camion_id = ${camion}`),
  ).toBe(390)
})

test('readings: come from cargas that are not annulled, completed maintenance, lecturas outside the bin', async () => {
  const camion = await aTruck()
  const carga = await insertCarga(db, camion, { fecha: 1, km: 500 })
  const servicio = await insertServicio(db, camion, { fecha: 2, km: 600 })
  const lectura = await insertLectura(db, camion, 3, 700)
  await insertServicio(db, camion, { fecha: 4, km: 10_000_000 })
  await insertServicio(db, camion, { fecha: 4, km: 800, estado: 'En proceso' })
  const kmOf = async () => (await readKilometraje(db, camion)).map(([, km]) => km)
  expect(await kmOf()).toEqual([500, 600, 700])
  await run(db, sql`update movimientos set estado = 'registrado' where id = ${carga}`)
  expect(await kmOf()).toEqual([500, 600, 700])
  await run(db, sql`update movimientos set estado = 'anulado' where id = ${carga}`)
  await run(db, sql`update mantenimientos set fecha_realizada = '2026-11-20' where id = ${servicio}`)
  expect(await kmOf()).toEqual([700, 600])
  await run(db, sql`update mantenimientos set estado = 'Cancelado' where id = ${servicio}`)
  await run(db, sql`update lecturas set eliminado_en = now() where id = ${lectura}`)
  expect(await kmOf()).toEqual([])
  expect(await scalar(db, sql`select km from odometros where camion_id = ${camion}`)).toBeNull()
})

const example: CargaRow[] = [
  { fecha: 1, km: 100_000 },
  { fecha: 2, km: 100_180, galones: 20, lleno: false },
  { fecha: 3, km: 100_300, galones: 15, lleno: false },
  { fecha: 4, km: 100_500, galones: 40 },
  { fecha: 5, galones: 45 },
  { fecha: 6, km: 101_300, galones: 48 },
  { fecha: 7, km: 101_900, galones: 52, falta_anterior: true },
  { fecha: 8, km: 102_250, galones: 50 },
]
const exampleFigures = [[null], [null], [null], [6.67], [null], [8.6], [null], [7]]

test('km per gallon: the figures of the example', async () => {
  const camion = await aTruck()
  await fill(camion, example)
  expect(await readCargas(db, camion)).toEqual(exampleFigures)
  expect(
    await one(
      db,
      sql`select sum(km)::int as km, sum(galones) as galones, round(sum(km) / sum(galones), 2) as km_galon
        from tramos where camion_id = ${camion}`,
    ),
  ).toEqual({ km: 1650, galones: 218, km_galon: 7.57 })
})

test('km per gallon: the same after the cargas arrive in any order', async () => {
  const truth = await aTruck()
  const cargas: CargaRow[] = [
    ...example,
    { fecha: 9, km: 122_000, galones: 30 },
    { fecha: 10, km: 102_250, galones: 5 },
    { fecha: 11, km: 102_600, galones: 45 },
  ]
  const writeAll = async (camion: number, order: readonly CargaRow[], together: boolean) => {
    const writes = order.map((carga) => () => insertCarga(db, camion, carga))
    const rest = [
      () => insertLectura(db, camion, 12, 40, true),
      () => insertCarga(db, camion, { fecha: 13, km: 300 }),
      () => insertCarga(db, camion, { fecha: 14, km: 700, galones: 50 }),
      () => insertPlan(db, camion, { desde_fecha: 2, desde_km: 95_000 }),
    ]
    if (together) await Promise.all([...rest, ...writes].map((write) => write()))
    else for (const write of [...writes, ...rest]) await write()
  }
  await writeAll(truth, cargas, false)
  const kept = await readKept(db, truth)
  expect(await readCargas(db, truth)).toEqual([
    ...exampleFigures,
    [null, 'KM_SALTO'],
    [null],
    [4.38],
    [null],
    [8],
  ])
  const order = fc.shuffledSubarray(cargas, { minLength: cargas.length, maxLength: cargas.length })
  await fc.assert(
    fc.asyncProperty(order, fc.boolean(), async (shuffled, together) => {
      const camion = await aTruck()
      await writeAll(camion, shuffled, together)
      expect(await readKept(db, camion)).toEqual(kept)
    }),
    { numRuns: 12 },
  )
})

test('km per gallon: a full fill at the same km ends nothing, its fuel counts', async () => {
  const camion = await aTruck()
  await fill(camion, [
    { fecha: 1, km: 1000 },
    { fecha: 1, km: 1000, galones: 3 },
    { fecha: 2, km: 1100, galones: 17 },
  ])
  expect(await readCargas(db, camion)).toEqual([[null], [null], [5]])
})

test('km per gallon: null over a replaced odometer, right after it', async () => {
  const camion = await aTruck()
  await fill(camion, [
    { fecha: 1, km: 99_000 },
    { fecha: 3, km: 210, galones: 30 },
    { fecha: 4, km: 410, galones: 20 },
  ])
  await insertLectura(db, camion, 2, 10, true)
  expect(await readCargas(db, camion)).toEqual([[null], [null], [10]])
})

test('km per gallon: a reading that is too high leaves every tramo as it was, and its correction is complete', async () => {
  const camion = await aTruck()
  await fill(camion, example)
  const lectura = await insertLectura(db, camion, 5, 120_700)
  expect(await readCargas(db, camion)).toEqual(exampleFigures)
  expect(await readKilometraje(db, camion)).toContainEqual([5, 120_700, 'KM_SALTO'])
  await run(db, sql`update lecturas set km = 100_700 where id = ${lectura}`)
  expect((await readKilometraje(db, camion)).map(([, , falta]) => falta)).toEqual(Array(8).fill(null))
})

test('a carga that moves to another truck: both are right', async () => {
  const [a, b] = [await aTruck(), await aTruck()]
  for (const camion of [a, b])
    await fill(camion, [
      { fecha: 1, km: 100 },
      { fecha: 3, km: 300, galones: 20 },
    ])
  const moved = await insertCarga(db, b, { fecha: 2, km: 200, galones: 20 })
  expect(await readCargas(db, b)).toEqual([[null], [5], [5]])
  for (const [to, from] of [
    [a, b],
    [b, a],
  ] as const) {
    await run(db, sql`update movimientos set camion_id = ${to} where id = ${moved}`)
    expect(await readCargas(db, from)).toEqual([[null], [10]])
    expect(await readCargas(db, to)).toEqual([[null], [5], [5]])
  }
})

test('recalcular_camion: changes nothing when nothing changed, and repairs what differs', async () => {
  const camion = await aTruck()
  await fill(camion, example)
  await insertPlan(db, camion, { desde_fecha: 1, desde_km: 99_000 })
  const recalculate = () => scalar(db, sql`select recalcular_camion(${camion})`)
  expect(await recalculate()).toBe(0)
  await run(db, sql`update kilometrajes set falta = 'KM_MENOR' where camion_id = ${camion} and km = 100_500`)
  await run(db, sql`update tramos set usual = 3 where camion_id = ${camion} and km = 500`)
  await run(
    db,
    sql`update planes_proximos set proximo_km = 3 where plan_id in (select id from planes where camion_id = ${camion})`,
  )
  expect(await recalculate()).toBe(3)
  expect(await recalculate()).toBe(0)
})
