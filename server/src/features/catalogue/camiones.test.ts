import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCamion } from '../../test/factories.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { countByStatus } from '../../test/users.ts'

let server: TestApp
let admin: Client
let second: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  second = server.clientOf(server.startAnotherApp(), (await server.as()).token)
})
afterAll(() => server.close())

const url = '/api/camiones'
const create = (placa: string, client = admin) => client.post(url, aCamion({ placa }))
const plateConflict = { success: false, message: 'La placa ya existe', error: { code: 'CONFLICTO' } }

describe('plate of a truck', () => {
  test.each([
    [
      'C-123BCD',
      [
        'C-123BCD',
        'c-123bcd',
        'c 123bcd',
        'C123BCD',
        '  C - 123 - BCD  ',
        'c--123bcd',
        'c\t123bcd',
        'C.123.BCD',
      ],
    ],
    ['ñ-001á', ['Ñ001Á', 'ñ 001 á']],
  ])('%s: is taken in every spelling', async (placa, variants) => {
    const created = await create(placa)
    expect(created.body.data.placa).toBe(placa)
    for (const variant of variants) {
      const { status, body } = await create(variant)
      expect([variant, status, body]).toEqual([variant, 409, plateConflict])
    }
  })

  test('of another truck: is accepted', async () => {
    await create('C-777AAA')
    for (const placa of ['C-777AAB', 'P-777AAA', 'C-0777AAA']) expect((await create(placa)).status).toBe(201)
  })

  test('PUT: returns 409 for a taken one, and accepts another spelling of its own', async () => {
    const mine = (await create('C-555XYZ')).body.data
    await create('C-556XYZ')
    const put = (placa: string, version?: number) =>
      admin.put(`${url}/${mine.id}`, aCamion({ placa, version }))
    expect((await put('c556xyz')).body).toEqual(plateConflict)
    expect((await admin.get(`${url}/${mine.id}`)).body.data).toEqual(mine)
    const response = await put('c 555 xyz', 1)
    expect([response.status, response.body.data.placa]).toEqual([200, 'c 555 xyz'])
    // A stale version takes precedence.
    expect((await put('c556xyz', 1)).body.message).toMatch(/^Otro usuario/)
  })

  test('is free when its truck is deleted', async () => {
    const { id } = (await create('C-999ZZZ')).body.data
    await admin.delete(`${url}/${id}`)
    expect((await create('c999zzz')).status).toBe(201)
    expect((await create('C-999ZZZ')).body).toEqual(plateConflict)
  })

  test('is free when its truck gets another', async () => {
    const { id } = (await create('C-111QQQ')).body.data
    await admin.put(`${url}/${id}`, aCamion({ placa: 'C-112QQQ' }))
    expect((await create('c 111 qqq')).status).toBe(201)
  })

  test('one of several concurrent requests gets it, 40 times', async () => {
    for (let round = 0; round < 40; round++) {
      const plate = `C-${100 + round}PAR`
      const variants = [plate, plate.toLowerCase(), plate.replace('-', ' '), ` ${plate.replace('-', '')}`]
      const responses = await Promise.all(variants.map((each, i) => create(each, i % 2 ? second : admin)))
      expect(countByStatus(responses)).toEqual({ 201: 1, 409: 3 })
      expect(responses.filter(({ status }) => status === 409).map(({ body }) => body)).toEqual([
        plateConflict,
        plateConflict,
        plateConflict,
      ])
    }
    const { body } = await admin.get(`${url}?buscar=par&porPagina=100`)
    expect(body.paginacion.total).toBe(40)
  })

  test('one of two concurrent updates gets it', async () => {
    for (let round = 0; round < 20; round++) {
      const [a, b] = [(await create(`A-${round}EDI`)).body.data, (await create(`B-${round}EDI`)).body.data]
      const placa = `Z-${round}EDI`
      const responses = await Promise.all([
        admin.put(`${url}/${a.id}`, aCamion({ placa, version: 1 })),
        second.put(`${url}/${b.id}`, aCamion({ placa: placa.toLowerCase(), version: 1 })),
      ])
      expect(countByStatus(responses)).toEqual({ 200: 1, 409: 1 })
    }
  })

  test('a concurrent swap of two trucks causes no duplicate and no 500', async () => {
    for (let round = 0; round < 20; round++) {
      const [a, b] = [(await create(`S-${round}UNO`)).body.data, (await create(`S-${round}DOS`)).body.data]
      const responses = await Promise.all([
        admin.put(`${url}/${a.id}`, aCamion({ placa: b.placa })),
        second.put(`${url}/${b.id}`, aCamion({ placa: a.placa })),
      ])
      for (const { status } of responses) expect([200, 409]).toContain(status)
      const plates = [await admin.get(`${url}/${a.id}`), await admin.get(`${url}/${b.id}`)].map(
        (each) => each.body.data.placa,
      )
      expect(new Set(plates).size).toBe(2)
    }
  })
})
