import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { aUsuario, makeChofer, makeUsuario } from '../../test/usuarios.ts'

// Many rounds of concurrent requests: the database decides, and the test counts the winners.
let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const rounds = (n: number) => Array.from({ length: n }, (_, i) => i)
const times = <T>(n: number, work: (i: number) => Promise<T>) => Promise.all(rounds(n).map(work))
const tally = (responses: ApiResponse[]) => responses.map(({ status }) => status).toSorted((a, b) => a - b)
const messages = (responses: ApiResponse[], status: number) => [
  ...new Set(responses.filter((each) => each.status === status).map(({ body }) => body.message)),
]

describe('last administrators', () => {
  const ways: ((by: Client, id: number | undefined) => Promise<ApiResponse>)[] = [
    (by, id) => by.put(`/api/usuarios/${id}`, { rol_id: 3 }),
    (by, id) => by.patch(`/api/usuarios/${id}/status`, { estado: 'inactivo' }),
    (by, id) => by.put(`/usuarios/${id}`, { estado: 'inactivo' }),
    (by, id) => by.delete(`/usuarios/${id}`),
  ]
  const way = (i: number) => ways[i % ways.length] ?? ways[0]!
  const isAdmin = async (client: Client) => (await client.get('/api/usuarios')).status === 200

  test('two that demote each other: one stays in each round', async () => {
    const own = await testApp()
    let first = await own.as()
    const rejections: string[] = []
    for (const i of rounds(48)) {
      const second = await own.as()
      const responses = await Promise.all([
        way(i)(first, second.userId),
        way(Math.floor(i / 4))(second, first.userId),
      ])
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      // The faster request left the other without session or rights.
      expect([401, 403, 409]).toContain(tally(responses)[1])
      rejections.push(...messages(responses, 409))
      const remaining = await Promise.all([first, second].map(isAdmin))
      expect([
        [true, false],
        [false, true],
      ]).toContainEqual(remaining)
      if (remaining[1]) first = second
    }
    expect(new Set(rejections)).toEqual(new Set(['Debe existir al menos un administrador activo']))
    await own.close()
  })

  test('five that all demote each other: at least one stays', async () => {
    const own = await testApp()
    for (const i of rounds(6)) {
      const all = await times(5, () => own.as())
      const responses = await Promise.all(
        all.flatMap((by) => all.filter((other) => other !== by).map((other) => way(i)(by, other.userId))),
      )
      expect(responses.filter(({ status }) => status === 500)).toEqual([])
      // The last one may belong to an earlier round, so the test reads the database.
      const remaining = await many(
        own.db,
        sql`select from usuarios where rol_id = 1 and estado = 'activo' and eliminado_en is null`,
      )
      expect(remaining.length).toBeGreaterThan(0)
    }
    await own.close()
  })
})

describe('unique values', () => {
  test('username: one of six new users gets it, in any case', async () => {
    for (const i of rounds(8)) {
      const name = `Único ${i}`
      const responses = await times(6, (n) =>
        admin.post('/api/usuarios', aUsuario({ username: n % 2 ? name : name.toUpperCase() })),
      )
      expect(tally(responses)).toEqual([201, 409, 409, 409, 409, 409])
      expect(messages(responses, 409)).toEqual(['El nombre de usuario ya existe'])
      expect((await admin.get(`/usuarios?buscar=unico ${i}`)).body.paginacion.total).toBe(1)
    }
  })

  test('username: one of four renamed users gets it', async () => {
    const users = await times(4, () => makeUsuario(admin))
    for (const i of rounds(15)) {
      const responses = await Promise.all(
        users.map(({ id }) => admin.put(`/usuarios/${id}`, { username: `Nuevo ${i}` })),
      )
      expect(tally(responses)).toEqual([200, 409, 409, 409])
    }
  })

  test('pilot: one of new and changed users gets it', async () => {
    for (const _ of rounds(8)) {
      const piloto_id = await makeChofer(admin)
      const user = await makeUsuario(admin)
      const responses = await Promise.all([
        admin.put(`/usuarios/${user.id}`, { rol_id: 2, piloto_id }),
        ...rounds(3).map(() => admin.post('/api/usuarios', aUsuario({ rol_id: 2, piloto_id }))),
      ])
      expect(responses.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(responses.filter(({ status }) => status === 409)).toHaveLength(3)
      expect(messages(responses, 409)).toEqual(['El piloto ya tiene un usuario'])
    }
  })

  test('version: one of six updates is written', async () => {
    const { id } = await makeUsuario(admin)
    for (const i of rounds(20)) {
      const version = i + 1
      const responses = await times(6, (n) =>
        n % 2
          ? admin.put(`/usuarios/${id}`, { permisos: [n], version })
          : admin.patch(`/usuarios/${id}/status`, { estado: 'activo', version }),
      )
      expect(tally(responses)).toEqual([200, 409, 409, 409, 409, 409])
      expect((await admin.get(`/usuarios/${id}`)).body.data.version).toBe(version + 1)
    }
  })

  test('version: one of a deletion and an update wins, and one of five deletions', async () => {
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
      const responses = await times(5, () => admin.delete(`/usuarios/${id}`))
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(removed.status === 200 ? 0 : 1)
      expect([...new Set(tally(responses))].at(-1)).toBe(404)
    }
  })
})
