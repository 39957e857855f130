import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCamion } from '../../test/factories.ts'
import { type CargaRow, insertCarga, readCargas } from '../../test/flota.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { type Db, many, run, sql } from './sql.ts'

// Warnings about cargas, which recalcular_camion keeps (docs/contract/fleet.md).

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

/** Four tramos of 7.00, then one that ends with these gallons. */
const afterFourOfSeven = async (km: number, galones: number) => {
  const camion = await aTruck()
  await fill(camion, [
    ...[1, 2, 3, 4, 5].map((day) => ({ fecha: day, km: day * 700, galones: 100 })),
    { fecha: 6, km: 3500 + km, galones },
  ])
  return (await readCargas(db, camion)).at(-1)
}
test('faltas: RENDIMIENTO_BAJO below 0.75 of the usual', async () => {
  expect(await afterFourOfSeven(525, 100)).toEqual([5.25])
  expect(await afterFourOfSeven(524, 100)).toEqual([5.24, 'RENDIMIENTO_BAJO'])
  // 5.2499 is shown as 5.25.
  expect(await afterFourOfSeven(525, 100.002)).toEqual([5.25, 'RENDIMIENTO_BAJO'])
})

test('faltas: compares quotients that have no end exactly', async () => {
  const camion = await aTruck()
  await fill(camion, [
    ...[1, 2, 3, 4, 5].map((day) => ({ fecha: day, km: day * 500, galones: 75 })),
    { fecha: 6, km: 3000, galones: 100 },
  ])
  expect((await readCargas(db, camion)).at(-1)).toEqual([5])
})

test('usual: the median of the 10 tramos before, null with fewer than 4', async () => {
  const camion = await aTruck()
  // 1, 2, 3 … km per gallon.
  const kms = Array.from({ length: 15 }, (_, i) => (i * (i + 1)) / 2)
  await fill(
    camion,
    kms.map((km, i) => ({ fecha: i + 1, km: km * 10, galones: 10 })),
  )
  const rows = await many<{ usual: number | null }>(
    db,
    sql`select usual from tramos_leer where camion_id = ${camion} order by hasta`,
  )
  expect(rows.map(({ usual }) => usual)).toEqual([
    null,
    null,
    null,
    null,
    2.5,
    3,
    3.5,
    4,
    4.5,
    5,
    5.5,
    6.5,
    7.5,
    8.5,
  ])
})

test('faltas: in order, TANQUE above the size, none of an annulled carga', async () => {
  const camion = await aTruck()
  const id = await insertCarga(db, camion, { fecha: 2, km: 500, galones: 60.001 })
  await insertCarga(db, camion, { fecha: 1, km: 600, galones: 60 })
  const last = () => readCargas(db, camion).then((rows) => rows.at(-1))
  expect(await last()).toEqual([null, 'KM_MENOR'])
  await run(db, sql`insert into camiones_ficha (camion_id, tanque_gal) values (${camion}, 60)`)
  expect(await readCargas(db, camion)).toEqual([[null], [null, 'KM_MENOR', 'TANQUE']])
  await run(db, sql`update movimientos set estado = 'anulado' where id = ${id}`)
  expect(await last()).toEqual([null])
})
