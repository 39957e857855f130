import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import {
  aPlan,
  mantenimientoFactory,
  postPlanes as postPlanesAs,
  sortedStatuses,
  type TestTruck,
} from '../../test/mantenimientos.ts'
import { expectConflict, staleMessage } from '../../test/openOffice.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Maintenance plans (docs/contract/fleet.md).

let server: TestApp
let admin: Client
let create: ReturnType<typeof mantenimientoFactory>
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  create = mantenimientoFactory(admin)
})
afterAll(() => server.close())

const hoy = todayIn('America/Guatemala', Date.now())

const aTruck = (placa?: string) => create.camion(placa)
const postPlanes = (camiones: number[], changes: object = {}) => postPlanesAs(admin, camiones, changes)
const makePlan = (truck: TestTruck, changes: object = {}) => create.plan(truck.id, changes)
const readPlan = async ({ id }: { id: number }) => (await admin.get(`/api/planes/${id}`)).body.data

const camposOf = ({ status, body }: ApiResponse): Record<string, string> => {
  expect(status).toBe(400)
  return body.error.campos
}
const expectMissing = ({ status, body }: ApiResponse) =>
  expect([status, body.message]).toEqual([404, 'Plan no encontrado'])

describe('POST /api/planes', () => {
  test('creates a plan', async () => {
    const truck = await aTruck()
    const { status, body } = await postPlanes([truck.id], { nombre: " Cambio d'aceite " })
    expect([status, body.message]).toEqual([201, 'Se creó 1 plan.'])
    const [plan] = body.data.planes
    expect(body.data).toEqual({
      planes: [
        {
          id: expect.any(Number),
          camion_id: truck.id,
          camion: truck.placa,
          nombre: "Cambio d'aceite",
          cada_km: 10_000,
          cada_dias: 180,
          aviso_km: 500,
          aviso_dias: 15,
          desde_fecha: '2026-06-01',
          desde_km: 95_000,
          activo: true,
          ultimo_id: null,
          ultimo_fecha: '2026-06-01',
          ultimo_km: 95_000,
          proximo_km: 105_000,
          proxima_fecha: '2026-11-28',
          falta_km: null,
          dias: expect.any(Number),
          estado: expect.any(String),
          sin_km: true,
          abierto_id: null,
          version: 1,
          creado_en: expect.stringMatching(/Z$/),
          actualizado_en: expect.stringMatching(/Z$/),
        },
      ],
    })
    expect(await readPlan(plan)).toEqual(plan)
    const log = await many(
      server.db,
      sql`select accion, nombre, cambios from bitacora where tipo = 'planes' and registro_id = ${plan.id}`,
    )
    expect(log).toEqual([{ accion: 'crear', nombre: `Cambio d'aceite · ${truck.placa}`, cambios: {} }])
  })

  test('creates one for each truck, in the order of the trucks', async () => {
    const trucks = [await aTruck(), await aTruck(), await aTruck()].toReversed()
    const { body } = await postPlanes(trucks.map(({ id }) => id))
    expect(body.message).toBe('Se crearon 3 planes.')
    expect(body.data.planes.map((plan: { camion: string }) => plan.camion)).toEqual(
      trucks.map(({ placa }) => placa),
    )
  })

  test('creates none if one truck has that plan', async () => {
    const trucks = [await aTruck(), await aTruck(), await aTruck()]
    await makePlan(trucks[1]!, { nombre: 'Afinación' })
    await makePlan(trucks[0]!, { nombre: 'AFINACION' })
    const camiones = [trucks[2]!, trucks[1]!, trucks[0]!].map(({ id }) => id)
    const taken = await postPlanes(camiones, { nombre: 'afinacíon' })
    expectConflict(taken, `El camión ${trucks[1]!.placa} ya tiene ese plan.`)
    const { body } = await admin.get(`/api/planes?camion_id=${trucks[2]!.id}`)
    expect(body).toMatchObject({ data: [], count: 0 })
  })

  test('creates one of the same plans that are sent at once, in any order of trucks', async () => {
    const trucks = await Promise.all(Array.from({ length: 4 }, () => aTruck()))
    const camiones = trucks.map(({ id }) => id)
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) =>
        postPlanes(n % 2 === 0 ? camiones : camiones.toReversed(), { nombre: 'Frenos' }),
      ),
    )
    expect(sortedStatuses(answers)).toEqual([201, 409, 409, 409, 409, 409])
  })

  test('returns the first answer to a repeated key', async () => {
    const truck = await aTruck()
    const body = aPlan({ camiones: [truck.id] })
    const key = { 'idempotency-key': crypto.randomUUID() }
    const send = () => admin.send({ method: 'POST', url: '/api/planes', payload: body, headers: key })
    const first = await send()
    expect((await send()).body).toEqual(first.body)
  })

  test('rejects wrong fields', async () => {
    const { id } = await aTruck()
    const deleted = await aTruck()
    await admin.delete(`/api/camiones/${deleted.id}`)
    const unknown = 'Camión no encontrado. Verifica que el camión seleccionado sea válido.'
    const required = 'Este campo es obligatorio.'
    const errorsOf = async (changes: object) => camposOf(await postPlanes([id], changes))
    for (const camiones of [[id, 2_000_000_000], [deleted.id], [99_999_999_999]])
      expect(await errorsOf({ camiones })).toEqual({ camiones: unknown })
    expect(await errorsOf({ camiones: [] })).toEqual({ camiones: 'Elige al menos un camión.' })
    for (const camiones of [[id, id], 'todos', null, Array.from({ length: 301 }, (_, n) => n + 1)])
      expect(Object.keys(await errorsOf({ camiones }))).toEqual(['camiones'])
    const interval = 'Escribe cada cuántos kilómetros o cada cuántos días.'
    expect(await errorsOf({ cada_km: null, cada_dias: '' })).toEqual({ cada_km: interval })
    expect(await errorsOf({ nombre: ' ', desde_fecha: null })).toEqual({
      nombre: required,
      desde_fecha: required,
    })
    expect(await errorsOf({ desde_fecha: addDays(hoy, 1) })).toEqual({
      desde_fecha: 'La fecha no puede ser posterior a hoy.',
    })
    const wrong = {
      nombre: 'x'.repeat(101),
      cada_km: 0,
      cada_dias: 3651,
      aviso_km: -1,
      aviso_dias: 366,
      desde_km: 10_000_000,
      activo: 'si',
    }
    expect(Object.keys(await errorsOf(wrong)).toSorted()).toEqual(Object.keys(wrong).toSorted())
  })
})

describe('PUT /api/planes/:id', () => {
  test('replaces a plan, and a missing field becomes its default', async () => {
    const truck = await aTruck()
    const plan = await makePlan(truck, { aviso_km: 9, aviso_dias: 9, activo: false })
    const values = { nombre: 'Llantas', cada_dias: 30, desde_fecha: hoy, version: 1 }
    const { body } = await admin.put(`/api/planes/${plan.id}`, values)
    expect(body.message).toBe('Plan actualizado exitosamente')
    expect(body.data).toMatchObject({
      ...values,
      cada_km: null,
      aviso_km: 500,
      aviso_dias: 15,
      desde_km: null,
      activo: true,
      proximo_km: null,
      proxima_fecha: addDays(hoy, 30),
      dias: 30,
      estado: 'al_dia',
      sin_km: false,
      version: 2,
    })
    expect(await readPlan(plan)).toEqual(body.data)
    expectConflict(await admin.put(`/api/planes/${plan.id}`, values), staleMessage)
  })

  test('rejects another truck and a name that is taken', async () => {
    const truck = await aTruck()
    const plan = await makePlan(truck)
    await makePlan(truck, { nombre: 'Frenos' })
    const path = `/api/planes/${plan.id}`
    const other = await aTruck()
    expect(camposOf(await admin.put(path, aPlan({ camion_id: other.id })))).toEqual({
      camion_id: 'El camión no se puede cambiar.',
    })
    const taken = `El camión ${truck.placa} ya tiene ese plan.`
    expectConflict(
      await admin.put(path, aPlan({ camion_id: truck.id, nombre: ' FRENOS', version: 1 })),
      taken,
    )
    expectConflict(await admin.put(path, aPlan({ nombre: 'Frenos', version: 7 })), staleMessage)
    expectMissing(await admin.put('/api/planes/2000000000', aPlan()))
    // Its own name in another spelling.
    expect((await admin.put(path, aPlan({ nombre: plan.nombre.toUpperCase() }))).status).toBe(200)
  })
})

describe('bin', () => {
  test('DELETE and restaurar: move a plan to the bin and back', async () => {
    const truck = await aTruck()
    const plan = await makePlan(truck, { nombre: 'Frenos' })
    expectConflict(await admin.delete(`/api/planes/${plan.id}?version=2`), staleMessage)
    expect((await admin.delete(`/api/planes/${plan.id}?version=1`)).body.message).toBe(
      'Plan eliminado con éxito',
    )
    expectMissing(await admin.get(`/api/planes/${plan.id}`))
    expectMissing(await admin.delete(`/api/planes/${plan.id}`))
    const { data } = (await admin.get('/api/papelera?buscar=frenos')).body
    expect(data).toEqual([
      expect.objectContaining({ tipo: 'planes', id: plan.id, nombre: `Frenos · ${truck.placa}` }),
    ])
    const second = await makePlan(truck, { nombre: 'Frenos' })
    const restore = () => admin.post(`/api/papelera/planes/${plan.id}/restaurar`)
    expectConflict(await restore(), `El camión ${truck.placa} ya tiene ese plan.`)
    await admin.delete(`/api/planes/${second.id}`)
    const { body } = await restore()
    expect(body.data).toEqual({ ...plan, version: 3, actualizado_en: expect.any(String) })
    expect(await readPlan(plan)).toEqual(body.data)
  })

  test('a plan of a truck in the bin is hidden, and comes back with the truck', async () => {
    const truck = await aTruck()
    const plan = await makePlan(truck)
    await admin.delete(`/api/camiones/${truck.id}`)
    expectMissing(await admin.get(`/api/planes/${plan.id}`))
    expectMissing(await admin.put(`/api/planes/${plan.id}`, aPlan()))
    expectMissing(
      await admin.post(`/api/planes/${plan.id}/mantenimiento`, {
        fecha_programada: hoy,
        estado: 'Programado',
      }),
    )
    const listed = async () => (await admin.get(`/api/planes?camion_id=${truck.id}`)).body.data
    expect(await listed()).toEqual([])
    await admin.post(`/api/papelera/camiones/${truck.id}/restaurar`)
    expect(await listed()).toEqual([plan])
  })
})
