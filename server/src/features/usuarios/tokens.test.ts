import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, one, run, sql } from '../../platform/db/sql.ts'
import { createProgram } from '../../test/apiPrograms.ts'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { type Client, type TestApp, testApp, type UserOptions } from '../../test/testApp.ts'
import { aUser, userPassword } from '../../test/users.ts'

let server: TestApp
let admin: Client
let clock = () => new Date()
beforeAll(async () => {
  server = await testApp({ now: () => clock() })
  admin = await server.as({ username: 'jefa' })
})
afterAll(() => server.close())

const zona = 'America/Guatemala'
const pathOf = (id: number | undefined) => `/usuarios/${id}/tokens`
const make = (id: number | undefined, body: unknown = { nombre: 'Contador' }) => admin.post(pathOf(id), body)
const aProgram = (who: UserOptions = {}) => createProgram({ server, admin }, who)
const verify = (client: Client) => client.get('/api/auth/verify')
const expectEnded = async (client: Client) => {
  const { status, body } = await verify(client)
  expect([status, body.error?.code]).toEqual([401, 'SESION_EXPIRADA'])
}

test('POST tokens: returns the token once; it acts as its user, and the list omits it', async () => {
  const { username, client: session } = await aUser(server, { rol: 'usuario', permisos: ['ver_rutas'] })
  const answer = await make(session.userId, { nombre: '  GPS de Ñandú ', dias: 1 })
  expect([answer.status, answer.body.message]).toEqual([201, 'Token creado exitosamente'])
  const { token, ...row } = answer.body.data
  expect(token).toMatch(/^flota_[\w-]{43}$/)
  const hoy = todayIn(zona, Date.now())
  expect(row).toEqual({
    id: expect.any(Number),
    nombre: 'GPS de Ñandú',
    creado_en: expect.stringMatching(/Z$/),
    vence: addDays(hoy, 1),
    usado_en: null,
  })
  const stored = await one<{ token_hash: Buffer }>(server.db, sql`select * from tokens where id = ${row.id}`)
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(await findLogRowsOfRequest(server.db, answer)).toEqual([
    {
      accion: 'permisos',
      tipo: 'usuarios',
      registro_id: session.userId,
      nombre: username,
      usuario_id: admin.userId,
      usuario: 'jefa',
      cambios: { token: [null, 'GPS de Ñandú'] },
      motivo: null,
    },
  ])

  const program = server.clientOf(server.app, token)
  expect((await verify(program)).body.data.user.username).toBe(username)
  expect((await program.get('/api/rutas')).status).toBe(200)
  const list = async () => (await admin.get(pathOf(session.userId))).body
  await expect.poll(async () => (await list()).data[0].usado_en).toMatch(/Z$/)
  expect(await list()).toMatchObject({ count: 1, data: [{ ...row, usado_en: expect.any(String) }] })
  expect(JSON.stringify(await list())).not.toContain('"token"')
})

test('POST tokens: accepts and rejects bodies', async () => {
  const { client } = await aUser(server, { rol: 'usuario' })
  const hoy = todayIn(zona, Date.now())
  for (const [dias, days] of [
    [undefined, 365],
    [null, 365],
    ['', 365],
    [730, 730],
  ] as const)
    expect((await make(client.userId, { nombre: 'A', dias })).body.data.vence).toBe(addDays(hoy, days))
  for (const [body, campo] of [
    [{}, 'nombre'],
    [{ nombre: ' ' }, 'nombre'],
    [{ nombre: 'x'.repeat(61) }, 'nombre'],
    [{ nombre: 'A', dias: 0 }, 'dias'],
    [{ nombre: 'A', dias: 731 }, 'dias'],
    [{ nombre: 'A', dias: 1.5 }, 'dias'],
    [{ nombre: 'A', dias: '30' }, 'dias'],
  ] as const) {
    const { status, body: response } = await make(client.userId, body)
    expect([status, Object.keys(response.error.campos)]).toEqual([400, [campo]])
  }
  expect((await make(2_000_000_000, {})).status).toBe(400)
  expect((await make(2_000_000_000)).body.message).toBe('Usuario no encontrado')
})

test.each(['administrador', 'piloto'] as const)('POST tokens: returns 400 for role %s', async (rol) => {
  const { client } = await aUser(server, { rol })
  const { status, body } = await make(client.userId)
  expect([status, body.error.campos]).toEqual([
    400,
    { id: 'Solo un usuario con rol usuario puede tener tokens.' },
  ])
  expect((await make(client.userId, {})).body.error.campos).toHaveProperty('nombre')
  expect((await admin.get(pathOf(client.userId))).body).toMatchObject({ data: [], count: 0 })
})

test('POST tokens: returns 409 at the eleventh, also of concurrent ones; revoked and expired ones do not count', async () => {
  const { client } = await aUser(server, { rol: 'usuario' })
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, i) => make(client.userId, { nombre: `P${i}` })),
  )
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array(10).fill(201),
    409,
    409,
  ])
  const full = await make(client.userId)
  expect([full.status, full.body.message]).toEqual([409, 'Este usuario ya tiene 10 tokens.'])
  const { data } = (await admin.get(pathOf(client.userId))).body
  expect((await admin.delete(`${pathOf(client.userId)}/${data[0].id}`)).body.message).toBe(
    'Token revocado con éxito',
  )
  expect((await make(client.userId)).status).toBe(201)
  await run(server.db, sql`update tokens set vence = vence - 366 where id = ${data[1].id}`)
  expect((await make(client.userId)).status).toBe(201)
  expect((await make(client.userId)).status).toBe(409)
})

test('POST tokens: a repeat with the same Idempotency-Key returns token null', async () => {
  const { client } = await aUser(server, { rol: 'usuario' })
  const send = (nombre: string) =>
    admin.send({
      method: 'POST',
      url: pathOf(client.userId),
      payload: { nombre },
      headers: { 'idempotency-key': `clave-${client.userId}` },
    })
  const [first, second] = await Promise.all([send('Uno'), send('Uno')])
  const [visible, hidden] = first.body.data.token ? [first, second] : [second, first]
  expect([visible.status, hidden.status]).toEqual([201, 201])
  expect(hidden.body).toEqual({ ...visible.body, data: { ...visible.body.data, token: null } })
  expect((await send('Otro')).status).toBe(409)
  const stored = await many(server.db, sql`select respuesta::text from idempotencia`)
  expect(JSON.stringify(stored)).not.toContain('flota_')
  expect((await verify(server.clientOf(server.app, visible.body.data.token))).status).toBe(200)
})

test('DELETE token: ends it everywhere at the next request; returns 404 for another user’s or an ended one', async () => {
  const one = await aProgram()
  const other = await aProgram()
  for (const wrong of [
    `${pathOf(one.session.userId)}/${other.id}`,
    `${pathOf(one.session.userId)}/2000000000`,
  ]) {
    const { status, body } = await admin.delete(wrong)
    expect([status, body.message]).toEqual([404, 'Token no encontrado'])
  }
  const { data } = (await admin.get(pathOf(one.session.userId))).body
  const path = `${pathOf(one.session.userId)}/${data[0].id}`
  const answer = await admin.delete(path)
  expect((await findLogRowsOfRequest(server.db, answer))[0]).toMatchObject({
    accion: 'permisos',
    registro_id: one.session.userId,
    cambios: { token: ['Contador', null] },
  })
  await expectEnded(one.client)
  await expectEnded(server.clientOf(server.startAnotherApp(), one.token))
  expect((await admin.delete(path)).status).toBe(404)
  expect((await verify(other.client)).status).toBe(200)
})

test('token: works until the end of its day in the company’s zone, without an idle limit', async () => {
  const { client, token, session, id } = await aProgram()
  await run(
    server.db,
    sql`update tokens set vence = '2026-11-20', creado_en = now() - interval '700 days', usado_en = now() - interval '600 days'
      where usuario_id = ${session.userId}`,
  )
  // 23:59:59 in Guatemala, and a second later.
  clock = () => new Date('2026-11-21T05:59:59Z')
  expect((await verify(client)).status).toBe(200)
  const usedAt = async () => Date.parse((await admin.get(pathOf(session.userId))).body.data[0].usado_en)
  await expect.poll(usedAt).toBeGreaterThan(Date.now() - 86_400_000)
  clock = () => new Date('2026-11-21T06:00:00Z')
  await expectEnded(client)
  expect((await admin.get(pathOf(session.userId))).body.data).toEqual([])
  const revocation = await admin.delete(`${pathOf(session.userId)}/${id}`)
  expect([revocation.status, revocation.body.message]).toEqual([404, 'Token no encontrado'])
  clock = () => new Date()
  expect((await verify(server.clientOf(server.app, `${token}x`))).status).toBe(401)
})

test('GET tokens: sorts by nombre in Spanish order, then by id', async () => {
  const { client } = await aUser(server, { rol: 'usuario' })
  for (const nombre of ['zeta', 'Ñandú', 'oso', 'Ábaco', 'nube', 'oso']) await make(client.userId, { nombre })
  const listed: { id: number; nombre: string }[] = (await admin.get(pathOf(client.userId))).body.data
  expect(listed.map(({ nombre }) => nombre)).toEqual(['Ábaco', 'nube', 'Ñandú', 'oso', 'oso', 'zeta'])
  const bears = listed.filter(({ nombre }) => nombre === 'oso').map(({ id }) => id)
  expect(bears).toEqual(bears.toSorted((a, b) => a - b))
})

test('token: works while its user exists, is active and has role usuario; can’t change passwords or log out', async () => {
  const { client, session, username } = await aProgram()
  const path = `/usuarios/${session.userId}`
  await session.post('/api/auth/logout')
  await admin.put(path, { password: 'Otro volcán 77' })
  expect((await verify(client)).status).toBe(200)
  for (const [lost, back] of [
    [{ estado: 'inactivo' }, { estado: 'activo' }],
    [{ rol_id: 1 }, { rol_id: 3, permisos: [4] }],
  ]) {
    await admin.put(path, lost)
    await expectEnded(client)
    await admin.put(path, back)
    expect((await verify(client)).status).toBe(200)
  }
  expect((await client.get('/api/choferes')).status).toBe(200)
  await admin.put(path, { permisos: [] })
  expect((await client.get('/api/choferes')).status).toBe(403)
  const removed = await admin.delete(path)
  expect((await findLogRowsOfRequest(server.db, removed)).map(({ accion }) => accion)).toEqual(['eliminar'])
  await expectEnded(client)
  await admin.post(`/api/papelera/usuarios/${session.userId}/restaurar`)
  await admin.patch(`${path}/status`, { estado: 'activo' })
  await expectEnded(client)
  expect((await admin.get(pathOf(session.userId))).body.data).toEqual([])
  expect((await server.anonymous.post('/api/auth/login', { username, password: userPassword })).status).toBe(
    401,
  )
})

test('audit log: names the token’s user, and no session event', async () => {
  const { client, session, username } = await aProgram({ permisos: ['gestionar_catalogos'] })
  const answer = await client.post('/api/clientes', {
    nombre: 'Ana',
    apellido: 'López',
    telefono: '55551234',
  })
  expect(await findLogRowsOfRequest(server.db, answer)).toMatchObject([
    { accion: 'crear', usuario: username },
  ])
  expect((await session.get('/api/auth/sesiones')).body.count).toBe(1)
  for (const [method, url] of [
    ['POST', '/api/auth/logout'],
    ['POST', '/api/auth/password'],
    ['GET', '/api/auth/sesiones'],
    ['DELETE', '/api/auth/sesiones'],
    ['DELETE', '/api/auth/sesiones/1'],
  ] as const)
    expect((await client.send({ method, url })).body.error).toEqual({ code: 'SIN_PERMISO' })
  expect((await verify(session)).status).toBe(200)
})
