import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCamion } from '../../test/factories.ts'
import { insertLectura, insertPlan, insertServicio } from '../../test/flota.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { type Db, one, run, scalar, sql } from './sql.ts'

// Due services, which recalcular_camion keeps (docs/contract/fleet.md).

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

interface Due {
  ultimo_km: number | null
  proximo_km: number | null
  proxima_fecha: string | null
}
const dueOf = (plan: number) =>
  one<Due>(
    db,
    sql`select ultimo_km, proximo_km, proxima_fecha from planes_proximos where plan_id = ${plan}`,
  ).then((due) => due && [due.ultimo_km, due.proximo_km, due.proxima_fecha])

test('plans: follow from what was done', async () => {
  const camion = await aTruck()
  const plan = await insertPlan(db, camion, { desde_fecha: '2026-06-01', desde_km: 95_000 })
  await insertLectura(db, camion, 20, 104_600)
  expect(await dueOf(plan)).toEqual([95_000, 105_000, '2026-11-28'])
  expect(await one(db, sql`select falta_km, sin_km, abierto_id from planes_leer where id = ${plan}`)).toEqual(
    { falta_km: 400, sin_km: false, abierto_id: null },
  )
  const servicio = await insertServicio(db, camion, { fecha: 25, km: 105_350, plan_id: plan })
  expect(await dueOf(plan)).toEqual([105_350, 115_350, '2027-05-24'])
  await run(db, sql`update mantenimientos set kilometraje = null where id = ${servicio}`)
  expect(await dueOf(plan)).toEqual([null, null, '2027-05-24'])
  expect(await one(db, sql`select falta_km, sin_km from planes_leer where id = ${plan}`)).toEqual({
    falta_km: null,
    sin_km: true,
  })
  // A service with a bad reading has no km.
  await run(db, sql`update mantenimientos set kilometraje = 300 where id = ${servicio}`)
  expect(await dueOf(plan)).toEqual([null, null, '2027-05-24'])
  await run(db, sql`update mantenimientos set estado = 'Programado' where id = ${servicio}`)
  expect(await dueOf(plan)).toEqual([95_000, 105_000, '2026-11-28'])
  expect(await scalar(db, sql`select abierto_id from planes_leer where id = ${plan}`)).toBe(servicio)
})

test('plans: a replaced odometer shifts the next km', async () => {
  const camion = await aTruck()
  const plan = await insertPlan(db, camion, { desde_fecha: 1, desde_km: 95_000 })
  const sameDay = await insertPlan(db, camion, { desde_fecha: 20, desde_km: 95_000 })
  await insertLectura(db, camion, 19, 99_000)
  await insertLectura(db, camion, 20, 10, true)
  expect(await dueOf(plan)).toEqual([95_000, 6010, '2027-04-30'])
  expect(await dueOf(sameDay)).toEqual([95_000, 105_000, '2027-05-19'])
  // A service of that day was read before the odometer was replaced.
  await insertServicio(db, camion, { fecha: 20, km: 99_000, plan_id: sameDay })
  expect(await dueOf(sameDay)).toEqual([99_000, 10_010, '2027-05-19'])
})

test('plans: on one day a service precedes desde_fecha, and the greater id the smaller', async () => {
  const camion = await aTruck()
  const plan = await insertPlan(db, camion, { desde_fecha: 10, desde_km: 1000, cada_dias: null })
  await insertServicio(db, camion, { fecha: 10, km: 1200, plan_id: plan })
  const second = await insertServicio(db, camion, { fecha: 10, km: 1100, plan_id: plan })
  await insertServicio(db, camion, { fecha: 9, km: 1050, plan_id: plan })
  expect(await dueOf(plan)).toEqual([1100, 11_100, null])
  await run(db, sql`update mantenimientos set eliminado_en = now() where id = ${second}`)
  expect(await dueOf(plan)).toEqual([1200, 11_200, null])
  // A service of another truck does not count.
  await run(db, sql`update mantenimientos set camion_id = ${await aTruck()} where plan_id = ${plan}`)
  expect(await dueOf(plan)).toEqual([1000, 11_000, null])
})
