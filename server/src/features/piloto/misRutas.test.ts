import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aChofer, someReferences } from '../../test/factories.ts'
import { asPilotRow, idsOf, invalidCamposOf, openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'

// Routes of a pilot, in the pilot's list and the office's endpoints, without prices.

let office: RutaOffice
let piloto: Client
let other: Client
let blank: Client
const ids: Record<string, number> = {}
beforeAll(async () => {
  office = await openOffice()
  const others = await someReferences(office.admin)
  const trips: [string, string, string, string][] = [
    ['done1', '2026-11-20', '08:00', 'Entregado'],
    ['next2', '2026-11-21', '06:00', 'Pendiente'],
    ['road1', '2026-11-19', '08:00', 'En curso'],
    ['next1', '2026-11-20', '23:00', 'Pendiente'],
    ['incident', '2026-11-20', '09:00', 'Incidente'],
    ['next0', '2026-01-01', '05:00', 'Pendiente'],
    ['done0', '2025-12-31', '23:59:59', 'Entregado'],
    ['done2', '2026-11-20', '08:00', 'Entregado'],
    ['next3', '2026-11-21', '06:00', 'Pendiente'],
  ]
  for (const [name, fecha, hora, estado] of trips)
    ids[name] = (await office.create({ fecha, hora, estado })).id
  ids.binned = (await office.create()).id
  await office.admin.delete(`/api/rutas/${ids.binned}`)
  ids.others = (await office.create({ ...others, servicio: 'Mudanza' })).id
  piloto = await office.server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
  other = await office.server.as({ rol: 'piloto', piloto_id: others.chofer_id })
  blank = await office.server.as({ rol: 'piloto' })
})
afterAll(() => office.close())

const ownNames = ['road1', 'next0', 'next1', 'next2', 'next3', 'incident', 'done2', 'done1', 'done0']
const named = (names: string[]) => names.map((name) => ids[name])
const mine = (query = '') => piloto.get(`/piloto/mis-rutas${query}`)

describe('mis-rutas', () => {
  test('mis-rutas: returns trips under way, then pending ones by date and hour, then the rest, newest first', async () => {
    for (const url of ['/piloto/mis-rutas', '/api/piloto/mis-rutas']) {
      const { status, body } = await piloto.get(url)
      expect([status, body.success, body.count]).toEqual([200, true, 9])
      expect(body.data.map(({ id }: { id: number }) => id)).toEqual(named(ownNames))
      expect(body.paginacion).toEqual({ pagina: 1, porPagina: 1000, total: 9, paginas: 1, exacto: true })
    }
    for (let pagina = 1; pagina <= 4; pagina++)
      expect(idsOf(await mine(`?porPagina=3&pagina=${pagina}`))).toEqual(
        named(ownNames.slice((pagina - 1) * 3, pagina * 3)),
      )
  })

  test("mis-rutas: returns the office's records without price and planning fields", async () => {
    for (const ruta of (await mine()).body.data) {
      const officeRow = (await office.read(ruta.id)).body.data
      expect([ruta, typeof officeRow.precio]).toEqual([asPilotRow(officeRow), 'number'])
    }
  })

  test.each([
    [
      '?orden=recientes',
      ['next3', 'next2', 'next1', 'incident', 'done2', 'done1', 'road1', 'next0', 'done0'],
    ],
    ['?orden=antiguas', ['done0', 'next0', 'road1', 'done1', 'done2', 'incident', 'next1', 'next2', 'next3']],
    ['?estado=Pendiente', ['next0', 'next1', 'next2', 'next3']],
    ['?estado=En%20curso', ['road1']],
    ['?desde=2026-11-21', ['next2', 'next3']],
    ['?hasta=2025-12-31', ['done0']],
    ['?buscar=flete%20xicara', ownNames],
    ['?buscar=mudanza', []],
    ['?buscar=flete&estado=Entregado&campo=servicio', ['done2', 'done1', 'done0']],
    ['?chofer_id=999999', []],
  ] as [string, string[]][])('mis-rutas%s: filters and orders', async (query, names) => {
    expect(idsOf(await mine(query))).toEqual(named(names))
  })

  test("mis-rutas: has the page limits of the office's list", async () => {
    const query =
      '?pagina=0&porPagina=101&campo=x&cliente_id=x&chofer_id=x&camion_id=x&estado=x&desde=x&hasta=x&orden=x'
    expect(invalidCamposOf(await mine(query))).toEqual([
      'camion_id',
      'campo',
      'chofer_id',
      'cliente_id',
      'desde',
      'estado',
      'hasta',
      'orden',
      'pagina',
      'porPagina',
    ])
    expect((await mine('?pagina=99')).body).toMatchObject({ count: 0, data: [], paginacion: { total: 9 } })
  })

  test('mis-rutas: empty for a pilot user without a pilot record', async () => {
    for (const url of ['/piloto/mis-rutas', '/api/rutas']) {
      const { body } = await blank.get(url)
      expect([body.data, body.paginacion.total, body.paginacion.paginas]).toEqual([[], 0, 0])
    }
  })

  test('mis-rutas: moves a route that gets another pilot', async () => {
    const { id, no_ruta } = await office.create()
    await office.put(id, {
      no_ruta,
      chofer_id: (await other.get('/piloto/mis-rutas')).body.data[0].chofer_id,
    })
    expect(idsOf(await mine())).toEqual(named(ownNames))
    expect(idsOf(await other.get('/piloto/mis-rutas'))).toContain(id)
    await office.admin.delete(`/api/rutas/${id}`)
  })
})

describe('office endpoints for a pilot', () => {
  test('GET /api/rutas as a pilot: returns only own routes, newest first, whatever the filters', async () => {
    const newest = ['next3', 'next2', 'next1', 'incident', 'done2', 'done1', 'road1', 'next0', 'done0']
    expect(idsOf(await piloto.get('/api/rutas'))).toEqual(named(newest))
    const { chofer_id } = (await other.get('/api/rutas')).body.data[0]
    expect(idsOf(await piloto.get(`/api/rutas?chofer_id=${chofer_id}`))).toEqual([])
    expect(idsOf(await piloto.get('/api/rutas?buscar=mudanza'))).toEqual([])
    expect((await piloto.get('/api/rutas?porPagina=2')).body.paginacion.total).toBe(9)
  })

  test('office endpoints as a pilot: contain no price', async () => {
    const answers = [
      await piloto.get('/api/rutas'),
      await piloto.get('/api/rutas?orden=ascendente&buscar=flete'),
      await piloto.get(`/api/rutas/${ids.road1}`),
      await piloto.get('/api/rutas/recientes'),
      await mine(),
      await piloto.put(`/piloto/ruta/${ids.road1}/estado`, { nuevoEstado: 'En curso' }),
      await piloto.get(`/piloto/ruta/${ids.road1}/historial`),
    ]
    for (const { status, body } of answers) {
      expect([status, JSON.stringify(body).match(/precio|ingresos|1250/)]).toEqual([200, null])
    }
    const days = (await piloto.get('/api/rutas/recientes')).body.data.rutasPorFecha
    expect(days.length).toBeGreaterThan(0)
    for (const { resumen } of days)
      expect(Object.keys(resumen).toSorted()).toEqual([
        'en_curso',
        'entregadas',
        'incidentes',
        'pendientes',
        'total',
      ])
  })

  test('office endpoints as a pilot: return 404 for routes of others', async () => {
    const notFoundBody = { success: false, message: 'Ruta no encontrada', error: { code: 'NO_ENCONTRADO' } }
    for (const id of [ids.others, ids.binned, 2_000_000])
      for (const url of [
        `/api/rutas/${id}`,
        `/piloto/ruta/${id}/historial`,
        `/api/piloto/ruta/${id}/historial`,
      ]) {
        const { status, body } = await piloto.get(url)
        expect([url, status, body]).toEqual([url, 404, notFoundBody])
      }
    expect((await piloto.get(`/api/rutas/${ids.next1}`)).body.data.id).toBe(ids.next1)
  })

  test('office endpoints as a pilot: return 403 for next number, history and writes', async () => {
    const body = {}
    const answers = [
      await piloto.get('/api/rutas/next-number'),
      await piloto.get(`/api/rutas/${ids.next1}/historial`),
      await piloto.post('/api/rutas', body),
      await piloto.put(`/api/rutas/${ids.next1}`, body),
      await piloto.delete(`/api/rutas/${ids.next1}`),
      await office.admin.get('/piloto/mis-rutas'),
      await office.admin.get(`/piloto/ruta/${ids.next1}/historial`),
      await office.admin.put(`/piloto/ruta/${ids.next1}/estado`, { nuevoEstado: 'Entregado' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403, 403])
  })

  test('office endpoints as a pilot: empty after the pilot record is deleted', async () => {
    const chofer = (await office.admin.post('/api/choferes', aChofer())).body.data.id
    const leaving = await office.server.as({ rol: 'piloto', piloto_id: chofer })
    expect((await leaving.get('/piloto/mis-rutas')).status).toBe(200)
    await office.admin.delete(`/api/choferes/${chofer}`)
    expect((await leaving.get('/piloto/mis-rutas')).body.error.code).toBe('SESION_EXPIRADA')
  })
})
