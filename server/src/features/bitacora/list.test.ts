import { afterAll, beforeAll, expect, test } from 'vitest'
import { raw, run, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { idsOf, invalidCamposOf } from '../../test/openOffice.ts'
import { readSheets } from '../../test/readXlsx.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// GET /api/bitacora: filters, pages and counts. The company's zone is America/Guatemala (UTC-6).

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  const row = (
    momento: string,
    usuario_id: number,
    usuario: string,
    tipo: string,
    registro_id: number | null,
    nombre: string | null,
    accion: string,
    motivo: string | null,
  ) =>
    run(
      server.db,
      sql`insert into bitacora (momento, usuario_id, usuario, tipo, registro_id, nombre, accion, motivo)
        values (${momento}, ${usuario_id}, ${usuario}, ${tipo}, ${registro_id}, ${nombre}, ${accion}, ${motivo})`,
    )
  await row('2026-11-20T05:59:59.999Z', 1, 'ana', 'rutas', 7, 'RUTA-7', 'crear', null)
  await row('2026-11-20T06:00:00Z', 2, 'José', 'rutas', 7, 'RUTA-7', 'estado', 'Ya salí de Cobán')
  await row('2026-11-21T05:59:59.999999Z', 1, 'ana', 'camiones', 7, 'C-777', 'editar', null)
  await row('2026-11-21T06:00:00Z', 2, 'José', 'sesiones', null, null, 'entrar', null)
})
afterAll(() => server.close())

const list = (query = '') => admin.get(`/api/bitacora?${query}`)

test('list: newest first, with the fields of the contract', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    success: true,
    message: 'Datos obtenidos correctamente',
    count: 4,
    paginacion: { pagina: 1, porPagina: 1000, total: 4, paginas: 1, exacto: true },
  })
  expect(idsOf({ status, headers: {}, body })).toEqual([4, 3, 2, 1])
  expect(body.data[2]).toEqual({
    id: 2,
    momento: '2026-11-20T06:00:00.000Z',
    usuario_id: 2,
    usuario: 'José',
    direccion: null,
    peticion: null,
    tipo: 'rutas',
    registro_id: 7,
    nombre: 'RUTA-7',
    accion: 'estado',
    cambios: {},
    motivo: 'Ya salí de Cobán',
  })
})

test.each([
  ['tipo=rutas', [2, 1]],
  ['tipo=rutas&registro_id=7', [2, 1]],
  ['registro_id=7', [3, 2, 1]],
  ['usuario_id=1', [3, 1]],
  ['dato=precio', []],
  ['accion=estado', [2]],
  ['accion=estado&tipo=camiones', []],
  ['desde=2026-11-20&hasta=2026-11-20', [3, 2]],
  ['desde=2026-11-21', [4]],
  ['hasta=2026-11-19', [1]],
  ['desde=0001-01-01&hasta=9999-12-31', [4, 3, 2, 1]],
  ['buscar=jose', [4, 2]],
  ['buscar=COBAN salí', [2]],
  ['buscar=ruta-7', [2, 1]],
  ['buscar=ruta-7 ana', [1]],
  ['buscar=7a', []],
  ['tipo=&accion=&desde=&buscar=', [4, 3, 2, 1]],
])('filter %s', async (query, expected) => {
  expect(idsOf(await list(encodeURI(query)))).toEqual(expected)
})

test.each([
  ['tipo=nada', ['tipo']],
  ['dato=nada', ['dato']],
  ["dato=precio'", ['dato']],
  ['accion=borrar', ['accion']],
  ['registro_id=x', ['registro_id']],
  ['usuario_id=0', ['usuario_id']],
  ['desde=2026-02-30', ['desde']],
  ['desde=2026-11-21&hasta=2026-11-20', ['hasta']],
  ['tipo=nada&desde=2026-11-21&hasta=2026-11-20', ['hasta', 'tipo']],
  ['porPagina=101&pagina=0', ['pagina', 'porPagina']],
])('%s: returns 400', async (query, campos) => {
  expect(invalidCamposOf(await list(query))).toEqual(campos)
  const exported = query.replace(/porPagina.*/, 'desde=x')
  const { status } = await admin.get(`/api/bitacora/exportar?${exported}`)
  expect(status).toBe(400)
})

test('filter dato: finds changes of a field across records, in the list and in the export', async () => {
  const changes = [
    ['rutas', { precio: [1, 2], estado: ['Pendiente', 'En curso'] }],
    ['tarifas', { precio: [3, null] }],
    ['mantenimientos', { kilometraje: [1, 2] }],
    ['movimientos', { km: [1, 2] }],
    ['camiones', { placa: ['precio', "O'Hara"] }],
  ] as const
  for (const [tipo, cambios] of changes)
    await run(
      server.db,
      sql`insert into bitacora (momento, tipo, accion, nombre, cambios)
        values ('2024-01-01T12:00:00Z', ${tipo}, 'editar', 'X', ${JSON.stringify(cambios)})`,
    )
  const tiposOf = async (query: string) =>
    (await list(`hasta=2024-12-31&${query}`)).body.data.map(({ tipo }: { tipo: string }) => tipo)
  expect(await tiposOf('dato=precio')).toEqual(['tarifas', 'rutas'])
  expect(await tiposOf('dato=precio&tipo=rutas')).toEqual(['rutas'])
  expect(await tiposOf('dato=placa&buscar=x')).toEqual(['camiones'])
  expect(await tiposOf('dato=')).toHaveLength(5)
  // Two fields with the label 'Kilometraje'.
  expect(await tiposOf('dato=km')).toEqual(await tiposOf('dato=kilometraje'))
  expect(await tiposOf('dato=km')).toEqual(['movimientos', 'mantenimientos'])
  const file = await server.app.inject({
    url: '/api/bitacora/exportar?dato=precio&hasta=2024-12-31',
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const { rows } = await readSheets(file.rawPayload)
  expect(rows[0]?.slice(1).map((row) => row[4])).toEqual(['tarifas', 'rutas'])
})

test('filter by day: uses the company’s zone, also across clock changes', async () => {
  const newYork = server.clientOf(
    server.startAnotherApp({ env: readEnv({ TZ_EMPRESA: 'America/New_York' }) }),
    admin.token,
  )
  const moments = [
    '2025-11-02T03:59:59.9Z',
    '2025-11-02T04:00Z',
    '2025-11-03T04:59:59.9Z',
    '2025-11-03T05:00Z',
  ]
  for (const [i, momento] of moments.entries())
    await run(
      server.db,
      sql`insert into bitacora (momento, tipo, accion, nombre) values (${momento}, 'reportes', 'exportar', ${`dst${i}`})`,
    )
  const { body } = await newYork.get('/api/bitacora?desde=2025-11-02&hasta=2025-11-02')
  expect(body.data.map(({ nombre }: { nombre: string }) => nombre)).toEqual(['dst2', 'dst1'])
})

test('list: more than 10,000 rows return total 10,000, more than 1,000 matches of a search 1,000, with all pages', async () => {
  await run(
    server.db,
    raw(`insert into bitacora (momento, tipo, accion, nombre, registro_id)
      select timestamptz '2020-01-01' + make_interval(secs => n), 'clientes', 'editar', 'Muchos ' || n, n
      from generate_series(1, 10001) n`),
  )
  const page = async (query: string) => (await list(`porPagina=10&${query}`)).body
  for (const query of ['', 'tipo=clientes', 'accion=editar', 'buscar=muchos', 'desde=2019-12-31']) {
    const { paginacion } = await page(query)
    expect([query, paginacion]).toEqual([
      query,
      query === 'buscar=muchos'
        ? { pagina: 1, porPagina: 10, total: 1000, paginas: 100, exacto: false }
        : { pagina: 1, porPagina: 10, total: 10_000, paginas: 1000, exacto: false },
    ])
  }
  for (const query of ['tipo=clientes', 'buscar=muchos']) {
    const { data, count } = await page(`${query}&pagina=1001`)
    expect([count, data[0].nombre]).toEqual([1, 'Muchos 1'])
    expect((await page(`${query}&pagina=1002`)).data).toEqual([])
  }
  expect((await page('tipo=clientes&registro_id=77')).paginacion).toMatchObject({ total: 1, exacto: true })
  expect((await page('buscar=muchos 1234')).paginacion).toMatchObject({ total: 1, exacto: true })
})
