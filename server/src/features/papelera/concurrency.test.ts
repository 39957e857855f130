import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { one, run, sql } from '../../platform/db/sql.ts'
import { aCamion, aChofer, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { aMantenimiento, sortedStatuses } from '../../test/mantenimientos.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'

const rounds = Array.from({ length: 15 }, (_, n) => n)

let server: TestApp
let admin: Client
let other: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  // Another process on the same database: neither may depend on its own memory.
  other = server.clientOf(server.startAnotherApp(), admin.token)
})
afterAll(() => server.close())

const make = async (tipo: string, body: unknown): Promise<number> => {
  const answer = await admin.post(`/api/${tipo}`, body)
  expect(answer.body).toMatchObject({ success: true })
  return answer.body.data.id
}
const createDeleted = async (tipo: string, body: unknown): Promise<number> => {
  const id = await make(tipo, body)
  expect((await admin.delete(`/api/${tipo}/${id}`)).status).toBe(200)
  return id
}
const restore = (tipo: string, id: number, client = admin) =>
  client.post(`/api/papelera/${tipo}/${id}/restaurar`)

const unique = () => crypto.randomUUID().slice(0, 8)
const aUsuario = (changes: Record<string, unknown> = {}) => ({
  username: `u-${unique()}`,
  password: 'caminos-largos',
  rol_id: 3,
  estado: 'activo',
  ...changes,
})

const expectConflict = ({ status, body }: ApiResponse, message: string) => {
  expect(status).toBe(409)
  expect(body).toEqual({ success: false, message, error: { code: 'CONFLICTO' } })
}

describe('concurrent restores by two administradores', () => {
  const kinds: Record<string, () => Promise<unknown>> = {
    choferes: async () => aChofer(),
    ayudantes: async () => aPersona(),
    clientes: async () => aPersona(),
    camiones: async () => aCamion(),
    rutas: async () => aRuta(await someReferences(admin)),
    mantenimientos: async () => aMantenimiento(await make('camiones', aCamion())),
    usuarios: async () => aUsuario(),
  }
  test.each(Object.keys(kinds))('%s: one succeeds', async (tipo) => {
    for (const _ of rounds) {
      const id = await createDeleted(tipo, await kinds[tipo]?.())
      const responses = await Promise.all(
        [admin, other, admin, other].map((client) => restore(tipo, id, client)),
      )
      expect(sortedStatuses(responses)).toEqual([200, 404, 404, 404])
      expect((await admin.get(`/api/${tipo}/${id}`)).body.data.version).toBe(3)
    }
  })
})

describe('restore when a unique value was taken meanwhile', () => {
  test('plate: returns 409', async () => {
    const old = await createDeleted('camiones', aCamion({ placa: 'C-555 TAK' }))
    const taker = await make('camiones', aCamion({ placa: 'c555tak' }))
    expectConflict(await restore('camiones', old), 'La placa ya existe')
    expect((await admin.get(`/api/camiones/${old}`)).status).toBe(404)
    await admin.delete(`/api/camiones/${taker}`)
    expect((await restore('camiones', old)).body.data.placa).toBe('C-555 TAK')
  })

  test('username: returns 409', async () => {
    const old = await createDeleted('usuarios', aUsuario({ username: 'María.G' }))
    await make('usuarios', aUsuario({ username: 'maría.g' }))
    expectConflict(await restore('usuarios', old), 'El nombre de usuario ya existe')
    expect((await admin.get(`/api/usuarios/${old}`)).status).toBe(404)
  })

  test('pilot of a user: returns 409', async () => {
    const chofer = await make('choferes', aChofer())
    const old = await createDeleted('usuarios', aUsuario({ rol_id: 2, piloto_id: chofer }))
    await make('usuarios', aUsuario({ rol_id: 2, piloto_id: chofer }))
    expectConflict(await restore('usuarios', old), 'El piloto ya tiene un usuario')
    expect((await admin.get(`/api/usuarios/${old}`)).status).toBe(404)
  })
})

describe('restore while the unique value is being taken: one succeeds', () => {
  test('plate', async () => {
    for (const round of rounds) {
      const placa = `P-${round}${unique()}`
      const ids = [
        await createDeleted('camiones', aCamion({ placa })),
        await createDeleted('camiones', aCamion({ placa })),
      ]
      const responses = await Promise.all([
        ...ids.map((id) => restore('camiones', id)),
        other.post('/api/camiones', aCamion({ placa: placa.toLowerCase() })),
      ])
      const losers = responses.filter(({ status }) => status >= 400)
      expect(losers).toHaveLength(2)
      for (const loser of losers) expectConflict(loser, 'La placa ya existe')
      const live = await one<{ n: number }>(
        server.db,
        sql`select count(*) as n from camiones
          where placa_clave(placa) = placa_clave(${placa}) and eliminado_en is null`,
      )
      expect(live?.n).toBe(1)
    }
  })

  test('username', async () => {
    for (const round of rounds) {
      const username = `nombre-${round}-${unique()}`
      const id = await createDeleted('usuarios', aUsuario({ username }))
      const responses = await Promise.all([
        restore('usuarios', id),
        other.post('/api/usuarios', aUsuario({ username: username.toUpperCase() })),
      ])
      const losers = responses.filter(({ status }) => status >= 400)
      expect(losers).toHaveLength(1)
      for (const loser of losers) expectConflict(loser, 'El nombre de usuario ya existe')
    }
  })

  test('pilot of a user', async () => {
    for (const _ of rounds) {
      const piloto_id = await make('choferes', aChofer())
      const ids = [
        await createDeleted('usuarios', aUsuario({ rol_id: 2, piloto_id })),
        await createDeleted('usuarios', aUsuario({ rol_id: 2, piloto_id })),
      ]
      const responses = await Promise.all(ids.map((id, n) => restore('usuarios', id, n ? admin : other)))
      expect(sortedStatuses(responses)).toEqual([200, 409])
      for (const answer of responses.filter(({ status }) => status === 409))
        expectConflict(answer, 'El piloto ya tiene un usuario')
    }
  })

  test('failed restore: changes nothing', async () => {
    const id = await createDeleted('rutas', aRuta(await someReferences(admin)))
    await run(server.db, sql`alter table resumen add constraint prueba check (n < -1000) not valid`)
    expect((await restore('rutas', id)).status).toBe(500)
    await run(server.db, sql`alter table resumen drop constraint prueba`)
    expect((await admin.get(`/api/rutas/${id}`)).status).toBe(404)
    expect((await restore('rutas', id)).body.data.version).toBe(3)
  })
})
