import { StartError } from '@flota/postgres/startError.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { checkAdminPassword, ensureFirstAdmin } from './firstAdmin.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
beforeEach(() => server.db.query(raw('truncate usuarios restart identity cascade')))

const users = () => many<{ username: string }>(server.db, sql`select username from usuarios`)
const login = (username: string, password: string) =>
  server.anonymous.post('/api/auth/login', { username, password })

describe('ensureFirstAdmin', () => {
  test('creates admin and returns the generated password once', async () => {
    const password = (await ensureFirstAdmin(server.db, readEnv({}))) ?? ''
    expect(password.length).toBeGreaterThanOrEqual(12)
    const { status, body } = await login('admin', password)
    expect([status, body.data.user.rol_nombre]).toEqual([200, 'administrador'])
    expect(body.data.permissions).toHaveLength(7)
    expect(await ensureFirstAdmin(server.db, readEnv({}))).toBeUndefined()
    expect(await users()).toHaveLength(1)
  })

  test('generates another password for each database', async () => {
    const passwords = new Set<unknown>()
    for (let i = 0; i < 5; i++) {
      passwords.add(await ensureFirstAdmin(server.db, readEnv({})))
      await server.db.query(raw('truncate usuarios cascade'))
    }
    expect(passwords.size).toBe(5)
  })

  test('uses ADMIN_USERNAME and ADMIN_PASSWORD and returns nothing', async () => {
    const env = readEnv({ ADMIN_USERNAME: 'Jefa', ADMIN_PASSWORD: '  La oficina abre a las 7  ' })
    expect(await ensureFirstAdmin(server.db, env)).toBeUndefined()
    expect((await login('jefa', '  La oficina abre a las 7  ')).status).toBe(200)
    expect((await login('jefa', 'La oficina abre a las 7')).status).toBe(401)
  })

  test('creates one user when several processes start at once', async () => {
    for (let round = 0; round < 8; round++) {
      await server.db.query(raw('truncate usuarios cascade'))
      const results = await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          ensureFirstAdmin(server.db, readEnv({ ADMIN_USERNAME: `admin${i}` })),
        ),
      )
      const passwords = results.filter((password) => password !== undefined)
      const stored = await users()
      expect([passwords.length, stored.length]).toEqual([1, 1])
      expect((await login(stored[0]?.username ?? '', passwords[0] ?? '')).status).toBe(200)
    }
  })

  test('creates nobody when users exist that are deleted or inactive', async () => {
    await ensureFirstAdmin(server.db, readEnv({}))
    await run(server.db, sql`update usuarios set eliminado_en = now(), estado = 'inactivo'`)
    expect(await ensureFirstAdmin(server.db, readEnv({ ADMIN_USERNAME: 'otro' }))).toBeUndefined()
    expect(await users()).toHaveLength(1)
  })

  test('changes no user when ADMIN_PASSWORD is set later', async () => {
    const password = (await ensureFirstAdmin(server.db, readEnv({}))) ?? ''
    await ensureFirstAdmin(server.db, readEnv({ ADMIN_PASSWORD: 'Otra que llega tarde 1' }))
    expect((await login('admin', password)).status).toBe(200)
    const count = await one<{ total: number }>(server.db, sql`select count(*) as total from usuarios`)
    expect(count?.total).toBe(1)
  })
})

describe('checkAdminPassword', () => {
  const check = (ADMIN_PASSWORD: string) => () => checkAdminPassword(readEnv({ ADMIN_PASSWORD }))

  test.each(['corta', 'password', '12345678', 'x'.repeat(129)])(
    'throws a one-line StartError for %s',
    (password) => {
      expect(check(password)).toThrow(StartError)
      expect(check(password)).toThrow(/^ADMIN_PASSWORD [^\n]+$/)
      expect(check(password)).not.toThrow(new RegExp(`: .*${password}`))
    },
  )

  test.each(['Gx7-qw2é', '🔑'.repeat(128)])('accepts %s', (password) => {
    expect(check(password)).not.toThrow()
  })

  test('accepts a missing password', () => {
    expect(() => checkAdminPassword(readEnv({}))).not.toThrow()
  })
})
