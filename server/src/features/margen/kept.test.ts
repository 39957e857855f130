import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWrongMargenes, repairMargen } from '../../domain/trips/margenes.ts'
import { run, sql } from '../../platform/db/sql.ts'
import { type ExpenseOffice, openExpenseOffice } from '../../test/tripCosts.ts'

// Income and costs that are kept beside each trip (docs/contract/money.md).

let office: ExpenseOffice
beforeAll(async () => {
  office = await openExpenseOffice()
})
afterAll(() => office.close())

test('margin by trip: the same as its sums after concurrent changes of trips and costs, and repaired', async () => {
  const { admin, server, addGasto, setEstado, createDeliveredTrip } = office
  const lines = async (por: string) =>
    (await admin.get(`/api/margen?por=${por}&desde=2021-01-01&hasta=2021-12-31`)).body.data
  const trips = await Promise.all(
    Array.from({ length: 4 }, (_, i) => createDeliveredTrip({ fecha: '2021-02-10', precio: 100 + i })),
  )
  const [first, second, open, again] = trips.map(({ id }) => id) as [number, number, number, number]
  const moved = await addGasto(first, 7.25)
  const gasto = (await admin.get(`/api/movimientos/${moved}`)).body.data
  const setStates = (ids: number[], estado: string) =>
    admin.patch('/api/rutas/estado', { rutas: ids.map((id) => ({ id })), estado })
  await Promise.all([
    ...trips.flatMap(({ id }) => [addGasto(id, 10.1), addGasto(id, 5, { concepto: 'Combustible' })]),
    admin.put(`/api/movimientos/${moved}`, { ...gasto, ruta_id: second, monto: 8 }),
    admin.put(`/api/rutas/${first}`, { ...trips[0], fecha: '2021-03-01', precio: 900 }),
    setStates([open, again], 'En curso'),
  ])
  await setEstado(await addGasto(second, 3), 'registrado')
  await setEstado(await addGasto(second, 3), 'anulado')
  expect((await admin.get(`/api/rutas/${again}/dinero`)).body.data.gastos).toBe(10.1)
  await setEstado(moved, 'anulado')
  expect((await setStates([again], 'Entregado')).status).toBe(200)
  const same = async (viajes: number) => {
    const data = await lines('ruta')
    expect([data.totales.viajes, data.totales]).toEqual([viajes, (await lines('mes')).totales])
    expect(await findWrongMargenes(server.db)).toEqual([])
    return data
  }
  const { filas } = await same(3)
  expect(
    filas.map(({ clave, margen: left, por_revisar }: Record<string, unknown>) => [clave, left, por_revisar]),
  ).toEqual([
    [String(second), 85.9, 1],
    [String(again), 87.9, 0],
    [String(first), 884.9, 0],
  ])
  await run(server.db, sql`update margenes set gastos = gastos + 1, fecha = null where ruta_id = ${first}`)
  await run(server.db, sql`delete from margenes where ruta_id = ${second}`)
  expect(await findWrongMargenes(server.db)).toEqual([{ id: first }, { id: second }])
  for (const id of [first, second]) await repairMargen(server.db, id)
  await same(3)
})
