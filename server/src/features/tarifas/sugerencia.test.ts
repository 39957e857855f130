import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPersona } from '../../test/factories.ts'
import { invalidCamposOf, openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { ApiResponse } from '../../test/testApp.ts'

type Changes = Record<string, unknown>

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

let cliente_id: number
let origen: string
beforeEach(async () => {
  cliente_id = (await office.admin.post('/api/clientes', aPersona())).body.data.id
  origen = `Méndez ${randomUUID()}`
})
const destino = 'Cobán'

const price = async (precio: number, changes: Changes = {}) => {
  const form = { origen, destino, precio, vigente_desde: '2026-01-01', ...changes }
  const { status, body } = await office.admin.post('/api/tarifas', form)
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}
const ask = (query: Changes = {}) => {
  const parameters = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])
  return office.admin.get(`/api/tarifas/sugerencia?${new URLSearchParams(parameters).toString()}`)
}
const precioOf = ({ status, body }: ApiResponse) => {
  expect(status).toBe(200)
  return body.data.tarifa?.precio ?? null
}

describe('suggested tarifa', () => {
  test('suggested tarifa: the most specific one', async () => {
    const parameters = {
      cliente_id,
      origen: origen.toUpperCase(),
      destino: 'coban',
      servicio: 'mudánza',
      fecha: '2026-05-01',
    }
    expect(precioOf(await ask(parameters))).toBe(null)
    await price(1)
    expect(precioOf(await ask(parameters))).toBe(1)
    await price(2, { servicio: 'Mudanza' })
    expect(precioOf(await ask(parameters))).toBe(2)
    await price(3, { cliente_id })
    expect(precioOf(await ask(parameters))).toBe(3)
    const exact = await price(4, { cliente_id, servicio: 'Mudanza' })
    expect((await ask(parameters)).body.data.tarifa).toEqual(exact)
    const { cliente_id: _client, ...ofAll } = parameters
    expect(precioOf(await ask(ofAll))).toBe(2)
    expect(precioOf(await ask({ ...parameters, servicio: '' }))).toBe(3)
    expect(precioOf(await ask({ ...parameters, servicio: 'Flete' }))).toBe(3)
    expect(precioOf(await ask({ ...parameters, cliente_id: 2_000_000_000 }))).toBe(2)
    await office.admin.delete(`/api/tarifas/${exact.id}`)
    expect(precioOf(await ask(parameters))).toBe(3)
  })

  test('suggested tarifa: valid from its first to its last day, by default today', async () => {
    await price(10, { vigente_hasta: '2026-06-30' })
    await price(20, { vigente_desde: '2026-07-02', vigente_hasta: '2026-07-02' })
    const on = async (fecha: string) => precioOf(await ask({ origen, destino, fecha }))
    expect(await Promise.all(['2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01'].map(on))).toEqual([
      null,
      10,
      10,
      null,
    ])
    expect(await Promise.all(['2026-07-02', '2026-07-03'].map(on))).toEqual([20, null])
    expect(precioOf(await ask({ origen, destino }))).toBe(null)
    await price(30, { vigente_desde: '2026-07-03' })
    const { hoy } = (await office.server.anonymous.get('/api/config')).body.data
    expect(precioOf(await ask({ origen, destino }))).toBe(hoy < '2026-07-03' ? null : 30)
  })

  test('suggested tarifa: null without both places; no parameter is required', async () => {
    await price(1)
    for (const query of [{}, { origen }, { destino }, { cliente_id }])
      expect((await ask(query)).body.data).toEqual({ tarifa: null, ultimo: null })
    expect(invalidCamposOf(await ask({ cliente_id: 'x', fecha: 'x', origen: 'x'.repeat(101) }))).toEqual([
      'cliente_id',
      'fecha',
      'origen',
    ])
  })

  test('suggested tarifa: sets the duration of a trip without one', async () => {
    await price(1, { duracion_min: 60 })
    const create = async (hora: string, changes: Changes = {}) =>
      (await office.post({ origen, destino, fecha: '2027-03-01', hora, ...changes })).body
    await create('06:00')
    expect((await create('06:59')).avisos[0].texto).toMatch(/ de 06:00 a 07:00\.$/)
    expect((await create('08:00')).avisos).toBeUndefined()
    await create('10:00', { duracion_min: 90 })
    expect((await create('11:15')).avisos).toHaveLength(3)
  })
})

describe('ultimo', () => {
  test("ultimo: the client's newest trip, between both places if given", async () => {
    const make = (changes: Changes) => office.create({ cliente_id, ...changes })
    const old = await make({ fecha: '2026-03-01', hora: '05:00', origen, destino, ayudante_id: null })
    const newer = await make({ fecha: '2026-03-01', hora: '06:00', combustible: null })
    const ultimo = async (query: Changes) => (await ask({ cliente_id, ...query })).body.data.ultimo
    expect((await ultimo({})).id).toBe(newer.id)
    expect((await ultimo({ origen })).id).toBe(newer.id)
    expect(await ultimo({ origen: origen.replace('é', 'E'), destino: 'COBÁN' })).toEqual({
      id: old.id,
      no_ruta: old.no_ruta,
      fecha: '2026-03-01',
      hora: '05:00:00',
      servicio: 'Flete local',
      mercaderia: 'Cemento',
      origen,
      destino,
      precio: 1250.5,
      combustible: 35.5,
      ayudante_id: null,
      camion_id: office.references.camion_id,
      chofer_id: office.references.chofer_id,
    })
    expect(await ultimo({ origen, destino: 'Petén' })).toBe(null)
    await office.admin.delete(`/api/rutas/${newer.id}`)
    expect((await ultimo({})).id).toBe(old.id)
  })

  test('ultimo: null without permission to read routes', async () => {
    await office.create({ cliente_id })
    const ultimoFor = async (permisos: ('gestionar_catalogos' | 'crear_rutas')[]) => {
      const who = await office.server.as({ rol: 'usuario', permisos })
      return (await who.get(`/api/tarifas/sugerencia?cliente_id=${cliente_id}`)).body.data.ultimo
    }
    expect(await ultimoFor(['gestionar_catalogos'])).toBe(null)
    expect(await ultimoFor(['crear_rutas'])).toMatchObject({ precio: 1250.5 })
  })
})
