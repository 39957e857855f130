import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raw, run } from '../db/sql.ts'
import { readEnv } from '../env.ts'
import { ensureFirstAdmin } from '../session/firstAdmin.ts'
import { type TestApp, testApp } from '../test/testApp.ts'
import { aPassword } from '../test/users.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

describe('GET /api/salud', () => {
  test('says that the database answers, once there is somebody who can log in', async () => {
    const early = await server.stranger.get('/api/salud')
    expect([early.status, early.headers['retry-after'], early.body.error]).toEqual([
      503,
      '1',
      { code: 'NO_DISPONIBLE' },
    ])
    await ensureFirstAdmin(server.db, readEnv({ ADMIN_PASSWORD: aPassword }))
    const { status, body } = await server.stranger.get('/api/salud')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'Servicio disponible',
      data: { estado: 'ok', version: '0.0.0-prueba' },
    })
  })
})

test('GET /api/vivo answers whatever becomes of the database', async () => {
  const broken = await testApp()
  await run(broken.db, raw('alter table usuarios rename to otros'))
  expect((await broken.stranger.get('/api/salud')).status).toBeGreaterThanOrEqual(500)
  const { status, body } = await broken.stranger.get('/api/vivo')
  expect([status, body]).toEqual([200, { success: true, message: 'Servicio en marcha', data: {} }])
  await broken.close()
})

describe('GET /api/config', () => {
  const config = async (variables: Record<string, string>, now: string) => {
    const app = server.another({ env: readEnv(variables), now: () => new Date(now) })
    return (await server.clientOf(app).get('/api/config')).body.data
  }

  test('tells whose office it is, its zone, its date and the version', async () => {
    expect(await config({ EMPRESA_NOMBRE: 'Fletes <Á&B>' }, '2026-11-20T18:00:00Z')).toEqual({
      empresa: 'Fletes <Á&B>',
      zona: 'America/Guatemala',
      hoy: '2026-11-20',
      version: '0.0.0-prueba',
    })
    expect((await config({}, '2026-11-20T18:00:00Z')).empresa).toBe('Transportes')
  })

  test.each([
    ['America/Guatemala', '2026-11-21T05:59:59Z', '2026-11-20'],
    ['America/Guatemala', '2026-11-21T06:00:00Z', '2026-11-21'],
    ['Asia/Tokyo', '2026-12-31T15:00:00Z', '2027-01-01'],
    ['UTC', '2028-02-29T23:59:59Z', '2028-02-29'],
  ])('in %s at %s it is %s, whatever the zone of the machine', async (zone, now, hoy) => {
    expect((await config({ TZ_EMPRESA: zone }, now)).hoy).toBe(hoy)
  })
})
