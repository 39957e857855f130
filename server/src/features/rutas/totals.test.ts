import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findTotalDifferences, mergeTotalShards } from '../../domain/trips/totals.ts'
import { many, raw, run, sql } from '../../platform/db/sql.ts'
import { aRuta } from '../../test/factories.ts'
import { inParallel } from '../../test/mapConcurrently.ts'
import { changeRuta, fillRutas, insertReferences, insertRutaRow, type References } from '../../test/rutas.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let references: References[]
const clear = () => run(server.db, raw('truncate rutas, resumen, resumen_clientes cascade'))
beforeAll(async () => {
  server = await testApp()
  references = [await insertReferences(server.db), await insertReferences(server.db)]
})
afterAll(() => server.close())
beforeEach(clear)

const fechas = ['2026-11-20', '2026-11-30', '2026-12-01', '2024-02-29', '0001-01-01', '9999-12-31']
const estados = ['Pendiente', 'En curso', 'Entregado', 'Incidente']
const precios = ['0.00', '0.10', '0.20', '99999999.99']

const changes = fc.record(
  {
    fecha: fc.constantFrom(...fechas),
    estado: fc.constantFrom(...estados),
    precio: fc.constantFrom(...precios),
    comentario: fc.constantFrom('a', null),
    eliminado_en: fc.constantFrom('2026-11-20T00:00:00Z', null),
    cliente: fc.nat(1),
  },
  { requiredKeys: ['comentario'] },
)

test('findTotalDifferences: empty for an empty database and for a company with history', async () => {
  expect(await findTotalDifferences(server.db)).toEqual([])
  await fillRutas(server.db, { rutas: 3000, clientes: 20, camiones: 5, choferes: 5, ayudantes: 5 })
  expect(await findTotalDifferences(server.db)).toEqual([])
  expect(await many(server.db, sql`select sum(n) as n from resumen where nivel = 'todo'`)).toEqual([
    { n: 3000 },
  ])
})

test('totals: right after random simultaneous changes from many connections', async () => {
  const step = fc.record({ route: fc.nat(5), change: changes })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      await clear()
      const refs = (index = 0) => references[index]!
      const ids = await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          insertRutaRow(server.db, refs(i % 2), { precio: precios[i % 4]! }),
        ),
      )
      await Promise.all(
        steps.map(({ route, change: { cliente, ...change } }) =>
          changeRuta(server.db, ids[route]!, {
            ...change,
            ...(cliente !== undefined && { cliente_id: refs(cliente).cliente_id }),
          }),
        ),
      )
      expect(await findTotalDifferences(server.db)).toEqual([])
    }),
    { numRuns: 25, endOnFailure: true },
  )
})

test('totals: right after random simultaneous requests of office and pilot', async () => {
  const admin = await server.as()
  const rutaReferences = references.map(({ ayudante_id, ...rest }) => ({
    ...rest,
    ayudante_id: ayudante_id!,
  }))
  const piloto = await server.as({ rol: 'piloto', piloto_id: rutaReferences[0]!.chofer_id })
  const call = fc.record({
    route: fc.nat(3),
    kind: fc.constantFrom('put', 'put', 'status', 'statuses', 'delete', 'restore', 'post'),
    refs: fc.constantFrom(...rutaReferences),
    fecha: fc.constantFrom(...fechas.slice(0, 4), '2000-01-01', '2100-12-31'),
    estado: fc.constantFrom(...estados),
    precio: fc.constantFrom(...precios),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 20, maxLength: 60 }), async (calls) => {
      await clear()
      const ids = await Promise.all(
        rutaReferences.flatMap((refs) => [insertRutaRow(server.db, refs), insertRutaRow(server.db, refs)]),
      )
      const answers = await Promise.all(
        calls.map(({ route, kind, refs, fecha, estado, precio }) => {
          const id = ids[route]!
          const body = aRuta(refs, { fecha, estado, precio })
          if (kind === 'post') return admin.post('/api/rutas', body)
          if (kind === 'put') return admin.put(`/api/rutas/${id}`, body)
          if (kind === 'status') return piloto.put(`/piloto/ruta/${id}/estado`, { nuevoEstado: estado })
          if (kind === 'statuses')
            return admin.patch('/api/rutas/estado', { rutas: ids.map((each) => ({ id: each })), estado })
          return kind === 'delete'
            ? admin.delete(`/api/rutas/${id}`)
            : admin.post(`/api/papelera/rutas/${id}/restaurar`)
        }),
      )
      for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status)
      expect(await findTotalDifferences(server.db)).toEqual([])
    }),
    { numRuns: 30, endOnFailure: true },
  )
})

test('totals: count a thousand routes from sixteen connections, to the cent', async () => {
  await inParallel(16, Array.from({ length: 1000 }), (_, i) =>
    insertRutaRow(server.db, references[i % 2]!, { precio: '0.10' }),
  )
  expect(await findTotalDifferences(server.db)).toEqual([])
  expect(
    await many(server.db, sql`select sum(n) as n, sum(suma)::text as suma from resumen where nivel = 'todo'`),
  ).toEqual([{ n: 1000, suma: '100.00' }])
})

test('totals: unchanged after a rollback', async () => {
  const id = await insertRutaRow(server.db, references[0]!, { precio: '12.34' })
  await expect(
    server.db.transaction(async (tx) => {
      await run(
        tx,
        sql`with nueva as (update rutas set precio = 99 where id = ${id} returning *)
          select contar_ruta(antes, nueva) from rutas as antes, nueva where antes.id = nueva.id`,
      )
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect(await findTotalDifferences(server.db)).toEqual([])
})

test('findTotalDifferences: names each wrong total', async () => {
  const id = await insertRutaRow(server.db, references[0]!, { fecha: '2026-11-20', precio: '100.00' })
  await run(server.db, sql`update rutas set precio = 100.01 where id = ${id}`)
  await run(server.db, sql`update resumen_clientes set n = n + 1`)
  await run(server.db, sql`delete from resumen where nivel = 'mes'`)
  const stored = { n: 1, suma: 100 }
  const counted = { n: 1, suma: 100.01 }
  expect(await findTotalDifferences(server.db)).toEqual([
    {
      total: `cliente ${references[0]!.cliente_id}`,
      stored: { n: 2, suma: null },
      counted: { n: 1, suma: null },
    },
    { total: 'dia 2026-11-20 Pendiente', stored, counted },
    { total: 'mes 2026-11-01 Pendiente', stored: null, counted },
    { total: 'todo 0001-01-01 Pendiente', stored, counted },
  ])
})

test('mergeTotalShards: leaves one row per old total during simultaneous writes', async () => {
  const parts = () =>
    many<{ n: number }>(
      server.db,
      sql`select count(*) as n from resumen where nivel <> 'todo' group by nivel, periodo, estado having count(*) > 1`,
    )
  const write = (estado: string) =>
    Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        insertRutaRow(server.db, references[i % 2]!, { fecha: `2024-0${1 + (i % 9)}-15`, estado }),
      ),
    )
  const ids = await write('Entregado')
  expect((await parts()).length).toBeGreaterThan(0)
  await Promise.all([
    mergeTotalShards(server.db, 62, 3),
    write('Incidente'),
    ...ids.map((id, i) => changeRuta(server.db, id, { precio: precios[i % 4]!, estado: 'Incidente' })),
    mergeTotalShards(server.db, 62, 1000),
  ])
  expect(await findTotalDifferences(server.db)).toEqual([])
  await mergeTotalShards(server.db)
  expect(await parts()).toEqual([])
  expect(await findTotalDifferences(server.db)).toEqual([])
})
