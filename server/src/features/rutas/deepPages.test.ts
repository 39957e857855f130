import { dropIndexes, recomputeAll } from '@flota/demo/bulkLoad.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTotalDifferences } from '../../domain/trips/totals.ts'
import { type Db, many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { idsOf } from '../../test/openOffice.ts'
import { fillRutas } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Compares deep pages, found through totals, with plain OFFSET, and tests the limit of counted matches.

let server: TestApp
let admin: Client
let piloto: Client
const total = 24_000
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  await fillRutas(server.db, { rutas: total, clientes: 3, camiones: 2, choferes: 2, ayudantes: 1 })
  piloto = await server.as({ rol: 'piloto', piloto_id: 1 })
})
afterAll(() => server.close())

const orders = { recientes: 'fecha desc, hora desc, id desc', antiguas: 'fecha, hora, id' } as const
type Order = keyof typeof orders

const plain = async (orden: Order, where = 'true') =>
  (
    await many<{ id: number }>(
      server.db,
      raw(`select id from rutas where eliminado_en is null and ${where} order by ${orders[orden]}`),
    )
  ).map(({ id }) => id)
const page = async (orden: Order, pagina: number, porPagina: number, more = '') =>
  idsOf(await admin.get(`/api/rutas?orden=${orden}&pagina=${pagina}&porPagina=${porPagina}${more}`))

/** Compares every `step`th page, and one past the end, with plain SQL. */
async function expectPages(porPagina: number, step = 1) {
  expect(await findTotalDifferences(server.db)).toEqual([])
  for (const orden of ['recientes', 'antiguas'] as const) {
    const all = await plain(orden)
    for (let pagina = 1; pagina <= Math.ceil(all.length / porPagina) + 1; pagina += step) {
      const expected = all.slice((pagina - 1) * porPagina, pagina * porPagina)
      expect([orden, pagina, await page(orden, pagina, porPagina)]).toEqual([orden, pagina, expected])
    }
  }
}

/** Changes the table directly and recounts the totals. */
const rewrite = (work: (tx: Db) => Promise<unknown>) =>
  server.db.transaction(async (tx) => {
    const indexes = await dropIndexes(tx, 'rutas')
    await work(tx)
    await run(tx, raw('truncate resumen, resumen_clientes'))
    await recomputeAll(tx, 5)
    for (const index of indexes) await run(tx, raw(index))
  })

describe('more matches than the limit', () => {
  const limits = [
    ['buscar=ruta', 1000],
    ['hasta=2026-11-20', 10_000],
    ['desde=0001-01-01&buscar=ruta-&campo=no_ruta', 1000],
  ] as const
  test.each(limits)('GET /api/rutas?%s: total stops at %i', async (query, limit) => {
    const all = await plain('recientes')
    const { body } = await admin.get(`/api/rutas?${query}&porPagina=100`)
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(all.slice(0, 100))
    const paginas = limit / 100
    expect(body.paginacion).toEqual({ pagina: 1, porPagina: 100, total: limit, paginas, exacto: false })
    for (const pagina of [10, 11, 100, 101, 150, 240, 241])
      expect(idsOf(await admin.get(`/api/rutas?${query}&porPagina=100&pagina=${pagina}`))).toEqual(
        all.slice((pagina - 1) * 100, pagina * 100),
      )
    const byName = idsOf(await admin.get(`/api/rutas?${query}&porPagina=100&pagina=230&orden=-cliente`))
    const names =
      'select id from rutas join (select id as cliente_id, nombre, apellido from clientes) c using (cliente_id)'
    const sorted = await many<{ id: number }>(
      server.db,
      raw(`${names} where eliminado_en is null order by nombre collate es_nombre desc,
        apellido collate es_nombre desc, cliente_id desc, fecha desc, hora desc, id desc offset 22900 limit 100`),
    )
    expect(byName).toEqual(sorted.map(({ id }) => id))
    const oldest = await admin.get(`/api/rutas?${query}&porPagina=100&pagina=230&orden=antiguas`)
    expect(idsOf(oldest)).toEqual((await plain('antiguas')).slice(22_900, 23_000))
    expect(oldest.body.paginacion).toMatchObject({ total: limit, exacto: false })
  })

  test('GET /api/rutas: total is exact without search or filter', async () => {
    expect((await admin.get('/api/rutas?porPagina=100')).body.paginacion).toEqual({
      pagina: 1,
      porPagina: 100,
      total,
      paginas: 240,
      exacto: true,
    })
  })

  test('GET /api/rutas: a search counts 1,000 matches exactly, 1,001 not', async () => {
    const all = await many<{ id: number }>(server.db, raw('select id from rutas order by id'))
    // The oldest trips, so that no page is found among the newest.
    for (const [n, exacto] of [
      [1000, true],
      [1001, false],
      [3000, false],
    ] as const) {
      await run(
        server.db,
        raw(`update rutas set busqueda = 'limite' || E'\n\n\n' where id <= ${all[n - 1]!.id}`),
      )
      const { body } = await admin.get('/api/rutas?buscar=limite&porPagina=100')
      expect(body.paginacion).toMatchObject({ total: 1000, paginas: 10, exacto })
      const matching = await plain('recientes', "busqueda like '%limite%'")
      for (const pagina of [1, 10, 11, 31])
        expect(idsOf(await admin.get(`/api/rutas?buscar=limite&porPagina=100&pagina=${pagina}`))).toEqual(
          matching.slice((pagina - 1) * 100, pagina * 100),
        )
      for (const orden of ['ascendente', 'descendente']) {
        const found = idsOf(await admin.get(`/api/rutas?buscar=limite&porPagina=5&orden=${orden}`))
        expect(found).toEqual(
          idsOf(await admin.get(`/api/rutas?buscar=limite&porPagina=100&orden=${orden}`)).slice(0, 5),
        )
      }
    }
  })

  test('GET /api/piloto/mis-rutas: counts up to the same limit', async () => {
    const ownIds = await plain('recientes', 'chofer_id = 1')
    expect(ownIds.length).toBeGreaterThan(10_000)
    for (const url of ['/api/rutas?porPagina=100', '/piloto/mis-rutas?orden=recientes&porPagina=100']) {
      const { body } = await piloto.get(url)
      expect(body.paginacion).toMatchObject({ total: 10_000, exacto: false })
      expect(idsOf(await piloto.get(`${url}&pagina=105`))).toEqual(ownIds.slice(10_400, 10_500))
    }
  })
})

describe('deep pages', () => {
  test("deep pages: right over a company's history", async () => {
    await expectPages(100, 23)
    await expectPages(7, 611)
  })

  test('deep pages: right with id gaps, deleted rows, whole days in the bin and mixed hours', async () => {
    await rewrite(async (tx) => {
      await run(tx, raw('delete from rutas where id % 5 < 2'))
      await run(tx, raw("update rutas set eliminado_en = now() where id % 11 = 0 or fecha = '2026-10-31'"))
      await run(
        tx,
        raw("update rutas set hora = case id % 3 when 0 then '00:00' when 1 then '23:59:59' else hora end"),
      )
    })
    await expectPages(100, 7)
    await expectPages(50, 29)
  })

  test('deep pages: right at month and year borders with few routes a day', async () => {
    await rewrite(async (tx) => {
      await run(tx, raw('delete from rutas where id % 3 > 0'))
      // Two or three routes a day, with empty days and months.
      await run(
        tx,
        raw(`update rutas set fecha = date '2019-12-25' + (id / 9) - (id / 9) % 3 + case when id % 50 = 0 then 400 else 0 end,
          hora = time '08:00' + id % 2 * interval '1 hour'`),
      )
      await run(tx, raw("delete from rutas where date_trunc('month', fecha) = '2022-03-01'"))
    })
    await expectPages(100)
    await expectPages(13, 11)
  })

  test('deep pages: right with the first and last possible dates', async () => {
    await rewrite(async (tx) => {
      await run(tx, raw("update rutas set fecha = '0001-01-01' where id % 10 = 0"))
      await run(tx, raw("update rutas set fecha = '9999-12-31' where id % 10 = 1"))
    })
    await expectPages(60)
  })

  test('deep pages: stay right during writes', async () => {
    const { body } = await admin.get('/api/rutas?orden=antiguas&porPagina=100&pagina=6')
    for (const [i, ruta] of body.data.entries()) {
      if (i % 3 === 0) await admin.delete(`/api/rutas/${ruta.id}`)
      if (i % 3 === 1)
        await admin.put(`/api/rutas/${ruta.id}`, { ...ruta, fecha: '2021-02-28', estado: 'Incidente' })
      if (i % 30 === 0) await admin.post(`/api/papelera/rutas/${ruta.id}/restaurar`)
    }
    await expectPages(70, 2)
  })

  test('deep pages: right when all routes are on one day', async () => {
    await rewrite((tx) => run(tx, raw("update rutas set fecha = '2026-11-20'")))
    await expectPages(100, 9)
    const count = await one<{ n: number }>(
      server.db,
      sql`select count(distinct periodo) as n from resumen where nivel = 'dia'`,
    )
    expect(count?.n).toBe(1)
  })
})
