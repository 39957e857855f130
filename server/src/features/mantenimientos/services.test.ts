import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { aMantenimiento, mantenimientoFactory, sortedStatuses } from '../../test/mantenimientos.ts'
import { expectConflict, invalidCamposOf, staleMessage } from '../../test/openOffice.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// The maintenance of plans, and its lines (docs/contract/fleet.md).

let server: TestApp
let admin: Client
let create: ReturnType<typeof mantenimientoFactory>
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  create = mantenimientoFactory(admin)
})
afterAll(() => server.close())

const readPlan = async (id: number) => (await admin.get(`/api/planes/${id}`)).body.data
const logOf = (id: number) =>
  many(
    server.db,
    sql`select accion, cambios from bitacora where tipo = 'mantenimientos' and registro_id = ${id} order by id`,
  )

test('POST /api/planes/:id/mantenimiento: creates a maintenance with defaults of the plan', async () => {
  const camion = await create.camion()
  const plan = await create.plan(camion.id, { nombre: "Cambio d'aceite" })
  const path = `/api/planes/${plan.id}/mantenimiento`
  const body = { fecha_programada: '2026-12-01', estado: 'Programado', camion_id: 1, plan_id: 1, lineas: 'x' }
  const { status, body: answer } = await admin.post(path, body)
  expect([status, answer.message]).toEqual([201, 'Mantenimiento creado exitosamente'])
  expect(answer.data).toMatchObject({
    camion_id: camion.id,
    tipo: 'Preventivo',
    descripcion: "Cambio d'aceite",
    plan_id: plan.id,
    lineas: [],
    version: 1,
  })
  expect((await admin.get(`/api/mantenimientos/${answer.data.id}`)).body.data).toEqual(answer.data)
  const [listed] = (await admin.get(`/api/mantenimientos?camion_id=${camion.id}`)).body
  expect(listed).not.toHaveProperty('plan_id')
  expect(await readPlan(plan.id)).toMatchObject({ abierto_id: answer.data.id, version: 1 })
  const open = 'Ya hay un mantenimiento abierto de este plan.'
  for (const estado of ['Programado', 'Completado'])
    expectConflict(await admin.post(path, { ...body, estado }), open)
  expect(invalidCamposOf(await admin.post(path, {}))).toEqual(['estado', 'fecha_programada'])
  const missing = await admin.post('/api/planes/2000000000/mantenimiento', body)
  expect([missing.status, missing.body.message]).toEqual([404, 'Plan no encontrado'])
  // A maintenance that is deleted is not open.
  await admin.delete(`/api/mantenimientos/${answer.data.id}`)
  const own = { ...body, tipo: 'Correctivo', descripcion: 'Fuga' }
  expect((await admin.post(path, own)).body.data).toMatchObject({ tipo: 'Correctivo', descripcion: 'Fuga' })
})

test('POST /api/planes/:id/mantenimiento: makes one of several sent at once', async () => {
  const { id } = await create.camion()
  const plan = await create.plan(id)
  const body = { fecha_programada: '2026-12-01', estado: 'En proceso' }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => admin.post(`/api/planes/${plan.id}/mantenimiento`, body)),
  )
  expect(sortedStatuses(answers)).toEqual([201, 409, 409, 409, 409, 409])
})

test('plan: follows every change of its maintenance', async () => {
  const [camion, other] = [await create.camion(), await create.camion()]
  const plan = await create.plan(camion.id)
  const path = `/api/planes/${plan.id}/mantenimiento`
  const before = { ultimo_id: null, proximo_km: 105_000, proxima_fecha: '2026-11-28' }
  await admin.post('/api/lecturas', { camion_id: camion.id, fecha: '2026-11-20', km: 104_600 })
  expect(await readPlan(plan.id)).toMatchObject({ ...before, falta_km: 400 })
  const body = { fecha_programada: '2026-11-24', kilometraje: 105_350, estado: 'Programado' }
  const { data } = (await admin.post(path, body)).body
  const put = (changes: object) =>
    admin.put(
      `/api/mantenimientos/${data.id}`,
      aMantenimiento(camion.id, { ...body, fecha_realizada: null, ...changes }),
    )
  expect(await readPlan(plan.id)).toMatchObject({ ...before, abierto_id: data.id })
  const done = { estado: 'Completado', fecha_realizada: '2026-11-25' }
  expect((await put(done)).body.data.plan_id).toBe(plan.id)
  const after = { ultimo_id: data.id, ultimo_km: 105_350, proximo_km: 115_350, proxima_fecha: '2027-05-24' }
  expect(await readPlan(plan.id)).toMatchObject({ ...after, falta_km: 10_000, abierto_id: null, version: 1 })
  await put({ ...done, fecha_realizada: null })
  expect(await readPlan(plan.id)).toMatchObject({ proxima_fecha: '2027-05-23' })
  await put({ ...done, kilometraje: null })
  expect(await readPlan(plan.id)).toMatchObject({
    ultimo_id: data.id,
    proximo_km: null,
    falta_km: null,
    sin_km: true,
  })
  await put({ ...done, camion_id: other.id })
  expect(await readPlan(plan.id)).toMatchObject(before)
  await put(done)
  expect(await readPlan(plan.id)).toMatchObject(after)
  await admin.delete(`/api/mantenimientos/${data.id}`)
  expect(await readPlan(plan.id)).toMatchObject(before)
  await admin.post(`/api/papelera/mantenimientos/${data.id}/restaurar`)
  expect(await readPlan(plan.id)).toMatchObject(after)
  // Work that is already done.
  const second = await admin.post(path, {
    ...body,
    ...done,
    fecha_realizada: '2026-11-26',
    kilometraje: 105_400,
  })
  expect(await readPlan(plan.id)).toMatchObject({
    ultimo_id: second.body.data.id,
    ultimo_km: 105_400,
    abierto_id: null,
  })
  await admin.delete(`/api/planes/${plan.id}`)
  expect((await admin.get(`/api/mantenimientos/${data.id}`)).body.data.plan_id).toBe(plan.id)
})

test('PUT /api/mantenimientos/:id/lineas: stores lines, and their sum as costo', async () => {
  const { id: camion_id } = await create.camion()
  const { id, ...task } = await create.mantenimiento(camion_id, { costo: 10 })
  const put = (lineas: unknown, version?: number) =>
    admin.put(`/api/mantenimientos/${id}/lineas`, { lineas, version, costo: 1 })
  const lineas = [
    { descripcion: "Filtro d'aceite", cantidad: 2, precio: 125.5 },
    { descripcion: 'Mano de obra', cantidad: '1.5', precio: '80.00' },
  ]
  const { body } = await put(lineas, 1)
  expect(body.message).toBe('Mantenimiento actualizado exitosamente')
  expect(body.data).toEqual({
    ...task,
    id,
    costo: 371,
    lineas: [
      { descripcion: "Filtro d'aceite", cantidad: 2, precio: 125.5, total: 251 },
      { descripcion: 'Mano de obra', cantidad: 1.5, precio: 80, total: 120 },
    ],
    version: 2,
    actualizado_en: expect.any(String),
  })
  expectConflict(await put(lineas, 1), staleMessage)
  const replace = async (costo: number | null) =>
    (await admin.put(`/api/mantenimientos/${id}`, aMantenimiento(camion_id, { costo }))).body.data
  expect(await replace(5)).toMatchObject({ costo: 371, version: 3, lineas: body.data.lineas })
  expect(await replace(null)).toMatchObject({ costo: 371 })
  // 0.005 is rounded away from zero.
  const halves = [{ descripcion: 'Tornillo', cantidad: 0.5, precio: 0.01 }]
  expect((await put(halves)).body.data).toMatchObject({ costo: 0.01, lineas: [{ total: 0.01 }] })
  expect((await put([])).body.data).toMatchObject({ costo: 0.01, lineas: [], version: 6 })
  expect(await replace(7)).toMatchObject({ costo: 7 })
  expect((await logOf(id)).slice(-2)).toEqual([
    { accion: 'editar', cambios: { lineas: [[{ ...halves[0], total: 0.01 }], []] } },
    { accion: 'editar', cambios: { costo: [0.01, 7] } },
  ])
})

test('PUT /api/mantenimientos/:id/lineas: rejects wrong lines', async () => {
  const { id } = await create.mantenimiento((await create.camion()).id)
  const put = (lineas?: unknown) => admin.put(`/api/mantenimientos/${id}/lineas`, { lineas })
  const linea = { descripcion: 'Filtro', cantidad: 1, precio: 1 }
  const changes = [
    { descripcion: ' ' },
    { descripcion: 'x'.repeat(201) },
    { cantidad: 0 },
    { cantidad: 10_000 },
  ]
  const amounts = [{ cantidad: 1.0001 }, { precio: -1 }, { precio: 1.001 }, { precio: null }]
  const wrong = [
    undefined,
    null,
    'x',
    [1],
    Array.from({ length: 101 }, () => linea),
    ...[...changes, ...amounts].map((each) => [{ ...linea, ...each }]),
    [
      { ...linea, precio: 99_999_999.99 },
      { ...linea, precio: 0.01 },
    ],
  ]
  for (const lineas of wrong)
    expect([lineas, invalidCamposOf(await put(lineas))]).toEqual([lineas, ['lineas']])
  expect((await put([{ ...linea, precio: 99_999_999.99 }])).status).toBe(200)
  const missing = await admin.put('/api/mantenimientos/2000000000/lineas', { lineas: [] })
  expect([missing.status, missing.body.message]).toEqual([404, 'Mantenimiento no encontrado'])
})
