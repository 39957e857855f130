import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, run, sql } from '../../platform/db/sql.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'
import {
  aUsuario,
  defaultPassword,
  loginAs,
  makeChofer,
  makePiloto,
  makeUsuario,
} from '../../test/usuarios.ts'
import { findCredentials, openSession } from '../session/queries.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const rounds = (n: number) => Array.from({ length: n }, (_, i) => i)

describe('concurrent changes of a user', () => {
  const login = (username: string) =>
    server.anonymous.post('/api/auth/login', { username, password: defaultPassword })
  /** Whether the login, if one succeeded, is no longer valid. */
  const isInvalid = async ({ status, body }: ApiResponse) =>
    status !== 200 ||
    (await server.clientOf(server.app, body.data.token).get('/api/auth/verify')).status === 401

  const changes: [string, (id: number) => Promise<ApiResponse>][] = [
    ['deactivation', (id: number) => admin.patch(`/usuarios/${id}/status`, { estado: 'inactivo' })],
    ['deletion', (id: number) => admin.delete(`/usuarios/${id}`)],
    ['new password', (id: number) => admin.put(`/usuarios/${id}`, { password: 'Nueva-clave-7' })],
  ]

  test.each(changes)('no login survives a %s', async (_name, change) => {
    for (const i of rounds(12)) {
      const user = await makeUsuario(admin)
      const loginResponse = login(user.username)
      await sleep(i * 3)
      const [session, changed] = await Promise.all([loginResponse, change(user.id)])
      expect(changed.status).toBe(200)
      expect(await isInvalid(session)).toBe(true)
      // A session that is only hidden would return when the user is restored.
      await admin.patch(`/usuarios/${user.id}/status`, { estado: 'activo' })
      expect(await isInvalid(session)).toBe(true)
    }
  })

  /** Sends the request while a login of the user, or other `work`, is uncommitted. */
  const runDuring = async (
    work: Parameters<typeof server.db.transaction>[0],
    call: () => Promise<ApiResponse>,
  ) => {
    const calls: Promise<ApiResponse>[] = []
    await server.db.transaction(async (tx) => {
      await work(tx)
      calls.push(call())
      await sleep(300)
    })
    return (await Promise.all(calls))[0]?.status
  }

  test.each(changes)('a %s ends the session of an uncommitted login', async (_name, change) => {
    const user = await makeUsuario(admin)
    const { user: credentials } = await findCredentials(server.db, user.username)
    const status = await runDuring(
      (tx) => openSession(tx, credentials!),
      () => change(user.id),
    )
    expect(status).toBe(200)
    const live = sql`select from sesiones where usuario_id = ${user.id} and creada_en > '-infinity'`
    expect(await many(server.db, live)).toEqual([])
  })

  test('an update sees the version that an uncommitted password change raises', async () => {
    const user = await makeUsuario(admin)
    const status = await runDuring(
      (tx) => run(tx, sql`update usuarios set version = version + 1 where id = ${user.id}`),
      () => admin.put(`/usuarios/${user.id}`, { username: 'Tarde', version: 1 }),
    )
    expect(status).toBe(409)
  })

  test('no active user has a deleted pilot', async () => {
    for (const i of rounds(16)) {
      const user = await makePiloto(admin, { estado: 'inactivo' })
      const url = `/api/usuarios/${user.id}`
      const [activated, removed] = await Promise.all([
        i % 2 ? admin.patch(`${url}/status`, { estado: 'activo' }) : admin.put(url, { estado: 'activo' }),
        admin.delete(`/api/choferes/${user.piloto_id}`),
      ])
      expect(removed.status).toBe(200)
      expect([200, 409]).toContain(activated.status)
      expect((await admin.get(url)).body.data.estado).toBe('inactivo')
    }
  })

  test('no new active user gets a pilot that is being deleted', async () => {
    for (const _ of rounds(10)) {
      const piloto_id = await makeChofer(admin)
      const user = await makeUsuario(admin)
      const [created, changed, removed] = await Promise.all([
        admin.post('/api/usuarios', aUsuario({ rol_id: 2, piloto_id })),
        admin.put(`/usuarios/${user.id}`, { rol_id: 2, piloto_id }),
        admin.delete(`/api/choferes/${piloto_id}`),
      ])
      expect(removed.status).toBe(200)
      for (const { status, body } of [created, changed]) {
        expect([200, 201, 400, 409]).toContain(status)
        if (status > 201) continue
        const { data } = (await admin.get(`/usuarios/${body.data.id}`)).body
        expect([data.piloto_id, data.estado]).toEqual([piloto_id, 'inactivo'])
      }
    }
  })

  test('an ended session and updates of its user return no 500', async () => {
    const user = await makeUsuario(admin, { rol_id: 1 })
    const session = await loginAs(server, user.username)
    const responses = await Promise.all([
      admin.delete(`/usuarios/${user.id}`),
      ...rounds(10).map(() => session.put(`/usuarios/${user.id}`, { permisos: [1] })),
    ])
    expect(responses.filter(({ status }) => ![200, 401, 404].includes(status))).toEqual([])
  })
})
