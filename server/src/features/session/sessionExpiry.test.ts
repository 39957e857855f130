import { permisos } from '@flota/contract/core/permisos.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { one, run, sql } from '../../platform/db/sql.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let other: FastifyInstance
beforeAll(async () => {
  server = await testApp()
  other = server.startAnotherApp()
})
afterAll(() => server.close())

const verify = (client: Client) => client.get('/api/auth/verify')
const status = async (client: Client) => (await verify(client)).status
const expired = {
  success: false,
  message: 'Sesión expirada. Inicia sesión nuevamente.',
  error: { code: 'SESION_EXPIRADA' },
}

/** Moves the session's opening and last use into the past (PostgreSQL intervals). */
const age = (client: Client, { opened, used }: { opened: string; used: string }) =>
  run(
    server.db,
    sql`update sesiones set creada_en = now() - ${opened}::interval, usada_en = now() - ${used}::interval
      where usuario_id = ${client.userId}`,
  )

describe('idle session', () => {
  test.each([
    ['administrador', '11:59:00', 200],
    ['administrador', '12:00:01', 401],
    ['usuario', '11:59:00', 200],
    ['usuario', '12:00:01', 401],
    ['piloto', '6 days 23:59:00', 200],
    ['piloto', '7 days 00:00:01', 401],
  ] as const)('of a %s after %s: %i', async (rol, used, expected) => {
    const client = await server.as({ rol })
    await age(client, { opened: '8 days', used })
    const answer = await verify(client)
    expect(answer.status).toBe(expected)
    expect(answer.status === 401 ? answer.body : expired).toEqual(expired)
  })

  test('stays expired', async () => {
    const client = await server.as()
    await age(client, { opened: '2 days', used: '12:00:01' })
    expect([await status(client), await status(client)]).toEqual([401, 401])
  })

  test('is extended by each use', async () => {
    const client = await server.as()
    await age(client, { opened: '1 day', used: '11:00:00' })
    await verify(client)
    await expect.poll(() => sinceUse(client)).toBeLessThan(60)
  })
})

describe('session in constant use', () => {
  test.each([
    ['administrador', '29 days 23:59:00', 200],
    ['administrador', '30 days 00:00:01', 401],
    ['piloto', '29 days 23:59:00', 200],
    ['piloto', '30 days 00:00:01', 401],
  ] as const)('of a %s after %s: %i', async (rol, opened, expected) => {
    const client = await server.as({ rol })
    await age(client, { opened, used: '0' })
    expect(await status(client)).toBe(expected)
  })
})

const sinceUse = async (client: Client) =>
  (
    await one<{ seconds: number }>(
      server.db,
      sql`select extract(epoch from now() - usada_en) as seconds from sesiones where usuario_id = ${client.userId}`,
    )
  )?.seconds ?? Number.NaN

test('last use: is written at most once a minute', async () => {
  const client = await server.as()
  await age(client, { opened: '1 hour', used: '50 seconds' })
  for (let i = 0; i < 5; i++) await verify(client)
  expect(await sinceUse(client)).toBeGreaterThanOrEqual(50)
})

describe('logout', () => {
  test('ends this session on every process, and no other', async () => {
    const client = await server.as()
    const elsewhere = await server.as()
    const answer = await client.post('/api/auth/logout')
    expect([answer.status, answer.body.success, answer.body.data]).toEqual([200, true, null])
    expect((await verify(client)).body).toEqual(expired)
    expect(await status(server.clientOf(other, client.token))).toBe(401)
    expect((await client.post('/api/auth/logout')).status).toBe(401)
    expect(await status(elsewhere)).toBe(200)
  })
})

describe('changes that apply at the next request on every process', () => {
  const statusOnBoth = async (client: Client) => [
    await status(client),
    await status(server.clientOf(other, client.token)),
  ]

  test.each([
    ['deactivated', sql`estado = 'inactivo'`],
    ['deleted', sql`eliminado_en = now()`],
  ])('a user who was %s: returns 401', async (_name, change) => {
    const client = await server.as()
    expect(await statusOnBoth(client)).toEqual([200, 200])
    await run(server.db, sql`update usuarios set ${change} where id = ${client.userId}`)
    expect(await statusOnBoth(client)).toEqual([401, 401])
    expect((await verify(client)).body).toEqual(expired)
    expect((await client.get('/api/camiones')).body).toEqual(expired)
  })

  test('a granted or revoked permission', async () => {
    const client = await server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
    const elsewhere = server.clientOf(other, client.token)
    const list = async () => [
      (await client.get('/api/camiones')).status,
      (await elsewhere.get('/api/camiones')).status,
    ]
    const give = (ids: number[]) =>
      run(server.db, sql`update usuarios set permisos = ${ids} where id = ${client.userId}`)
    expect(await list()).toEqual([200, 200])
    await give([])
    expect(await list()).toEqual([403, 403])
    expect((await verify(elsewhere)).body.data.permissions).toEqual([])
    await give(permisos.filter((p) => p.nombre_permiso === 'ver_rutas').map((p) => p.id))
    expect(await list()).toEqual([200, 200])
    expect((await client.post('/api/camiones', {})).status).toBe(403)
  })

  test('a changed role: the next call has its permissions', async () => {
    const client = await server.as()
    await run(server.db, sql`update usuarios set rol_id = 2 where id = ${client.userId}`)
    const { data } = (await verify(server.clientOf(other, client.token))).body
    expect(data.user.rol_nombre).toBe('piloto')
    expect(data.permissions).toEqual(['ver_rutas', 'actualizar_estado'])
    expect((await client.get('/api/camiones')).status).toBe(403)
  })
})
