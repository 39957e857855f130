import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { raw, run } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { asListRow } from '../../test/openOffice.ts'
import { changeRuta, insertReferences, insertRutaRow, type References } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
let piloto: Client
let references: References
let ownReferences: References
/** Noon in Guatemala on 20 November. */
let clock = '2026-11-20T18:00:00Z'

beforeAll(async () => {
  server = await testApp({ now: () => new Date(clock) })
  admin = await server.as()
  references = await insertReferences(server.db)
  ownReferences = await insertReferences(server.db)
  piloto = await server.as({ rol: 'piloto', piloto_id: ownReferences.chofer_id })
})
afterAll(() => server.close())
beforeEach(() => {
  clock = '2026-11-20T18:00:00Z'
  return run(server.db, raw('truncate rutas, resumen, resumen_clientes cascade'))
})

const insert = (fecha: string, changes: Parameters<typeof insertRutaRow>[2] = {}) =>
  insertRutaRow(server.db, references, { fecha, ...changes })
const insertOwn = (fecha: string, changes: Parameters<typeof insertRutaRow>[2] = {}) =>
  insertRutaRow(server.db, ownReferences, { fecha, ...changes })

const feed = async (client: Client, query = '') =>
  (await client.get(`/api/rutas/recientes${query}`)).body.data as {
    hoy: string
    rutasPorFecha: { fecha: string; resumen: Record<string, number>; rutas: Record<string, unknown>[] }[]
  }
const dates = async (client: Client, query = '') =>
  (await feed(client, query)).rutasPorFecha.map(({ fecha }) => fecha)

describe('office', () => {
  test('recientes: returns today and no dates without trips', async () => {
    const { status, body } = await admin.get('/api/rutas/recientes')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      data: { hoy: '2026-11-20', rutasPorFecha: [] },
    })
  })

  test('recientes: returns the seven newest dates with trips up to today, newest first', async () => {
    for (const day of ['20', '19', '18', '16', '15', '14', '10', '09', '21']) await insert(`2026-11-${day}`)
    const seven = ['20', '19', '18', '16', '15', '14', '10'].map((day) => `2026-11-${day}`)
    expect(await dates(admin)).toEqual(seven)
    expect(await dates(admin, '?dias=7')).toEqual(seven)
    expect(await dates(admin, '?dias=')).toEqual(seven)
    for (const dias of [1, 2, 6]) expect(await dates(admin, `?dias=${dias}`)).toEqual(seven.slice(0, dias))
  })

  test('recientes: starts at the newest date with trips, never in the future', async () => {
    await insert('2026-11-21')
    await insert('9999-12-31')
    expect(await dates(admin)).toEqual([])
    await insert('0001-01-01')
    expect(await dates(admin, '?dias=1')).toEqual(['0001-01-01'])
  })

  test('recientes: returns all trips of a date with totals, latest hour and id first', async () => {
    const ids = [
      await insert('2026-11-20', { hora: '08:00', estado: 'Pendiente', precio: '0.10' }),
      await insert('2026-11-20', { hora: '05:00', estado: 'En curso', precio: '0.20' }),
      await insert('2026-11-20', { hora: '08:00', estado: 'Entregado', precio: '0.30' }),
      await insert('2026-11-20', { hora: '23:59:59', estado: 'Incidente', precio: '0.40' }),
      await insert('2026-11-20', { hora: '00:00', estado: 'Entregado', precio: '99999999.99' }),
    ]
    const [today] = (await feed(admin, '?dias=1')).rutasPorFecha
    expect(today?.resumen).toEqual({
      total: 5,
      pendientes: 1,
      en_curso: 1,
      entregadas: 2,
      incidentes: 1,
      ingresos: 100_000_000.99,
    })
    expect(today?.rutas.map(({ id }) => id)).toEqual([3, 2, 0, 1, 4].map((index) => ids[index]))
    const listed = asListRow((await admin.get(`/api/rutas/${ids[3]}`)).body.data)
    expect(today?.rutas[0]).toEqual(listed)
  })

  test('recientes: returns all trips of a full day', async () => {
    for (let i = 0; i < 120; i++) await insert('2026-11-20', { precio: '0.10' })
    const [today] = (await feed(admin)).rutasPorFecha
    expect(today?.rutas).toHaveLength(120)
    expect(today?.resumen).toMatchObject({ total: 120, pendientes: 120, ingresos: 12 })
  })

  test('recientes: ignores trips in the bin, and dates with only such trips', async () => {
    const id = await insert('2026-11-20')
    await insert('2026-11-19')
    const otherId = await insert('2026-11-18')
    await changeRuta(server.db, id, { eliminado_en: '2026-11-20' })
    expect(await dates(admin)).toEqual(['2026-11-19', '2026-11-18'])
    expect(await dates(admin, '?dias=1')).toEqual(['2026-11-19'])
    await changeRuta(server.db, otherId, { fecha: '2026-11-19' })
    await changeRuta(server.db, await insert('2026-11-19'), { eliminado_en: '2026-11-20' })
    const feedOf19 = (await feed(admin)).rutasPorFecha
    expect(feedOf19).toMatchObject([
      { fecha: '2026-11-19', resumen: { total: 2, ingresos: 200 }, rutas: { length: 2 } },
    ])
    await changeRuta(server.db, id, { eliminado_en: null })
    expect(await dates(admin)).toEqual(['2026-11-20', '2026-11-19'])
  })

  test.each(['0', '8', '-1', '1.5', 'x', '01', '99999999999999999999', '1&dias=2'])(
    'recientes: returns 400 for dias=%s',
    async (dias) => {
      const { status, body } = await admin.get(`/api/rutas/recientes?dias=${dias}`)
      expect(status).toBe(400)
      expect(body.error).toEqual({ code: 'VALIDACION', campos: { dias: expect.any(String) } })
    },
  )
})

describe('pilot', () => {
  test('recientes of a pilot: returns only own dates and trips, without money', async () => {
    await insert('2026-11-20')
    await insert('2026-11-19', { estado: 'Entregado' })
    const mine = [
      await insertOwn('2026-11-19', { estado: 'En curso', hora: '06:00' }),
      await insertOwn('2026-11-19', { estado: 'Incidente', hora: '07:00' }),
      await insertOwn('2026-11-01', { estado: 'Entregado' }),
    ]
    await insertOwn('2026-11-21')
    for (const fecha of ['2026-11-18', '2026-11-19', '2026-11-20'])
      await changeRuta(server.db, await insertOwn(fecha), { eliminado_en: '2026-11-20' })
    const { hoy, rutasPorFecha } = await feed(piloto)
    expect(hoy).toBe('2026-11-20')
    const none = { pendientes: 0, en_curso: 0, entregadas: 0, incidentes: 0 }
    expect(
      rutasPorFecha.map(({ fecha, resumen, rutas }) => [fecha, resumen, rutas.map(({ id }) => id)]),
    ).toEqual([
      ['2026-11-19', { ...none, total: 2, en_curso: 1, incidentes: 1 }, [mine[1], mine[0]]],
      ['2026-11-01', { ...none, total: 1, entregadas: 1 }, [mine[2]]],
    ])
    for (const ruta of rutasPorFecha.flatMap(({ rutas }) => rutas)) expect(ruta).not.toHaveProperty('precio')
    expect(rutasPorFecha[0]?.rutas[0]).toEqual((await piloto.get(`/api/rutas/${mine[1]}`)).body.data)
    expect(await dates(piloto, '?dias=1')).toEqual(['2026-11-19'])
  })

  test('recientes of a pilot: empty without a pilot record', async () => {
    await insertOwn('2026-11-20')
    const nobody = await server.as({ rol: 'piloto' })
    expect((await feed(nobody)).rutasPorFecha).toEqual([])
  })
})

describe('permissions', () => {
  test.each(['ver_rutas', 'crear_rutas', 'editar_rutas', 'eliminar_rutas'] as const)(
    'recientes: allowed with %s',
    async (permiso) => {
      const client = await server.as({ rol: 'usuario', permisos: [permiso] })
      expect((await client.get('/api/rutas/recientes')).status).toBe(200)
    },
  )

  test('recientes: returns 403 with other permissions and 401 without a session', async () => {
    const other = await server.as({ rol: 'usuario', permisos: ['generar_reportes', 'gestionar_catalogos'] })
    const blind = await server.as({
      rol: 'piloto',
      permisos: ['actualizar_estado'],
      piloto_id: references.chofer_id,
    })
    expect((await other.get('/api/rutas/recientes')).status).toBe(403)
    expect((await blind.get('/api/rutas/recientes')).status).toBe(403)
    expect((await server.anonymous.get('/api/rutas/recientes')).status).toBe(401)
  })
})

describe.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles'])('machine in time zone %s', (machineZone) => {
  const before = process.env.TZ
  beforeAll(() => {
    process.env.TZ = machineZone
  })
  afterAll(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })

  test('machine: uses the time zone', () => {
    const offset = { UTC: 0, 'Asia/Tokyo': -540, 'America/Los_Angeles': 480 }[machineZone]
    expect(new Date('2026-11-20T12:00:00Z').getTimezoneOffset()).toBe(offset)
  })

  test.each([
    ['2026-11-20T05:59:59Z', '2026-11-19'],
    ['2026-11-20T06:00:00Z', '2026-11-20'],
    ['2026-11-21T05:59:59.999Z', '2026-11-20'],
    ['2026-11-21T06:00:00Z', '2026-11-21'],
    ['2024-03-01T05:59:59Z', '2024-02-29'],
    ['2027-01-01T05:59:59Z', '2026-12-31'],
    ['2027-01-01T06:00:00Z', '2027-01-01'],
  ])('recientes: %s is %s in Guatemala', async (moment, hoy) => {
    clock = moment
    const nextDay = new Date(Date.parse(hoy) + 86_400_000).toISOString().slice(0, 10)
    await insert(hoy)
    await insert(nextDay)
    await insertOwn(hoy)
    await insertOwn(nextDay)
    expect((await feed(admin)).hoy).toBe(hoy)
    expect(await dates(admin)).toEqual([hoy])
    expect(await dates(piloto)).toEqual([hoy])
  })

  test.each([
    ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-20T09:59:59Z', '2026-11-20'],
    ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21'],
    ['America/Los_Angeles', '2026-11-01T06:59:59Z', '2026-10-31'],
    ['Pacific/Pago_Pago', '2026-11-20T10:59:59Z', '2026-11-19'],
  ])('recientes: TZ_EMPRESA %s decides that %s is %s', async (zone, moment, hoy) => {
    const app = server.startAnotherApp({ env: readEnv({ TZ_EMPRESA: zone }), now: () => new Date(moment) })
    for (const fecha of ['2026-10-31', '2026-11-01', '2026-11-19', '2026-11-20', '2026-11-21'])
      await insert(fecha)
    const client = server.clientOf(app, admin.token)
    expect((await feed(client)).hoy).toBe(hoy)
    expect((await dates(client, '?dias=1'))[0]).toBe(hoy)
  })
})
