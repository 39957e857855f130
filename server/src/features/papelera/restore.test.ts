import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, one, run, sql } from '../../platform/db/sql.ts'
import { aCamion, aChofer, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

interface Row {
  id: number
  version: number
}
const make = async (tipo: string, body: unknown): Promise<Row> => {
  const answer = await admin.post(`/api/${tipo}`, body)
  expect(answer.body).toMatchObject({ success: true })
  return answer.body.data
}
const softDelete = async (tipo: string, id: number) =>
  expect((await admin.delete(`/api/${tipo}/${id}`)).body).toMatchObject({ success: true, data: null })
const restore = (tipo: string, id: number) => admin.post(`/api/papelera/${tipo}/${id}/restaurar`)

const aUsuario = (changes: Record<string, unknown> = {}) => ({
  username: `u-${crypto.randomUUID().slice(0, 8)}`,
  password: 'caminos-largos',
  rol_id: 3,
  estado: 'activo',
  ...changes,
})

describe('restored record', () => {
  const camionId = async () => (await make('camiones', aCamion())).id
  const bodies: Record<string, () => Promise<unknown>> = {
    choferes: async () => aChofer(),
    ayudantes: async () => aPersona(),
    clientes: async () => aPersona(),
    camiones: async () => aCamion(),
    rutas: async () => aRuta(await someReferences(admin)),
    mantenimientos: async () => aMantenimiento(await camionId()),
    usuarios: async () => aUsuario({ estado: 'inactivo', permisos: [1, 2] }),
  }

  test.each(Object.keys(bodies))('%s: has its former values', async (tipo) => {
    const created = await make(tipo, await bodies[tipo]?.())
    const before = (await admin.get(`/api/${tipo}/${created.id}`)).body.data
    await softDelete(tipo, created.id)
    expect((await admin.get(`/api/${tipo}/${created.id}`)).status).toBe(404)

    const answer = await restore(tipo, created.id)
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Registro restaurado exitosamente')
    expect(answer.body.data).toEqual({
      ...before,
      version: 3,
      actualizado_en: expect.any(String),
    })
    expect((await admin.get(`/api/${tipo}/${created.id}`)).body.data).toEqual(answer.body.data)
    const list = (await admin.get(`/api/${tipo}`)).body
    const rows: Row[] = Array.isArray(list) ? list : list.data
    expect(rows.some(({ id }) => id === created.id)).toBe(true)
    const bin: (Row & { tipo: string })[] = (await admin.get('/api/papelera')).body.data
    expect(bin.filter((row) => row.tipo === tipo && row.id === created.id)).toEqual([])

    const again = await restore(tipo, created.id)
    expect(again.status).toBe(404)
    await softDelete(tipo, created.id)
    expect((await restore(tipo, created.id)).body.data.version).toBe(5)
  })
})

describe('restored user', () => {
  test('is inactive, and its former sessions stay ended', async () => {
    const client = await server.as({ rol: 'usuario' })
    const id = client.userId ?? 0
    expect((await client.get('/api/auth/verify')).status).toBe(200)
    await softDelete('usuarios', id)
    expect((await restore('usuarios', id)).body.data).toMatchObject({ id, estado: 'inactivo' })
    expect((await client.get('/api/auth/verify')).status).toBe(401)
    const active = await admin.patch(`/api/usuarios/${id}/status`, { estado: 'activo' })
    expect(active.status).toBe(200)
    expect((await client.get('/api/auth/verify')).status).toBe(401)
  })

  test('of a restored pilot stays inactive until activated', async () => {
    const chofer = await make('choferes', aChofer())
    const { id } = await make('usuarios', aUsuario({ rol_id: 2, piloto_id: chofer.id }))
    await softDelete('choferes', chofer.id)
    expect((await admin.get(`/api/usuarios/${id}`)).body.data.estado).toBe('inactivo')
    const restored = await restore('choferes', chofer.id)
    expect(restored.body.data).toMatchObject({ id: chofer.id, rol_nombre: 'piloto' })
    expect((await admin.get(`/api/usuarios/${id}`)).body.data.estado).toBe('inactivo')
    expect((await admin.patch(`/api/usuarios/${id}/status`, { estado: 'activo' })).status).toBe(200)
  })

  test('may return while its pilot is deleted', async () => {
    const chofer = await make('choferes', aChofer())
    const { id } = await make('usuarios', aUsuario({ rol_id: 2, piloto_id: chofer.id }))
    await softDelete('usuarios', id)
    await softDelete('choferes', chofer.id)
    const restored = await restore('usuarios', id)
    expect(restored.body.data).toMatchObject({ estado: 'inactivo', piloto_id: chofer.id })
    expect((await admin.patch(`/api/usuarios/${id}/status`, { estado: 'activo' })).status).toBe(409)
  })
})

describe('references of a restored record', () => {
  const referenced = ['clientes', 'camiones', 'choferes', 'ayudantes'] as const

  test('route: keeps them, deleted or not', async () => {
    const references = await someReferences(admin)
    const before = await make('rutas', aRuta(references))
    await softDelete('rutas', before.id)
    const ids = [references.cliente_id, references.camion_id, references.chofer_id, references.ayudante_id]
    for (const [n, tipo] of referenced.entries()) await softDelete(tipo, ids[n] ?? 0)
    const restored = await restore('rutas', before.id)
    expect(restored.status).toBe(200)
    expect(restored.body.data).toEqual({ ...before, version: 3, actualizado_en: expect.any(String) })
    expect(restored.body.data.precio).toBe(1250.5)
  })

  test('maintenance: keeps its truck, deleted or not', async () => {
    const camion = await make('camiones', aCamion({ placa: 'C-777 MMM' }))
    const { id } = await make('mantenimientos', aMantenimiento(camion.id))
    await softDelete('mantenimientos', id)
    await softDelete('camiones', camion.id)
    const restored = await restore('mantenimientos', id)
    expect(restored.body.data).toMatchObject({ camion_id: camion.id, camion: 'C-777 MMM' })
  })
})

describe('totals of routes', () => {
  const findTotals = () =>
    many(
      server.db,
      sql`select nivel, periodo, estado, sum(n)::int as n, sum(suma)::text as suma from resumen
        group by nivel, periodo, estado having sum(n) <> 0 order by 1, 2, 3`,
    )
  const countTotals = () =>
    many(
      server.db,
      sql`select nivel, periodo, estado, count(*)::int as n, sum(precio)::text as suma
        from rutas, lateral (values ('todo', date '0001-01-01'),
          ('mes', date_trunc('month', fecha)::date), ('dia', fecha)) as cuenta (nivel, periodo)
        where eliminado_en is null group by nivel, periodo, estado order by 1, 2, 3`,
    )

  test('count a restored route once', async () => {
    const references = await someReferences(admin)
    const clients = async () =>
      (await admin.get(`/api/clientes/${references.cliente_id}`)).body.data.rutas_asignadas
    const { id } = await make('rutas', aRuta(references, { precio: 0.1, fecha: '2027-02-28' }))
    await make('rutas', aRuta(references, { precio: 99.9, fecha: '2027-02-28', estado: 'Entregado' }))
    const before = await findTotals()
    await softDelete('rutas', id)
    expect(await clients()).toBe(1)
    await Promise.all([1, 2, 3, 4].map(() => restore('rutas', id)))
    expect(await findTotals()).toEqual(before)
    expect(await findTotals()).toEqual(await countTotals())
    expect(await clients()).toBe(2)
    const listed = await admin.get('/api/rutas')
    const live = await one<{ n: number }>(
      server.db,
      sql`select count(*) as n from rutas where eliminado_en is null`,
    )
    expect(listed.body.paginacion.total).toBe(live?.n)
  })

  test('stay correct during concurrent deletions and restores', async () => {
    const references = await someReferences(admin)
    const rutas = await Promise.all(
      Array.from({ length: 6 }, (_, n) => make('rutas', aRuta(references, { precio: n + 0.33 }))),
    )
    for (let round = 0; round < 10; round++) {
      await Promise.all(
        rutas.flatMap(({ id }) => [
          admin.delete(`/api/rutas/${id}`),
          restore('rutas', id),
          restore('rutas', id),
        ]),
      )
      expect(await findTotals()).toEqual(await countTotals())
    }
  })

  test('a restored route adds no history', async () => {
    const { id } = await make('rutas', aRuta(await someReferences(admin)))
    await softDelete('rutas', id)
    await restore('rutas', id)
    expect((await admin.get(`/api/rutas/${id}/historial`)).body.count).toBe(1)
    expect(await run(server.db, sql`select from rutas where id = ${id} and eliminado_por is null`)).toBe(1)
  })
})
