import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEnv } from '../../platform/env.ts'
import { fetchReporteExport, reporteHeader, viajesHeader } from '../../test/exportar.ts'
import { readSheets } from '../../test/readXlsx.ts'
import { openReportes, truncateRutas } from '../../test/reportes.ts'
import { changeRuta, insertRutaRow, type References } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { reporteFileHeaders, reporteOf } from './exportar.ts'

const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
describe('workbook', () => {
  let server: TestApp
  let office: Client
  let references: References
  beforeAll(async () => {
    ;({ server, office, references } = await openReportes())
  })
  afterAll(() => server.close())
  beforeEach(() => truncateRutas(server))

  const rowsOf = async (query = '') =>
    (await readSheets((await fetchReporteExport(server, office, query)).file)).rows

  test('workbook: sent with download headers', async () => {
    const { status, headers } = await fetchReporteExport(server, office)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': excelType,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="reporte_dia_\d{4}-\d\d-\d\d\.xlsx"$/,
    )
    for (const [filtro, name] of [
      ['mes', 'mes'],
      ['año', 'anio'],
      ['anio', 'anio'],
    ] as const) {
      const answer = await fetchReporteExport(
        server,
        office,
        `formato=excel&filtro=${encodeURIComponent(filtro)}`,
      )
      expect(answer.headers['content-disposition']).toContain(`filename="reporte_${name}_2`)
    }
  })

  test('workbook: has headers and zero totals without routes', async () => {
    for (const filtro of ['dia', 'mes', 'anio']) {
      expect(await rowsOf(`filtro=${filtro}`)).toEqual([
        [reporteHeader, ['Total', 0, 0, 0, 0, 0, 0]],
        [viajesHeader, ['Total', ...Array(11).fill(null), 0, null, null]],
      ])
    }
  })

  test('workbook: has one row per sheet for one route', async () => {
    await insertRutaRow(server.db, references, {
      no_ruta: 'RUTA-001',
      precio: '1250.50',
      estado: 'En curso',
      comentario: null,
      ayudante_id: null,
    })
    const [reporte, viajes] = await rowsOf()
    const day = new Date('2026-11-20T00:00:00Z')
    expect(reporte).toEqual([reporteHeader, [day, 1, 0, 1, 0, 0, 1250.5], ['Total', 1, 0, 1, 0, 0, 1250.5]])
    expect(viajes?.slice(1)).toEqual([
      [
        'RUTA-001',
        day,
        new Date('1899-12-31T08:30:00Z'),
        'María López 1',
        'Flete local',
        'Cemento',
        expect.stringMatching(/^C-/),
        'Guatemala',
        'Quetzaltenango',
        'María López 1',
        null,
        null,
        1250.5,
        'En curso',
        null,
      ],
      ['Total', ...Array(11).fill(null), 1250.5, null, null],
    ])
  })

  test('workbook: includes both ends of its range, and excludes the bin and moved routes', async () => {
    const first = await insertRutaRow(server.db, references, { no_ruta: 'A', fecha: '2026-11-01' })
    for (const [no_ruta, fecha] of [
      ['antes', '2026-10-31'],
      ['después', '2026-12-01'],
      ['B', '2026-11-30'],
      ['papelera', '2026-11-15'],
    ] as const) {
      const id = await insertRutaRow(server.db, references, { no_ruta, fecha })
      if (no_ruta === 'papelera') await changeRuta(server.db, id, { eliminado_en: '2026-11-22' })
    }
    await changeRuta(server.db, first, { hora: '23:59:59', precio: '0.10' })
    const [reporte, viajes] = await rowsOf('filtro=mes&fechaInicio=2026-11-01&fechaFin=2026-11-30')
    expect(reporte?.slice(1)).toEqual([
      [new Date('2026-11-01T00:00:00Z'), 2, 2, 0, 0, 0, 100.1],
      ['Total', 2, 2, 0, 0, 0, 100.1],
    ])
    expect(viajes?.map(([no_ruta]) => no_ruta)).toEqual(['No. Ruta', 'B', 'A', 'Total'])
    expect(viajes?.[2]?.[2]).toEqual(new Date('1899-12-31T23:59:59Z'))
  })

  test('workbook: writes dates that spreadsheets do not support as text', async () => {
    for (const fecha of ['0001-01-01', '1850-07-14', '1900-02-28', '1900-03-01', '9999-12-31'])
      await insertRutaRow(server.db, references, { fecha })
    const last = new Date('9999-12-31T00:00:00Z')
    const march = new Date('1900-03-01T00:00:00Z')
    const [dias, viajes] = await rowsOf('filtro=dia')
    const days = [last, march, '28/02/1900', '14/07/1850', '01/01/0001']
    expect(dias?.slice(1, -1).map(([periodo]) => periodo)).toEqual(days)
    expect(viajes?.slice(1, -1).map((row) => row[1])).toEqual(days)
    const periodos = async (filtro: string) =>
      (await rowsOf(`filtro=${filtro}`))[0]?.slice(1, -1).map(([periodo]) => periodo)
    expect(await periodos('mes')).toEqual([
      new Date('9999-12-01T00:00:00Z'),
      march,
      'Febrero 1900',
      'Julio 1850',
      'Enero 0001',
    ])
    expect(await periodos('anio')).toEqual([9999, 1900, 1850, 1])
  })

  test('workbook: one snapshot while routes are created', async () => {
    const end = new AbortController()
    const writer = (async () => {
      while (!end.signal.aborted) await insertRutaRow(server.db, references, { precio: '0.10' })
    })()
    for (let i = 0; i < 20; i++) {
      const [reporte = [], viajes = []] = await rowsOf()
      expect(viajes).toHaveLength(Number(reporte.at(-1)?.[1]) + 2)
      expect(viajes.at(-1)?.[12]).toBe(reporte.at(-1)?.[6])
    }
    end.abort()
    await writer
  })

  test.each([
    ['formato=csv', ['formato']],
    ['formato=excel&formato=pdf', ['formato']],
    ['filtro=semana', ['filtro']],
    ['fechaInicio=2026-02-29', ['fechaInicio']],
    ['fechaFin=31/12/2026', ['fechaFin']],
    ['fechaInicio=2026-11-21&fechaFin=2026-11-20', ['fechaFin']],
    ['formato=x&filtro=x&fechaInicio=x&fechaFin=x', ['fechaFin', 'fechaInicio', 'filtro', 'formato']],
  ])('export: returns 400 for %s', async (query, campos) => {
    const { status, body, headers } = await office.get(`/api/reportes/exportar?${query}`)
    expect(status).toBe(400)
    expect(headers['content-disposition']).toBeUndefined()
    expect(body.error.code).toBe('VALIDACION')
    expect(Object.keys(body.error.campos).toSorted()).toEqual(campos)
  })

  test.each([
    ['usuario without generar_reportes', { rol: 'usuario', permisos: ['ver_rutas', 'crear_rutas'] }, 403],
    ['piloto with generar_reportes', { rol: 'piloto', permisos: ['generar_reportes', 'ver_rutas'] }, 403],
    ['administrador', { rol: 'administrador' }, 200],
  ] as const)('export: permissions of %s', async (_name, who, status) => {
    expect((await fetchReporteExport(server, await server.as(who))).status).toBe(status)
  })

  test('export: returns 401 without a session', async () => {
    expect((await fetchReporteExport(server, server.anonymous)).status).toBe(401)
  })
})

describe.each([
  ['America/Guatemala', '2026-11-20', '20/11/2026 23:30'],
  ['Pacific/Kiritimati', '2026-11-21', '21/11/2026 19:30'],
])('time zone %s', (zona, hoy, impreso) => {
  const ahora = new Date('2026-11-21T05:30:00Z')

  test("export: is named by the company's date", async () => {
    const server = await testApp({
      env: readEnv({ TZ_EMPRESA: zona, EMPRESA_NOMBRE: 'Transportes "López" & Hijos' }),
      now: () => ahora,
    })
    const { headers, file } = await fetchReporteExport(server, await server.as(), 'filtro=mes')
    expect(headers['content-disposition']).toBe(`attachment; filename="reporte_mes_${hoy}.xlsx"`)
    expect((await readSheets(file)).properties).toMatchObject({
      creator: 'Transportes "López" & Hijos',
      created: ahora,
    })
    await server.close()
  })

  test("export: shows the company's date and time", () => {
    const days = { desde: undefined, hasta: undefined }
    const pedido = { tipo: 'dia', ...days, zona, ahora } as const
    expect(
      reporteOf(pedido, { nombre: 'X', logo: undefined, papel: 'a4', precios_incluyen_iva: true }, []),
    ).toMatchObject({ impreso })
    expect(reporteFileHeaders('pdf', pedido)).toEqual({
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="reporte_dia_${hoy}.pdf"`,
    })
  })
})
