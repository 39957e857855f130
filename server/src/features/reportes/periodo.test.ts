import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asListRow } from '../../test/openOffice.ts'
import { openReportes, truncateRutas } from '../../test/reportes.ts'
import { changeRuta, insertRutaRow, type References } from '../../test/rutas.ts'
import type { Client, TestApp } from '../../test/testApp.ts'

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
describe('POST /api/reportes/periodo', () => {
  const ask = (body: unknown) => office.post('/api/reportes/periodo', body)

  test('POST periodo: returns the period with its routes, newest first, as in lists', async () => {
    const first = await insert('2026-11-01', '0.10', 'Pendiente', '23:59')
    const second = await insert('2026-11-30', '0.20', 'Incidente', '05:00')
    const third = await insert('2026-11-30', '0.30', 'Incidente', '05:00')
    const binned = await insert('2026-11-15')
    await changeRuta(server.db, binned, { eliminado_en: '2026-11-22' })
    await insert('2026-10-31')
    await insert('2026-12-01')

    const { status, body } = await ask({ periodo: ' 2026-11 ', tipo: 'mes' })
    expect(status).toBe(200)
    const { rutas, ...row } = body.data
    expect(row).toEqual({
      ...zeros,
      periodo: '2026-11',
      total_rutas: 3,
      rutas_pendientes: 1,
      rutas_incidentes: 2,
      ingresos_totales: 0.6,
    })
    expect(rutas.map((ruta: { id: number }) => ruta.id)).toEqual([third, second, first])
    const admin = await server.as()
    const listed = asListRow((await admin.get(`/api/rutas/${first}`)).body.data)
    expect(rutas[2]).toEqual(listed)

    expect((await ask({ periodo: '2026-11-30' })).body.data).toMatchObject({
      periodo: '2026-11-30',
      total_rutas: 2,
      rutas: [{ id: third }, { id: second }],
    })
    for (const tipo of ['año', 'anio']) {
      expect((await ask({ periodo: '2026', tipo })).body.data).toMatchObject({
        periodo: '2026',
        total_rutas: 5,
        rutas: { length: 5 },
      })
    }
  })

  test.each([
    ['dia', '2024-02-29'],
    ['mes', '9999-12'],
    ['anio', '0001'],
  ])('POST periodo: a %s without routes has zero totals', async (tipo, periodo) => {
    await insert('2026-11-20')
    expect((await ask({ periodo, tipo })).body.data).toEqual({ ...zeros, periodo, rutas: [] })
  })

  test('POST periodo: totals and routes are one snapshot while routes are created', async () => {
    const end = new AbortController()
    const writer = (async () => {
      while (!end.signal.aborted) await insert('2026-11-20', '0.10')
    })()
    for (let i = 0; i < 30; i++) {
      const { data } = (await ask({ periodo: '2026-11-20' })).body
      expect(data.rutas).toHaveLength(data.total_rutas)
    }
    end.abort()
    await writer
  })

  test.each([
    [{ periodo: '2026-11', tipo: 'dia' }, ['periodo']],
    [{ periodo: '2026-11-20', tipo: 'mes' }, ['periodo']],
    [{ periodo: '2026-13', tipo: 'mes' }, ['periodo']],
    [{ periodo: '2026-02-30' }, ['periodo']],
    [{ periodo: '2026-11-20', tipo: 'año' }, ['periodo']],
    [{ periodo: '0000', tipo: 'anio' }, ['periodo']],
    [{ periodo: 'noviembre', tipo: 'mes' }, ['periodo']],
    [{ periodo: '' }, ['periodo']],
    [{ periodo: null }, ['periodo']],
    [{ periodo: 2026, tipo: 'anio' }, ['periodo']],
    [{ tipo: 'semana' }, ['periodo', 'tipo']],
    [{}, ['periodo']],
  ])('POST periodo: returns 400 for %j', async (request, campos) => {
    const { status, body } = await ask(request)
    expect(status).toBe(400)
    expect(body.error.code).toBe('VALIDACION')
    expect(Object.keys(body.error.campos).toSorted()).toEqual(campos)
  })
})
