import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { one, run, sql } from '../../platform/db/sql.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { defaultPassword, loginAs, makePiloto } from '../../test/usuarios.ts'
import { purgeLoginAttempts } from './cleanupJob.ts'

// The 401 of an ended session says whether its user is inactive (docs/contract/sessions.md).

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const setEstado = (id: number, estado: string) => admin.patch(`/api/usuarios/${id}/status`, { estado })
const aPiloto = async () => {
  const user = await makePiloto(admin)
  return { ...user, session: await loginAs(server, user.username) }
}
type Piloto = Awaited<ReturnType<typeof aPiloto>>

const expired = { message: 'Sesión expirada. Inicia sesión nuevamente.', error: { code: 'SESION_EXPIRADA' } }
/** Expects the 401 of every ended session and returns its header. */
const inactiveUserOf = async (session: Client) => {
  const { status, body, headers } = await session.get('/api/auth/verify')
  expect([status, body]).toEqual([401, { success: false, ...expired }])
  return headers['x-inactive-user']
}

const losses: [string, (user: Piloto) => Promise<{ status: number }>, (user: Piloto) => Promise<unknown>][] =
  [
    ['deactivated', ({ id }) => setEstado(id, 'inactivo'), ({ id }) => setEstado(id, 'activo')],
    [
      'deactivated by PUT, with a new password',
      ({ id }) => admin.put(`/api/usuarios/${id}`, { estado: 'inactivo', password: 'Nueva-clave-7' }),
      ({ id }) => setEstado(id, 'activo'),
    ],
    [
      'deleted',
      ({ id }) => admin.delete(`/api/usuarios/${id}`),
      async ({ id }) => {
        await admin.post(`/api/papelera/usuarios/${id}/restaurar`)
        await setEstado(id, 'activo')
      },
    ],
    [
      'deactivated because its pilot is deleted',
      ({ piloto_id }) => admin.delete(`/api/choferes/${piloto_id}`),
      async ({ id, piloto_id }) => {
        await admin.post(`/api/papelera/choferes/${piloto_id}/restaurar`)
        await setEstado(id, 'activo')
      },
    ],
  ]

describe.each(losses)('session of a user who is %s', (_how, lose, restore) => {
  test('its 401 names the user in X-Inactive-User, on every call, until the user is active again', async () => {
    const user = await aPiloto()
    const second = await loginAs(server, user.username)
    expect((await lose(user)).status).toBe(200)
    for (const session of [user.session, second, user.session])
      expect(await inactiveUserOf(session)).toBe(String(user.id))
    const refused = await user.session.put('/api/piloto/ruta/1/estado', { nuevoEstado: 'En curso' })
    expect([refused.status, refused.headers['x-inactive-user']]).toEqual([401, String(user.id)])
    expect((await user.session.post('/api/auth/logout')).headers['x-inactive-user']).toBe(String(user.id))

    await restore(user)
    expect((await admin.get(`/api/usuarios/${user.id}`)).body.data.estado).toBe('activo')
    for (const session of [user.session, second]) expect(await inactiveUserOf(session)).toBeUndefined()
  })
})

test('ended sessions stay ended after reactivation, use and other sessions, and are in no list', async () => {
  const user = await aPiloto()
  await setEstado(user.id, 'inactivo')
  await setEstado(user.id, 'activo')
  const current = await loginAs(server, user.username)
  expect((await current.get('/api/auth/sesiones')).body.data).toHaveLength(1)
  expect((await current.delete('/api/auth/sesiones')).body.message).toBe('Se cerraron 0 sesiones.')
  // The last use may still be written by a request that began before.
  await run(server.db, sql`update sesiones set usada_en = now() where usuario_id = ${user.id}`)
  expect(await inactiveUserOf(user.session)).toBeUndefined()
  expect((await current.get('/api/auth/verify')).status).toBe(200)
})

describe('X-Inactive-User: is in no response', () => {
  test('to a login, with the right or a wrong password, which are the same', async () => {
    const { id, username } = await aPiloto()
    await setEstado(id, 'inactivo')
    const answers = []
    for (const password of [defaultPassword, 'otra-clave-9'])
      answers.push(await server.anonymous.post('/api/auth/login', { username, password }))
    for (const { status, headers, body } of answers) {
      expect([status, body.error.code]).toEqual([401, 'CREDENCIALES'])
      expect(headers).not.toHaveProperty('x-inactive-user')
    }
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  })

  test('to an unknown token, a token of before a logout or a new password, or an idle session', async () => {
    const [out, renewed, idle] = [await aPiloto(), await aPiloto(), await aPiloto()]
    await out.session.post('/api/auth/logout')
    await admin.put(`/api/usuarios/${renewed.id}`, { password: 'Nueva-clave-7' })
    for (const { id } of [out, renewed]) await setEstado(id, 'inactivo')
    await run(
      server.db,
      sql`update sesiones set usada_en = now() - interval '8 days' where usuario_id = ${idle.id}`,
    )
    for (const session of [out.session, renewed.session, idle.session, server.clientOf(server.app, 'x')])
      expect(await inactiveUserOf(session)).toBeUndefined()
  })

  test('to a program token of a user who is deactivated', async () => {
    const { body } = await admin.post('/api/usuarios', {
      username: 'programa',
      password: defaultPassword,
      rol_id: 3,
      estado: 'activo',
    })
    const made = await admin.post(`/api/usuarios/${body.data.id}/tokens`, { nombre: 'BI', dias: 30 })
    const program = server.clientOf(server.app, made.body.data.token)
    expect((await program.get('/api/auth/verify')).status).toBe(200)
    await setEstado(body.data.id, 'inactivo')
    expect(await inactiveUserOf(program)).toBeUndefined()
  })
})

test('purgeLoginAttempts: deletes ended sessions 30 days after the end, which have no address meanwhile', async () => {
  const [recent, old] = [await aPiloto(), await aPiloto()]
  for (const { id } of [recent, old]) await setEstado(id, 'inactivo')
  const row = await one(
    server.db,
    sql`select direccion, usada_en > now() - interval '1 minute' as reciente from sesiones where usuario_id = ${recent.id}`,
  )
  expect(row).toEqual({ direccion: null, reciente: true })
  const age = (id: number, days: number) =>
    run(
      server.db,
      sql`update sesiones set usada_en = now() - make_interval(days => ${days}) where usuario_id = ${id}`,
    )
  await age(recent.id, 29)
  await age(old.id, 31)
  await purgeLoginAttempts(server.db, 1)
  expect(await inactiveUserOf(recent.session)).toBe(String(recent.id))
  expect(await inactiveUserOf(old.session)).toBeUndefined()
  expect((await admin.get('/api/auth/verify')).status).toBe(200)
})
