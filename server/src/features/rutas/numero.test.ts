import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { raw, run } from '../../platform/db/sql.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { ApiResponse } from '../../test/testApp.ts'

// Uniqueness and suggestion of route numbers.

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())
beforeEach(() => run(office.server.db, raw('truncate rutas, resumen, resumen_clientes cascade')))

const suggested = async () => (await office.admin.get('/api/rutas/next-number')).body.data.nextRutaNumber
const take = (no_ruta: string) => office.create({ no_ruta })

const expectTaken = ({ status, body }: ApiResponse, nextRutaNumber: string) => {
  expect(status).toBe(409)
  expect(body).toEqual({
    success: false,
    message: 'El número de ruta ya existe',
    error: { code: 'CONFLICTO' },
    data: { nextRutaNumber },
  })
}

describe('suggested number', () => {
  test('suggested number: is RUTA-001 without routes', async () => {
    const { status, body } = await office.admin.get('/api/rutas/next-number')
    expect([status, body]).toEqual([
      200,
      { success: true, message: expect.any(String), data: { nextRutaNumber: 'RUTA-001' } },
    ])
  })

  test.each([
    [['RUTA-001'], 'RUTA-002'],
    [['RUTA-0'], 'RUTA-001'],
    [['RUTA-1'], 'RUTA-002'],
    [['RUTA-009'], 'RUTA-010'],
    [['RUTA-99'], 'RUTA-100'],
    [['RUTA-999'], 'RUTA-1000'],
    [['RUTA-1000', 'RUTA-999', 'RUTA-5'], 'RUTA-1001'],
    [['RUTA-000000041'], 'RUTA-042'],
    [['RUTA-999999998'], 'RUTA-999999999'],
    [['RUTA-10', 'RUTA-9'], 'RUTA-011'],
  ])('suggested number: after %j is %s', async (taken, next) => {
    for (const no_ruta of taken) await take(no_ruta)
    expect(await suggested()).toBe(next)
    expect((await office.post({ no_ruta: next })).status).toBe(201)
  })

  test('suggested number: is the lowest free one after the maximum is used', async () => {
    await take('RUTA-999999999')
    expect(await suggested()).toBe('RUTA-001')
    for (const no_ruta of ['RUTA-001', 'RUTA-2', 'RUTA-000004']) await take(no_ruta)
    expect(await suggested()).toBe('RUTA-003')
    await take('RUTA-003')
    expect(await suggested()).toBe('RUTA-005')
    expectTaken(await office.post({ no_ruta: 'RUTA-999999999' }), 'RUTA-005')
  })

  test('suggested number: ignores other formats', async () => {
    const odd = [
      'RUTA-1000000000',
      'RUTA-9999999999',
      'RUTA-8A',
      'XRUTA-8',
      'RUTA-8 B',
      'RUTA-٨',
      '500',
      'RUTA-',
      'RUTA-+8',
    ]
    for (const no_ruta of odd) await take(no_ruta)
    expect(await suggested()).toBe('RUTA-001')
  })

  test('suggested number: counts the bin, but not numbers that were changed', async () => {
    const first = await take('RUTA-007')
    await office.admin.delete(`/api/rutas/${first.id}`)
    expect(await suggested()).toBe('RUTA-008')
    const second = await take('RUTA-050')
    await office.put(second.id, { no_ruta: 'Especial' })
    expect(await suggested()).toBe('RUTA-008')
  })
})

describe('route number', () => {
  test('route number: unique ignoring case, including the bin, on POST and PUT', async () => {
    const ruta = await take('RUTA-Ñandú 7')
    const other = await take('RUTA-003')
    for (const binned of [false, true]) {
      if (binned) await office.admin.delete(`/api/rutas/${ruta.id}`)
      for (const no_ruta of ['RUTA-Ñandú 7', 'ruta-ñandú 7', ' RUTA-ÑANDÚ 7 ']) {
        expectTaken(await office.post({ no_ruta }), 'RUTA-004')
        expectTaken(await office.put(other.id, { no_ruta }), 'RUTA-004')
      }
    }
    expect((await office.read(other.id)).body.data).toEqual(other)
  })

  test('route number: differs by zeros or accents', async () => {
    for (const no_ruta of ['RUTA-7', 'RUTA-007', 'RÚTA-7']) await take(no_ruta)
    expect((await office.admin.get('/api/rutas')).body.count).toBe(3)
  })

  test('route number: PUT may keep it in other case', async () => {
    const ruta = await take('abc-1')
    expect((await office.put(ruta.id, { no_ruta: 'abc-1' })).status).toBe(200)
    expect((await office.put(ruta.id, { no_ruta: 'ABC-1' })).body.data.no_ruta).toBe('ABC-1')
  })

  test('route number: an invalid form is reported before a taken number', async () => {
    await take('RUTA-001')
    expect((await office.post({ no_ruta: 'RUTA-001', camion_id: 99_999 })).status).toBe(400)
    expect((await office.post({ no_ruta: 'RUTA-001', servicio: '' })).status).toBe(400)
  })
})

test('route number: of eight simultaneous requests on two processes one succeeds, the others get the next number', async () => {
  const { server, admin } = office
  const clients = [admin, server.clientOf(server.startAnotherApp(), admin.token)]
  for (let round = 1; round <= 20; round++) {
    const no_ruta = await suggested()
    const ruta = await office.create()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => {
        const body = { ...ruta, no_ruta: i % 2 ? no_ruta : no_ruta.toLowerCase(), version: null }
        const client = clients[i % 2]!
        return i === 7 ? client.put(`/api/rutas/${ruta.id}`, body) : client.post('/api/rutas', body)
      }),
    )
    const losers = answers.filter(({ status }) => status >= 300)
    expect(losers).toHaveLength(7)
    const next = `RUTA-${String(round + 1).padStart(3, '0')}`
    for (const loser of losers) expectTaken(loser, next)
    expect(await suggested()).toBe(next)
  }
})
