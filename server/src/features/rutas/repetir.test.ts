import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { many, one, run, sql } from '../../platform/db/sql.ts'
import { aCamion, aChofer, aRuta, someReferences } from '../../test/factories.ts'
import {
  asListRow,
  expectConflict,
  invalidCamposOf,
  openOffice,
  type RutaOffice,
} from '../../test/openOffice.ts'

type Changes = Record<string, unknown>

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

let refs: Awaited<ReturnType<typeof someReferences>>
let ruta: Changes & { id: number; no_ruta: string }
beforeEach(async () => {
  refs = await someReferences(office.admin)
  const form = aRuta(refs, { fecha: '2026-05-01', estado: 'Entregado', duracion_min: 60 })
  ruta = (await office.admin.post('/api/rutas', form)).body.data
})

const repeat = (fechas: unknown, changes: Changes = {}, headers: Record<string, string> = {}) =>
  office.admin.send({
    method: 'POST',
    url: `/api/rutas/${ruta.id}/repetir`,
    payload: { fechas, ...changes },
    headers,
  })
const countOf = async () =>
  (await one<{ n: number }>(office.server.db, sql`select count(*) as n from rutas`))?.n
const numberOf = (no_ruta: string) => Number(no_ruta.replace('RUTA-', ''))

describe('copies', () => {
  test('copies: Pendiente, in the order of the dates, with all fields but comment, state, number and date', async () => {
    const { nextRutaNumber } = (await office.admin.get('/api/rutas/next-number')).body.data
    const fechas = ['2026-05-20', '2020-02-29', '2026-05-21']
    const { status, body } = await repeat(fechas)
    expect([status, body.message]).toEqual([201, 'Se crearon 3 rutas.'])
    expect(Object.keys(body)).toEqual(['success', 'message', 'data'])
    expect(Object.keys(body.data)).toEqual(['rutas'])
    const first = numberOf(nextRutaNumber)
    expect(body.data.rutas).toEqual(
      fechas.map((fecha, i) => ({
        id: expect.any(Number),
        no_ruta: `RUTA-${String(first + i).padStart(3, '0')}`,
        fecha,
      })),
    )
    const { id, no_ruta } = body.data.rutas[0]
    const { version: _version, creado_en: _created, actualizado_en: _changed, ...unchanged } = asListRow(ruta)
    expect((await office.read(id)).body.data).toMatchObject({
      ...unchanged,
      duracion_min: ruta.duracion_min,
      id,
      no_ruta,
      fecha: '2026-05-20',
      comentario: null,
      estado: 'Pendiente',
      version: 1,
    })
    expect(await office.history(id)).toMatchObject([{ estado_anterior: null, estado_nuevo: 'Pendiente' }])
    expect((await office.admin.get(`/api/rutas?buscar=${no_ruta}`)).body.data).toMatchObject([{ id }])
    const log = await many(
      office.server.db,
      sql`select accion, nombre from bitacora where tipo = 'rutas' and registro_id = ${id}`,
    )
    expect(log).toEqual([{ accion: 'crear', nombre: no_ruta }])
    const day = (await office.admin.get('/api/reportes?fechaInicio=2020-02-29&fechaFin=2020-02-29')).body.data
    expect(day).toMatchObject([{ total_rutas: 1, rutas_pendientes: 1, ingresos_totales: 1250.5 }])
  })

  test('copies: may have another truck, pilot and helper; one copy has a singular message', async () => {
    const make = async (path: string, body: object) => (await office.admin.post(path, body)).body.data.id
    const camion_id = await make('/api/camiones', aCamion())
    const chofer_id = await make('/api/choferes', aChofer({ nombre: 'Zenón' }))
    const { body } = await repeat(['2026-06-01'], { camion_id, chofer_id, ayudante_id: null })
    expect(body.message).toBe('Se creó 1 ruta.')
    const { data } = await office.read(body.data.rutas[0].id).then((answer) => answer.body)
    expect(data).toMatchObject({ camion_id, chofer_id, ayudante_id: null, piloto_nombre: 'Zenón' })
    const found = await office.admin.get(`/api/rutas?buscar=zenon ${data.no_ruta}`)
    expect(found.body.data).toHaveLength(1)
    const unchanged = await repeat(['2026-06-02'], { camion_id: null, chofer_id: '' })
    expect((await office.read(unchanged.body.data.rutas[0].id)).body.data).toMatchObject(refs)
  })

  test('copies: created once per idempotency key', async () => {
    const key = { 'idempotency-key': `repetir-${ruta.id}` }
    const first = await repeat(['2026-06-05', '2026-06-06'], {}, key)
    const again = await repeat(['2026-06-05', '2026-06-06'], {}, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expectConflict(await repeat(['2026-06-05'], {}, key), 'Ese envío ya se hizo con otros datos.')
  })
})

describe('rejected copies', () => {
  test('fechas: accepts one to 31 different dates', async () => {
    const days = Array.from({ length: 32 }, (_each, i) => `20${String(i + 10)}-01-01`)
    for (const fechas of [undefined, null, '', [], 'x', '2026-01-01', ['2026-02-30'], ['x'], [1], days])
      expect([fechas, invalidCamposOf(await repeat(fechas))]).toEqual([fechas, ['fechas']])
    expect(invalidCamposOf(await repeat(['2026-01-01', '2026-01-02', '2026-01-01']))).toEqual(['fechas'])
    expect((await repeat(days.slice(0, 31))).body.data.rutas).toHaveLength(31)
    expect(invalidCamposOf(await repeat([], { camion_id: 'x', ayudante_id: 0 }))).toEqual([
      'ayudante_id',
      'camion_id',
      'fechas',
    ])
  })

  test('repetir: returns 404 for an unknown route or one in the bin', async () => {
    await office.admin.delete(`/api/rutas/${ruta.id}`)
    const { status, body } = await repeat(['2026-01-01'])
    expect([status, body.message]).toEqual([404, 'Ruta no encontrada'])
  })

  test('repetir: reports an unknown record before an unknown route', async () => {
    const ask = (changes: Changes) =>
      office.admin.post('/api/rutas/999999/repetir', { fechas: ['2026-06-01'], ...changes })
    const refused = await ask({ camion_id: 999_999, ayudante_id: 999_999 })
    expect(refused.status).toBe(400)
    expect(invalidCamposOf(refused)).toEqual(['ayudante_id', 'camion_id'])
    expect((await ask({ ayudante_id: null })).status).toBe(404)
  })

  test('repetir: reads a route that changes meanwhile again, so no copy has a deleted client', async () => {
    const other = await someReferences(office.admin)
    let copying: ReturnType<typeof repeat> | undefined
    await office.server.db.transaction(async (tx) => {
      // Blocks the copy after it has read the route.
      await run(tx, sql`select from choferes where id = ${refs.chofer_id} for update`)
      copying = repeat(['2026-06-02'])
      await expect
        .poll(() =>
          many(
            office.server.db,
            sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        )
        .toHaveLength(1)
      const changed = aRuta(refs, { ...ruta, cliente_id: other.cliente_id, chofer_id: other.chofer_id })
      expect((await office.admin.put(`/api/rutas/${ruta.id}`, changed)).status).toBe(200)
    })
    const answer = await copying
    expect(answer?.status).toBe(201)
    expect((await office.read(answer?.body.data.rutas[0].id)).body.data).toMatchObject({
      cliente_id: other.cliente_id,
      chofer_id: other.chofer_id,
    })
  })

  test('repetir: returns 400 naming all unknown or deleted records', async () => {
    await office.admin.delete(`/api/clientes/${refs.cliente_id}`)
    await office.admin.delete(`/api/ayudantes/${refs.ayudante_id}`)
    const before = await countOf()
    const refused = await repeat(['2026-01-01'], { chofer_id: 2_000_000_000 })
    expect(invalidCamposOf(refused)).toEqual(['ayudante_id', 'chofer_id', 'cliente_id'])
    expect(refused.body.message).toBe(
      'Cliente no encontrado. Verifica que el cliente seleccionado sea válido.',
    )
    await office.admin.post(`/api/papelera/clientes/${refs.cliente_id}/restaurar`)
    expect(invalidCamposOf(await repeat(['2026-01-01']))).toEqual(['ayudante_id'])
    expect(await countOf()).toBe(before)
    expect((await repeat(['2026-01-01'], { ayudante_id: null })).status).toBe(201)
  })
})

describe('numbers of copies', () => {
  test('numbers of copies: consecutive while twenty other requests create routes', async () => {
    const others = Array.from({ length: 20 }, async () => {
      const ownReferences = await someReferences(office.admin)
      for (;;) {
        const { nextRutaNumber } = (await office.admin.get('/api/rutas/next-number')).body.data
        const created = await office.admin.post(
          '/api/rutas',
          aRuta(ownReferences, { no_ruta: nextRutaNumber }),
        )
        if (created.status === 201) return
        expect(created.status).toBe(409)
      }
    })
    const repeats = Array.from({ length: 4 }, async (_each, n) => {
      const fechas = Array.from({ length: 5 }, (_day, i) => `2028-0${n + 1}-1${i}`)
      const { status, body } = await repeat(fechas)
      expect(status).toBe(201)
      expect(body.data.rutas.map(({ fecha }: { fecha: string }) => fecha)).toEqual(fechas)
      const numbers: number[] = body.data.rutas.map(({ no_ruta }: { no_ruta: string }) => numberOf(no_ruta))
      expect(numbers).toEqual(numbers.map((_number, i) => (numbers[0] ?? 0) + i))
    })
    await Promise.all([...others, ...repeats])
    const [twice] = await many(
      office.server.db,
      sql`select correlativo from rutas where correlativo is not null group by 1 having count(*) > 1`,
    )
    expect(twice).toBeUndefined()
  })

  test('numbers of copies: the lowest free consecutive ones after the maximum', async () => {
    const largest = await office.create({ no_ruta: 'RUTA-999999999' })
    await office.create({ no_ruta: 'RUTA-500000002' })
    await office.create({ no_ruta: 'RUTA-500000000' })
    const { body } = await repeat(['2029-01-01', '2029-01-02'])
    const [a, b] = body.data.rutas.map(({ no_ruta }: { no_ruta: string }) => numberOf(no_ruta))
    expect(b).toBe(a + 1)
    expect(b).toBeLessThan(500_000_000)
    const { id } = largest
    await run(
      office.server.db,
      sql`update rutas set no_ruta = ${`X-${id}`}, correlativo = null where id = ${id}`,
    )
  })
})
