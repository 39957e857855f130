import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, userPassword } from '../../test/users.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const login = (username: unknown, password: unknown) =>
  server.anonymous.post('/api/auth/login', { username, password })

describe('login', () => {
  test('returns a token, the user and the effective permissions', async () => {
    const { username, client } = await aUser(server, {
      rol: 'usuario',
      permisos: ['ver_rutas', 'generar_reportes'],
    })
    const { status, body } = await login(username, userPassword)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        token: expect.any(String),
        user: {
          id: client.userId,
          username,
          rol_id: 3,
          rol_nombre: 'usuario',
          estado: 'activo',
          piloto_id: null,
        },
        permissions: ['generar_reportes', 'ver_rutas'],
        permissions_dinero: [],
      },
    })
    const verified = await server.clientOf(server.app, body.data.token).get('/api/auth/verify')
    const { token: _token, ...session } = body.data
    expect(verified.body.data).toEqual(session)
  })

  test('returns all seven permissions to an administrador and at most two to a piloto', async () => {
    const admin = await aUser(server, { rol: 'administrador', permisos: [] })
    const piloto = await aUser(server, {
      rol: 'piloto',
      permisos: ['ver_rutas', 'crear_rutas', 'generar_reportes'],
    })
    expect((await login(admin.username, userPassword)).body.data.permissions).toHaveLength(7)
    expect((await login(piloto.username, userPassword)).body.data.permissions).toEqual(['ver_rutas'])
  })

  test.each([
    ['in another case', (name: string) => name.toUpperCase()],
    ['with spaces around it', (name: string) => `  ${name}\t`],
  ])('accepts the username %s', async (_name, write) => {
    const { username } = await aUser(server, { username: `Ñandú-${Math.random()}` })
    expect((await login(write(username), userPassword)).body.data.user.username).toBe(username)
  })

  test.each([
    ` ${userPassword}`,
    `${userPassword} `,
    userPassword.toUpperCase(),
    userPassword.slice(0, -1),
    `${userPassword}\n`,
  ])('compares the password exactly: rejects %j', async (password) => {
    const { username } = await aUser(server)
    expect((await login(username, password)).status).toBe(401)
  })

  test.each([
    [{}, ['username', 'password']],
    [{ username: '', password: '' }, ['username', 'password']],
    [{ username: '   ', password: 'x' }, ['username']],
    [{ username: 'x', password: null }, ['password']],
    [{ username: 5, password: true }, ['username', 'password']],
    [{ username: 'x'.repeat(61), password: 'x'.repeat(129) }, ['username', 'password']],
    [{ username: 'x\0', password: 'x\0' }, ['username', 'password']],
  ])('rejects the malformed body %j', async (body, campos) => {
    const answer = await server.anonymous.post('/api/auth/login', body)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDACION'])
    expect(Object.keys(answer.body.error.campos).toSorted()).toEqual(campos.toSorted())
  })

  test('accepts 60 and 128 characters, counting an emoji as one', async () => {
    expect((await login('🚚'.repeat(60), '🔑'.repeat(128))).status).toBe(401)
    expect((await login('🚚'.repeat(61), '🔑'.repeat(128))).status).toBe(400)
  })
})

describe('rejected login', () => {
  const rejection = {
    success: false,
    message: 'Usuario o contraseña incorrectos',
    error: { code: 'CREDENCIALES' },
  }

  test('returns the same response for a wrong password and an unknown, inactive or deleted user', async () => {
    const { username } = await aUser(server)
    const inactive = await aUser(server)
    const deleted = await aUser(server)
    await run(server.db, sql`update usuarios set estado = 'inactivo' where id = ${inactive.client.userId}`)
    await run(server.db, sql`update usuarios set eliminado_en = now() where id = ${deleted.client.userId}`)
    const responses = [
      await login(username, 'no es esta'),
      await login('nadie', userPassword),
      await login(inactive.username, userPassword),
      await login(deleted.username, userPassword),
      await login(username, "' or '1'='1"),
      await login("' or 1=1 --", userPassword),
    ]
    for (const { status, body } of responses) {
      expect(status).toBe(401)
      expect(body).toEqual(rejection)
    }
    const headerNames = responses.map(({ headers }) => Object.keys(headers).toSorted())
    for (const headers of headerNames) expect(headers).toEqual(headerNames[0])
  })

  test('uses the present owner of a reused username', async () => {
    const first = await aUser(server)
    await run(server.db, sql`update usuarios set eliminado_en = now() where id = ${first.client.userId}`)
    const second = await aUser(server, { username: first.username })
    const { body } = await login(first.username, userPassword)
    expect(body.data.user.id).toBe(second.client.userId)
  })
})

describe('session token', () => {
  test('has 256 bits from a secure source and differs each time', async () => {
    const { username } = await aUser(server)
    const tokens = []
    for (let i = 0; i < 5; i++) tokens.push(String((await login(username, userPassword)).body.data.token))
    expect(new Set(tokens).size).toBe(tokens.length)
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]+$/)
      expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(32)
    }
  })

  test('is not stored in plain text, nor is the password', async () => {
    const { username, client } = await aUser(server)
    const { token } = (await login(username, userPassword)).body.data
    const tables = await many<{ name: string }>(
      server.db,
      sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
    expect(tables.map(({ name }) => name)).toContain('sesiones')
    const secrets = [
      token,
      Buffer.from(token).toString('hex'),
      Buffer.from(token, 'base64url').toString('hex'),
    ]
    for (const { name } of tables) {
      const rows = await many<{ row: string }>(server.db, raw(`select t::text as row from ${name} t`))
      const text = rows.map(({ row }) => row).join('\n')
      for (const secret of [...secrets, String(client.token), userPassword]) {
        expect([name, text.includes(secret)]).toEqual([name, false])
      }
    }
  })

  test('password hash is argon2id', async () => {
    const { client } = await aUser(server)
    const row = await one<{ password_hash: string }>(
      server.db,
      sql`select password_hash from usuarios where id = ${client.userId}`,
    )
    const hash = row?.password_hash ?? ''
    const parameter = (name: string) => Number(new RegExp(`[$,]${name}=(\\d+)`).exec(hash)?.[1])
    expect(hash).toMatch(/^\$argon2id\$/)
    expect(parameter('m')).toBeGreaterThanOrEqual(19_456)
    expect(parameter('t')).toBeGreaterThanOrEqual(2)
  })
})
