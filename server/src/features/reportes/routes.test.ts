import { dropIndexes, recomputeAll } from '@flota/demo/bulkLoad.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { openReportes, truncateRutas } from '../../test/reportes.ts'
import { changeRuta, insertReferences, insertRutaRow, type References } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let office: Client
let references: References
beforeAll(async () => {
  ;({ server, office, references } = await openReportes())
})
afterAll(() => server.close())
beforeEach(() => truncateRutas(server))

const insert = (fecha: string, precio = '100.00', estado = 'Pendiente', hora = '08:30') =>
  insertRutaRow(server.db, references, { fecha, precio, estado, hora })

const zeros = {
  total_rutas: 0,
  rutas_pendientes: 0,
  rutas_en_curso: 0,
  rutas_entregadas: 0,
  rutas_incidentes: 0,
  ingresos_totales: 0,
}
const rows = async (query: string) => (await office.get(`/api/reportes?${query}`)).body.data
const periodos = async (query: string) => (await rows(query)).map((row: { periodo: string }) => row.periodo)
/** Returns the number of routes per period. */
const totals = async (query: string) =>
  (await rows(query)).map((row: { periodo: string; total_rutas: number }) => [row.periodo, row.total_rutas])

describe('GET /api/reportes', () => {
  test('GET /api/reportes: returns no rows without routes', async () => {
    const { status, body } = await office.get('/api/reportes')
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, message: expect.any(String), data: [], count: 0 })
  })

  test('GET /api/reportes: groups by day by default', async () => {
    await insert('2026-11-20', '1250.50', 'En curso')
    const { body } = await office.get('/api/reportes')
    expect(body).toMatchObject({
      data: [
        { ...zeros, periodo: '2026-11-20', total_rutas: 1, rutas_en_curso: 1, ingresos_totales: 1250.5 },
      ],
      count: 1,
    })
    expect(Object.keys(body.data[0])).toEqual([
      'periodo',
      'total_rutas',
      'rutas_pendientes',
      'rutas_en_curso',
      'rutas_entregadas',
      'rutas_incidentes',
      'ingresos_totales',
    ])
  })

  test('GET /api/reportes: counts all four states, and all of them as income', async () => {
    await insert('2026-11-20', '0.10', 'Pendiente')
    await insert('2026-11-20', '0.20', 'En curso')
    await insert('2026-11-20', '0.30', 'Entregado')
    await insert('2026-11-20', '0.40', 'Entregado')
    await insert('2026-11-20', '99999999.99', 'Incidente')
    expect(await rows('filtro=dia')).toEqual([
      {
        periodo: '2026-11-20',
        total_rutas: 5,
        rutas_pendientes: 1,
        rutas_en_curso: 1,
        rutas_entregadas: 2,
        rutas_incidentes: 1,
        ingresos_totales: 100_000_000.99,
      },
    ])
  })

  test('GET /api/reportes: returns days, months and years with routes, newest first', async () => {
    for (const fecha of ['2024-02-29', '2026-11-20', '2025-12-31', '2026-11-01', '2026-01-01', '2026-11-20'])
      await insert(fecha)
    expect(await totals('filtro=dia')).toEqual([
      ['2026-11-20', 2],
      ['2026-11-01', 1],
      ['2026-01-01', 1],
      ['2025-12-31', 1],
      ['2024-02-29', 1],
    ])
    expect(await totals('filtro=mes')).toEqual([
      ['2026-11', 3],
      ['2026-01', 1],
      ['2025-12', 1],
      ['2024-02', 1],
    ])
    const years = [
      ['2026', 4],
      ['2025', 1],
      ['2024', 1],
    ]
    expect(await totals('filtro=anio')).toEqual(years)
    expect(await totals(`filtro=${encodeURIComponent('año')}`)).toEqual(years)
    expect(await totals('filtro=')).toEqual(await totals('filtro=dia'))
  })

  test('GET /api/reportes: includes both ends of a range, and only its days in months and years', async () => {
    for (const fecha of ['2025-10-31', '2025-11-14', '2025-11-15', '2025-12-25', '2026-01-31', '2026-02-01'])
      await insert(fecha)
    const range = 'fechaInicio=2025-11-15&fechaFin=2026-01-31'
    expect(await periodos(`filtro=dia&${range}`)).toEqual(['2026-01-31', '2025-12-25', '2025-11-15'])
    expect(await totals(`filtro=mes&${range}`)).toEqual([
      ['2026-01', 1],
      ['2025-12', 1],
      ['2025-11', 1],
    ])
    expect(await totals(`filtro=anio&${range}`)).toEqual([
      ['2026', 1],
      ['2025', 2],
    ])
    expect(await totals('filtro=mes&fechaInicio=2025-11-15&fechaFin=2025-11-15')).toEqual([['2025-11', 1]])
    expect(await totals('filtro=mes&fechaInicio=2025-11-01&fechaFin=2025-11-30')).toEqual([['2025-11', 2]])
    expect(await totals('filtro=mes&fechaInicio=2026-01-31')).toEqual([
      ['2026-02', 1],
      ['2026-01', 1],
    ])
    expect(await totals('filtro=anio&fechaFin=2025-11-14')).toEqual([['2025', 2]])
    expect(await rows('filtro=anio&fechaInicio=2025-11-16&fechaFin=2025-12-24')).toEqual([])
  })

  test('GET /api/reportes: handles the first and last year and leap days', async () => {
    for (const fecha of ['0001-01-01', '0004-02-29', '0999-12-31', '2000-02-29', '9999-12-31'])
      await insert(fecha)
    expect(await periodos('filtro=dia')).toEqual([
      '9999-12-31',
      '2000-02-29',
      '0999-12-31',
      '0004-02-29',
      '0001-01-01',
    ])
    expect(await periodos('filtro=mes&fechaInicio=0004-02-29&fechaFin=9999-12-31')).toEqual([
      '9999-12',
      '2000-02',
      '0999-12',
      '0004-02',
    ])
    expect(await periodos('filtro=anio&fechaInicio=0001-01-01&fechaFin=9999-12-30')).toEqual([
      '2000',
      '0999',
      '0004',
      '0001',
    ])
  })

  test('GET /api/reportes: follows deleted, moved and changed routes', async () => {
    const id = await insert('2026-11-20', '100.00')
    await insert('2026-11-21', '0.10')
    await changeRuta(server.db, id, { eliminado_en: '2026-11-22' })
    expect(await periodos('filtro=dia')).toEqual(['2026-11-21'])
    await changeRuta(server.db, id, { eliminado_en: null })
    await changeRuta(server.db, id, { fecha: '2027-01-01', precio: '0.20', estado: 'Entregado' })
    expect(await totals('filtro=mes')).toEqual([
      ['2027-01', 1],
      ['2026-11', 1],
    ])
    expect((await rows('filtro=mes'))[0]).toMatchObject({ rutas_entregadas: 1, ingresos_totales: 0.2 })
  })

  test.each([
    ['filtro=semana', ['filtro']],
    ['filtro=dia&filtro=mes', ['filtro']],
    ['fechaInicio=2026-02-29', ['fechaInicio']],
    ['fechaInicio=20/11/2026', ['fechaInicio']],
    ['fechaFin=2026-11-31', ['fechaFin']],
    ['fechaFin=0000-01-01', ['fechaFin']],
    ['fechaFin=10000-01-01', ['fechaFin']],
    ['fechaInicio=2026-11-21&fechaFin=2026-11-20', ['fechaFin']],
    ['filtro=x&fechaInicio=x&fechaFin=x', ['fechaFin', 'fechaInicio', 'filtro']],
    ['filtro=x&fechaInicio=2026-11-21&fechaFin=2026-11-20', ['fechaFin', 'filtro']],
  ])('GET /api/reportes: returns 400 for %s', async (query, campos) => {
    const { status, body } = await office.get(`/api/reportes?${query}`)
    expect(status).toBe(400)
    expect(body.error.code).toBe('VALIDACION')
    expect(Object.keys(body.error.campos).toSorted()).toEqual(campos)
  })
})

describe('permissions', () => {
  test.each([
    ['administrador', 'administrador', undefined, 200],
    ['usuario with generar_reportes', 'usuario', ['generar_reportes'], 200],
    ['usuario without generar_reportes', 'usuario', ['gestionar_catalogos', 'crear_rutas', 'ver_rutas'], 403],
    ['piloto with generar_reportes', 'piloto', ['generar_reportes', 'ver_rutas'], 403],
  ] as const)('reports: permissions of %s', async (_name, rol, permisos, status) => {
    const client = await server.as({ rol, ...(permisos && { permisos }) })
    expect((await client.get('/api/reportes')).status).toBe(status)
    expect((await client.post('/api/reportes/periodo', { periodo: '2026-11-20' })).status).toBe(status)
  })

  test('GET /api/reportes: returns 401 without a session', async () => {
    expect((await server.anonymous.get('/api/reportes')).status).toBe(401)
    expect((await server.anonymous.post('/api/reportes/periodo', {})).status).toBe(401)
  })
})

test('GET /api/reportes: a hundred thousand times 0.10 is 10000.00', async () => {
  const large = await testApp()
  const { cliente_id, camion_id, chofer_id } = await insertReferences(large.db)
  await large.db.transaction(async (tx) => {
    await dropIndexes(tx, 'rutas')
    await run(
      tx,
      sql`insert into rutas (no_ruta, cliente_id, servicio, mercaderia, camion_id, origen, destino, chofer_id,
          fecha, hora, precio, estado, busqueda)
        select 'M-' || i, ${cliente_id}, '', '', ${camion_id}, '', '', ${chofer_id},
          date '2026-01-01' + i % 300, '08:30', 0.10, 'Entregado', ''
        from generate_series(1, 100000) as i`,
    )
    await recomputeAll(tx)
  })
  const client = await large.as()
  const income = async (query: string) =>
    (await client.get(`/api/reportes?filtro=anio&${query}`)).body.data.map(
      (row: { total_rutas: number; ingresos_totales: number }) => [row.total_rutas, row.ingresos_totales],
    )
  expect(await income('')).toEqual([[100_000, 10_000]])
  expect(await income('fechaInicio=2026-01-02')).toEqual([[99_667, 9_966.7]])
  await large.close()
})
