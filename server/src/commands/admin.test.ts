import { afterEach, beforeEach, expect, test } from 'vitest'
import { run, sql } from '../platform/db/sql.ts'
import { hashPassword } from '../platform/passwords.ts'
import type { LogRow } from '../test/bitacora.ts'
import { aChofer } from '../test/factories.ts'
import { startCommand } from '../test/program.ts'
import { findDatabaseUrl } from '../test/respaldo.ts'
import { activateFactor } from '../test/segundoFactor.ts'
import { type Client, type TestApp, testApp } from '../test/testApp.ts'
import { aUser } from '../test/users.ts'

// npm run admin -- password <username> (docs/contract/configuration.md).

let server: TestApp
let admin: Client
beforeEach(async () => {
  server = await testApp()
  admin = await server.as({ username: 'jefa' })
})
afterEach(() => server.close())

const newPassword = async (...words: string[]) =>
  startCommand('admin', words, { DATABASE_URL: await findDatabaseUrl(server.db) }).ended
const login = async (username: string, password: string) =>
  (await server.anonymous.post('/api/auth/login', { username, password })).status
const passwordIn = (text: string) => /: (\S+) {3}\(/.exec(text)?.[1] ?? ''

test('admin password: sets a password, matching the username as a login does', async () => {
  const user = await server.as({ username: 'José', password_hash: await hashPassword('La de antes 77') })
  await run(server.db, sql`update usuarios set estado = 'inactivo' where id = ${user.userId}`)
  for (let n = 0; n < 5; n++) expect(await login('josé', 'equivocada')).toBe(401)
  expect(await login('josé', 'equivocada')).toBe(429)

  const { code, stdout, stderr } = await newPassword('password', 'JOSÉ')
  expect([code, stderr]).toEqual([0, ''])
  const password = passwordIn(stdout)
  expect(stdout.split(password)).toHaveLength(2)
  expect(await login('josé', password)).toBe(200)
  expect((await user.get('/api/auth/verify')).status).toBe(401)
  expect((await admin.get('/api/auth/verify')).status).toBe(200)
})

test('admin password: removes the second factor in the same audit row', async () => {
  const { username, client } = await aUser(server)
  await activateFactor(client)
  const { code, stdout } = await newPassword('password', username)
  expect(code).toBe(0)
  expect(await login(username, passwordIn(stdout))).toBe(200)
  expect((await client.get('/api/auth/verify')).status).toBe(401)
  const { body } = await admin.get(`/api/bitacora?tipo=usuarios&registro_id=${client.userId}`)
  expect(body.data.map(({ accion, cambios }: LogRow) => [accion, cambios])).toEqual([
    ['clave', { segundo_factor: ['sí', 'no'] }],
    ['editar', { segundo_factor: ['no', 'sí'] }],
  ])
  expect((await admin.get(`/usuarios/${client.userId}`)).body.data.segundo_factor).toBe(false)
})

test('admin password: exits with 1 and one line when the user can’t log in', async () => {
  const deleted = await server.as({ username: 'borrada' })
  expect((await admin.delete(`/usuarios/${deleted.userId}`)).status).toBe(200)
  const chofer = (await admin.post('/api/choferes', aChofer())).body.data.id
  await server.as({ rol: 'piloto', username: 'piloto', piloto_id: chofer })
  expect((await admin.delete(`/api/choferes/${chofer}`)).status).toBe(200)
  for (const words of [
    ['password', 'nadie'],
    ['password', 'borrada'],
    ['password', 'piloto'],
    ['password'],
    ['clave', 'jefa'],
  ]) {
    const { code, stdout, stderr } = await newPassword(...words)
    expect([words, code, stdout]).toEqual([words, 1, ''])
    expect(stderr).toMatch(/^[^\n]+\n$/)
  }
  expect((await admin.get('/api/auth/verify')).status).toBe(200)
})
