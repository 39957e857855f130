import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { aMantenimiento, mantenimientoFactory, sortedStatuses } from '../../test/mantenimientos.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'

const path = '/api/mantenimientos'
const stale = 'Otro usuario modificó este registro. Recarga para ver los cambios.'
const noCamion = 'Camión no encontrado. Verifica que el camión seleccionado sea válido.'

let server: TestApp
let admin: Client
let make: ReturnType<typeof mantenimientoFactory>
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  make = mantenimientoFactory(admin)
})
afterAll(() => server.close())

describe('version', () => {
  test('stale: returns 409 and writes nothing', async () => {
    const camion = await make.camion()
    const { id } = await make.mantenimiento(camion.id)
    const body = aMantenimiento(camion.id, { descripcion: 'La primera', version: 1 })
    expect((await admin.put(`${path}/${id}`, body)).status).toBe(200)
    for (const answer of [
      await admin.put(`${path}/${id}`, { ...body, descripcion: 'La segunda' }),
      await admin.delete(`${path}/${id}?version=1`),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.body).toEqual({ success: false, message: stale, error: { code: 'CONFLICTO' } })
    }
    expect((await admin.get(`${path}/${id}`)).body.data).toMatchObject({
      descripcion: 'La primera',
      version: 2,
    })
  })

  test('two concurrent updates: one succeeds in each round', async () => {
    const camion = await make.camion()
    const { id } = await make.mantenimiento(camion.id)
    for (let version = 1; version <= 20; version++) {
      const responses = await Promise.all(
        ['uno', 'dos', 'tres', 'cuatro'].map((descripcion) =>
          admin.put(`${path}/${id}`, aMantenimiento(camion.id, { descripcion, version })),
        ),
      )
      expect(sortedStatuses(responses)).toEqual([200, 409, 409, 409])
      const winner = responses.find(({ status }) => status === 200)?.body.data
      expect((await admin.get(`${path}/${id}`)).body.data).toEqual(winner)
    }
  })

  test('two concurrent deletions: one succeeds', async () => {
    const camion = await make.camion()
    for (let round = 0; round < 20; round++) {
      const { id } = await make.mantenimiento(camion.id)
      const responses = await Promise.all([1, 2, 3].map(() => admin.delete(`${path}/${id}?version=1`)))
      expect(sortedStatuses(responses)).toEqual([200, 404, 404])
    }
  })
})

describe('truck of a maintenance', () => {
  const refusal = {
    success: false,
    message: noCamion,
    error: { code: 'VALIDACION', campos: { camion_id: noCamion } },
  }

  test('must exist and not be deleted', async () => {
    const live = await make.camion()
    const deletedCamion = await make.camion()
    const { id } = await make.mantenimiento(live.id)
    await admin.delete(`/api/camiones/${deletedCamion.id}`)
    for (const camionId of [deletedCamion.id, 999_999, 99_999_999_999]) {
      const body = aMantenimiento(camionId)
      for (const answer of [
        await admin.post(path, body),
        await admin.put(`${path}/${id}`, body),
        await admin.put(`${path}/999999`, body),
      ]) {
        expect(answer.status).toBe(400)
        expect(answer.body).toEqual(refusal)
      }
    }
  })

  test('may stay when it was deleted meanwhile', async () => {
    const deletedCamion = await make.camion()
    const { id } = await make.mantenimiento(deletedCamion.id)
    await admin.delete(`/api/camiones/${deletedCamion.id}`)
    const body = aMantenimiento(deletedCamion.id, { estado: 'Cancelado' })
    const changed = await admin.put(`${path}/${id}`, body)
    expect(changed.body.data).toMatchObject({ estado: 'Cancelado', camion: deletedCamion.placa })
    expect((await admin.put(`${path}/${id}`, aMantenimiento((await make.camion()).id))).status).toBe(200)
    expect((await admin.put(`${path}/${id}`, body)).body).toEqual(refusal)
  })

  test('an uncommitted deletion decides', async () => {
    const live = await make.camion()
    const deletedCamion = await make.camion()
    const { id } = await make.mantenimiento(live.id)
    let waiting: Promise<ApiResponse[]> | undefined
    await server.db.transaction(async (tx) => {
      await run(tx, sql`update camiones set eliminado_en = now() where id = ${deletedCamion.id}`)
      const body = aMantenimiento(deletedCamion.id)
      waiting = Promise.all([admin.post(path, body), admin.put(`${path}/${id}`, body)])
      const first = await Promise.race([waiting, new Promise((done) => setTimeout(done, 300, 'waits'))])
      expect(first).toBe('waits')
    })
    expect(sortedStatuses((await waiting) ?? [])).toEqual([400, 400])
    expect((await admin.get(`${path}?camion_id=${deletedCamion.id}`)).body).toEqual([])
  })

  test('gets no record after its deletion', async () => {
    for (let round = 0; round < 20; round++) {
      const camion = await make.camion()
      const body = aMantenimiento(camion.id)
      const [removed, ...creations] = await Promise.all([
        admin.delete(`/api/camiones/${camion.id}`),
        ...Array.from({ length: 5 }, () => admin.post(path, body)),
      ])
      expect(removed.status).toBe(200)
      const winners = creations.filter(({ status }) => status === 201)
      const losers = creations.filter(({ status }) => status === 400)
      expect(winners.length + losers.length).toBe(5)
      const listed = await admin.get(`${path}?camion_id=${camion.id}`)
      expect(listed.body).toHaveLength(winners.length)
      expect((await admin.post(path, body)).status).toBe(400)
    }
  })
})
