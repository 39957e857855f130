import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, raw, run } from '../../platform/db/sql.ts'
import { idsOf, invalidCamposOf } from '../../test/openOffice.ts'
import { fillRutas } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Compares paging, filters and orders of the list with plain SQL.

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  await fillRutas(server.db, { rutas: 1500, clientes: 9, camiones: 4, choferes: 5, ayudantes: 3 })
  // Includes id gaps, rows in the bin, equal hours and unusual numbers.
  await run(server.db, raw("update rutas set hora = '08:00' where id % 3 = 0"))
  const ids = await many<{ id: number }>(server.db, raw('select id from rutas where id % 7 = 0'))
  for (const { id } of ids.slice(0, 60)) await admin.delete(`/api/rutas/${id}`)
})
afterAll(() => server.close())

const list = (query: Record<string, unknown>) => {
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  )
  return admin.get(`/api/rutas?${search.toString()}`)
}

function byName(table: string, column: string, direction: string) {
  const part = (name: string) =>
    `(select ${name} from ${table} p where p.id = rutas.${column}) collate es_nombre ${direction}`
  return `${part('nombre')}, ${part('apellido')}, ${column} ${direction}, fecha desc, hora desc, id desc`
}
const orders = {
  recientes: 'fecha desc, hora desc, id desc',
  antiguas: 'fecha, hora, id',
  ascendente: 'correlativo, id',
  descendente: 'correlativo desc, id desc',
  cliente: byName('clientes', 'cliente_id', ''),
  '-cliente': byName('clientes', 'cliente_id', 'desc'),
  piloto: byName('choferes', 'chofer_id', ''),
  '-piloto': byName('choferes', 'chofer_id', 'desc'),
  precio: 'precio, id',
  '-precio': 'precio desc, id desc',
} as const
const plain = async (where: string, order: string) =>
  (
    await many<{ id: number }>(
      server.db,
      raw(`select id from rutas where eliminado_en is null and (${where}) order by ${order}`),
    )
  ).map(({ id }) => id)

describe('pages', () => {
  test('pages: contain every route once, with the exact total, for every size and order', async () => {
    for (const [orden, order] of Object.entries(orders)) {
      const all = await plain('true', order)
      for (const porPagina of [7, 100]) {
        const paginas = Math.ceil(all.length / porPagina)
        for (let pagina = 1; pagina <= paginas; pagina += porPagina === 7 ? 13 : 1) {
          const { body } = await list({ orden, pagina, porPagina })
          const expected = all.slice((pagina - 1) * porPagina, pagina * porPagina)
          expect([orden, pagina, body.data.map(({ id }: { id: number }) => id)]).toEqual([
            orden,
            pagina,
            expected,
          ])
          expect([body.count, body.paginacion]).toEqual([
            expected.length,
            { pagina, porPagina, total: all.length, paginas, exacto: true },
          ])
        }
      }
    }
  })

  test('pages: without porPagina have up to 1,000 routes, newest first', async () => {
    const all = await plain('true', orders.recientes)
    const first = await list({})
    expect(idsOf(first)).toEqual(all.slice(0, 1000))
    expect([first.body.count, first.body.paginacion]).toEqual([
      1000,
      { pagina: 1, porPagina: 1000, total: all.length, paginas: 2, exacto: true },
    ])
    expect(idsOf(await list({ pagina: 2 }))).toEqual(all.slice(1000))
    expect(idsOf(await admin.get('/api/rutas?pagina=&porPagina=&buscar=&orden=&estado=&desde='))).toEqual(
      all.slice(0, 1000),
    )
  })

  test('pages: empty past the end, with the exact total', async () => {
    const all = await plain('true', 'id')
    for (const pagina of [99_999, 2 ** 31, '99999999999999999999999'])
      for (const more of [{}, { orden: 'antiguas' }, { orden: 'ascendente' }, { estado: 'Pendiente' }]) {
        const { status, body } = await list({ pagina, porPagina: 10, ...more })
        expect([status, body.data, body.count]).toEqual([200, [], 0])
        const total = 'estado' in more ? (await plain("estado = 'Pendiente'", 'id')).length : all.length
        expect(body.paginacion).toMatchObject({ total, exacto: true, paginas: Math.ceil(total / 10) })
      }
  })

  test('pages: empty without routes', async () => {
    const { body } = await list({ buscar: 'no hay tal cosa' })
    expect([body.data, body.count, body.paginacion]).toEqual([
      [],
      0,
      { pagina: 1, porPagina: 1000, total: 0, paginas: 0, exacto: true },
    ])
  })
})

describe('filters', () => {
  const alone: [Record<string, unknown>, string][] = [
    [{ cliente_id: 3 }, 'cliente_id = 3'],
    [{ chofer_id: 2 }, 'chofer_id = 2'],
    [{ camion_id: 1 }, 'camion_id = 1'],
    [{ ayudante_id: 1 }, 'ayudante_id = 1'],
    [{ estado: 'Pendiente' }, "estado = 'Pendiente'"],
    [{ estado: 'En curso' }, "estado = 'En curso'"],
    [{ desde: '2026-11-15' }, "fecha >= '2026-11-15'"],
    [{ hasta: '2026-11-15' }, "fecha <= '2026-11-15'"],
    [{ desde: '2026-11-15', hasta: '2026-11-15' }, "fecha = '2026-11-15'"],
    [{ desde: '2026-11-16', hasta: '2026-11-15' }, 'false'],
    [{ cliente_id: 2_000_000 }, 'false'],
    [{ camion_id: '99999999999999999999' }, 'false'],
    [{ buscar: 'mudanza' }, "servicio = 'Mudanza'"],
    [{ campo: 'servicio' }, 'true'],
  ]

  test.each(alone)('filter %j', async (query, where) => {
    for (const [orden, order] of Object.entries(orders)) {
      const expected = await plain(where, order)
      const { body } = await list({ ...query, orden, porPagina: 100 })
      expect([orden, body.data.map(({ id }: { id: number }) => id)]).toEqual([orden, expected.slice(0, 100)])
      expect(body.paginacion).toMatchObject({ total: expected.length, exacto: true })
      const last = Math.max(1, Math.ceil(expected.length / 10))
      expect(idsOf(await list({ ...query, orden, porPagina: 10, pagina: last }))).toEqual(
        expected.slice((last - 1) * 10),
      )
    }
  })

  test('filters: combine in pairs and all together', async () => {
    const ids = alone.filter(([query]) => !('campo' in query))
    for (const [i, [a, whereA]] of ids.entries())
      for (const [b, whereB] of ids.slice(i + 1)) {
        if (Object.keys(a).some((key) => key in b)) continue
        const expected = await plain(`(${whereA}) and (${whereB})`, orders.recientes)
        expect([a, b, idsOf(await list({ ...a, ...b }))]).toEqual([a, b, expected])
      }
    const all = { cliente_id: 3, chofer_id: 2, camion_id: 1, estado: 'Entregado', desde: '2026-11-10' }
    const where = "cliente_id = 3 and chofer_id = 2 and camion_id = 1 and estado = 'Entregado'"
    expect(idsOf(await list({ ...all, hasta: '2026-12-31', buscar: 'ruta-' }))).toEqual(
      await plain(`${where} and fecha >= '2026-11-10'`, orders.recientes),
    )
  })

  test('filters: returns 400 naming all wrong values', async () => {
    const wrong = {
      pagina: '0',
      porPagina: '101',
      campo: 'precio',
      cliente_id: 'x',
      chofer_id: '0',
      camion_id: '-1',
      ayudante_id: 'x',
      estado: 'pendiente',
      desde: '2026-02-30',
      hasta: 'ayer',
      orden: 'peso',
      buscar: 'x'.repeat(101),
    }
    expect(invalidCamposOf(await list(wrong))).toEqual(Object.keys(wrong).toSorted())
    for (const porPagina of ['0', '-1', '1.5', '1000', '1e1', ' 5', '5&porPagina=6'])
      expect(invalidCamposOf(await admin.get(`/api/rutas?porPagina=${porPagina}`))).toEqual(['porPagina'])
    expect(invalidCamposOf(await admin.get('/api/rutas?buscar=%00'))).toEqual(['buscar'])
    expect((await admin.get('/api/rutas?desconocido=5&precio=x')).status).toBe(200)
  })
})

describe('order by number', () => {
  test('order by number: RUTA-2 precedes RUTA-10, with id as tie-breaker', async () => {
    const numbers = [
      'A-10',
      'a-002',
      'A-2',
      'Á-02',
      'A-1',
      'A-1b',
      'B-1',
      'a-3',
      'A-010x',
      '9',
      '10',
      'Á-4',
      'Ruta 100',
      'Ruta 20',
    ]
    const { cliente_id, camion_id, chofer_id } = (await admin.get('/api/rutas?porPagina=1')).body.data[0]
    for (const no_ruta of numbers) {
      const rest = { servicio: 'Orden', mercaderia: 'x', origen: 'x', destino: 'x', hora: '08:00', precio: 1 }
      const form = { ...rest, no_ruta, cliente_id, camion_id, chofer_id, fecha: '2020-01-01' }
      expect((await admin.post('/api/rutas', form)).status).toBe(201)
    }
    const inOrder = async (orden: string) =>
      (await list({ orden, hasta: '2020-01-01' })).body.data.map((r: { no_ruta: string }) => r.no_ruta)
    const ascending = await inOrder('ascendente')
    expect(ascending).toEqual([
      '9',
      '10',
      'A-1',
      'A-1b',
      'a-002',
      'A-2',
      'Á-02',
      'a-3',
      'Á-4',
      'A-10',
      'A-010x',
      'B-1',
      'Ruta 20',
      'Ruta 100',
    ])
    expect(await inOrder('descendente')).toEqual(ascending.toReversed())
  })
})
