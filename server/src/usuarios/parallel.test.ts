import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, sql } from '../db/sql.ts'
import { type Answer, type Client, type TestApp, testApp } from '../test/testApp.ts'
import { aUsuario, loginAs, makeChofer, makePiloto, makeUsuario, password } from '../test/usuarios.ts'

// Many rounds of calls at the same time: the database decides, and the winners are counted.
let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const rounds = (n: number) => Array.from({ length: n }, (_, i) => i)
const times = <T>(n: number, work: (i: number) => Promise<T>) => Promise.all(rounds(n).map(work))
const tally = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const messages = (answers: Answer[], status: number) => [
  ...new Set(answers.filter((answer) => answer.status === status).map(({ body }) => body.message)),
]

describe('the last administrators', () => {
  const ways: ((by: Client, id: number | undefined) => Promise<Answer>)[] = [
    (by, id) => by.put(`/api/usuarios/${id}`, { rol_id: 3 }),
    (by, id) => by.patch(`/api/usuarios/${id}/status`, { estado: 'inactivo' }),
    (by, id) => by.put(`/usuarios/${id}`, { estado: 'inactivo' }),
    (by, id) => by.delete(`/usuarios/${id}`),
  ]
  const way = (i: number) => ways[i % ways.length] ?? ways[0]!
  const isAdmin = async (client: Client) => (await client.get('/api/usuarios')).status === 200

  test('two who take each other’s place away: one stays, every time', async () => {
    const own = await testApp()
    let first = await own.as()
    const refused: string[] = []
    for (const i of rounds(48)) {
      const second = await own.as()
      const answers = await Promise.all([
        way(i)(first, second.userId),
        way(Math.floor(i / 4))(second, first.userId),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      // Whoever was faster than the other's admission left it without session or rights.
      expect([401, 403, 409]).toContain(tally(answers)[1])
      refused.push(...messages(answers, 409))
      const left = await Promise.all([first, second].map(isAdmin))
      expect([
        [true, false],
        [false, true],
      ]).toContainEqual(left)
      if (left[1]) first = second
    }
    expect(new Set(refused)).toEqual(new Set(['Debe existir al menos un administrador activo']))
    await own.close()
  })

  test('five who all go against all: at least one stays', async () => {
    const own = await testApp()
    for (const i of rounds(6)) {
      const all = await times(5, () => own.as())
      const answers = await Promise.all(
        all.flatMap((by) => all.filter((other) => other !== by).map((other) => way(i)(by, other.userId))),
      )
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      // Of this round or of an earlier one: past HTTP, where nobody may be left who can look.
      const left = await many(
        own.db,
        sql`select from usuarios where rol_id = 1 and estado = 'activo' and eliminado_en is null`,
      )
      expect(left.length).toBeGreaterThan(0)
    }
    await own.close()
  })
})

describe('what only one can have', () => {
  test('a username: one of six new users gets it, whatever the case', async () => {
    for (const i of rounds(8)) {
      const name = `Único ${i}`
      const answers = await times(6, (n) =>
        admin.post('/api/usuarios', aUsuario({ username: n % 2 ? name : name.toUpperCase() })),
      )
      expect(tally(answers)).toEqual([201, 409, 409, 409, 409, 409])
      expect(messages(answers, 409)).toEqual(['El nombre de usuario ya existe'])
      expect((await admin.get(`/usuarios?buscar=unico ${i}`)).body.paginacion.total).toBe(1)
    }
  })

  test('a username: one of four users that are renamed gets it', async () => {
    const users = await times(4, () => makeUsuario(admin))
    for (const i of rounds(15)) {
      const answers = await Promise.all(
        users.map(({ id }) => admin.put(`/usuarios/${id}`, { username: `Nuevo ${i}` })),
      )
      expect(tally(answers)).toEqual([200, 409, 409, 409])
    }
  })

  test('a pilot: one of new and changed users gets it', async () => {
    for (const _ of rounds(8)) {
      const piloto_id = await makeChofer(admin)
      const user = await makeUsuario(admin)
      const answers = await Promise.all([
        admin.put(`/usuarios/${user.id}`, { rol_id: 2, piloto_id }),
        ...rounds(3).map(() => admin.post('/api/usuarios', aUsuario({ rol_id: 2, piloto_id }))),
      ])
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
      expect(messages(answers, 409)).toEqual(['El piloto ya tiene un usuario'])
    }
  })

  test('a version: one of six edits is written', async () => {
    const { id } = await makeUsuario(admin)
    for (const i of rounds(20)) {
      const version = i + 1
      const answers = await times(6, (n) =>
        n % 2
          ? admin.put(`/usuarios/${id}`, { permisos: [n], version })
          : admin.patch(`/usuarios/${id}/status`, { estado: 'activo', version }),
      )
      expect(tally(answers)).toEqual([200, 409, 409, 409, 409, 409])
      expect((await admin.get(`/usuarios/${id}`)).body.data.version).toBe(version + 1)
    }
  })

  test('a version: of a deletion and an edit one happens; of five deletions one', async () => {
    for (const _ of rounds(10)) {
      const { id } = await makeUsuario(admin)
      const [removed, changed] = await Promise.all([
        admin.delete(`/usuarios/${id}?version=1`),
        admin.put(`/usuarios/${id}`, { permisos: [1], version: 1 }),
      ])
      expect([
        [200, 404],
        [409, 200],
      ]).toContainEqual([removed.status, changed.status])
      const answers = await times(5, () => admin.delete(`/usuarios/${id}`))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(removed.status === 200 ? 0 : 1)
      expect([...new Set(tally(answers))].at(-1)).toBe(404)
    }
  })
})

describe('what a change finds under way', () => {
  const login = (username: string) => server.stranger.post('/api/auth/login', { username, password })
  /** Whether the login, if there was one, opens nothing any more. */
  const isShut = async ({ status, body }: Answer) =>
    status !== 200 ||
    (await server.clientOf(server.app, body.data.token).get('/api/auth/verify')).status === 401

  test.each([
    ['deactivation', (id: number) => admin.patch(`/usuarios/${id}/status`, { estado: 'inactivo' })],
    ['deletion', (id: number) => admin.delete(`/usuarios/${id}`)],
    ['new password', (id: number) => admin.put(`/usuarios/${id}`, { password: 'Nueva-clave-7' })],
  ])('no login outlives a %s', async (_name, change) => {
    for (const i of rounds(12)) {
      const user = await makeUsuario(admin)
      const opened = login(user.username)
      await sleep(i * 3)
      const [session, changed] = await Promise.all([opened, change(user.id)])
      expect(changed.status).toBe(200)
      expect(await isShut(session)).toBe(true)
      // A session that was only hidden would come back with its user.
      await admin.patch(`/usuarios/${user.id}/status`, { estado: 'activo' })
      expect(await isShut(session)).toBe(true)
    }
  })

  test('no active user has a pilot in the bin', async () => {
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

  test('no new user is active for a pilot that goes into the bin', async () => {
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

  test('a session that was just ended and its user’s edits never make a 500', async () => {
    const user = await makeUsuario(admin, { rol_id: 1 })
    const session = await loginAs(server, user.username)
    const answers = await Promise.all([
      admin.delete(`/usuarios/${user.id}`),
      ...rounds(10).map(() => session.put(`/usuarios/${user.id}`, { permisos: [1] })),
    ])
    expect(answers.filter(({ status }) => ![200, 401, 404].includes(status))).toEqual([])
  })
})
