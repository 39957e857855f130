import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCamion, aChofer, aPersona, someReferences } from '../../test/factories.ts'
import { idsOf, openOffice, type RutaOffice } from '../../test/openOffice.ts'

// Route search: each word occurs in number, client, service or pilot.

let office: RutaOffice
const ids: Record<string, number> = {}
beforeAll(async () => {
  office = await openOffice()
  const { admin } = office
  const make = async (path: string, body: unknown): Promise<number> =>
    (await admin.post(path, body)).body.data.id
  const jose = await make('/api/clientes', aPersona({ nombre: 'José', apellido: 'de la Peña' }))
  const nino = await make('/api/clientes', aPersona({ nombre: 'Ñandú', apellido: 'Niño' }))
  const odd = await make('/api/clientes', aPersona({ nombre: '100%', apellido: 'O\'Brien "El_Rey" \\o/ 🚚' }))
  const pilot = await make('/api/choferes', aChofer({ nombre: 'Ángel', apellido: 'Güitz' }))
  const other = await make('/api/choferes', aChofer({ nombre: 'Rosa', apellido: 'Mudanza' }))
  const camion_id = await make('/api/camiones', aCamion({ placa: 'P-PLACA' }))
  const { ayudante_id } = await someReferences(admin)
  const route = async (name: string, changes: Record<string, unknown>) => {
    const base = {
      camion_id,
      ayudante_id,
      origen: 'Origenes',
      destino: 'Destinado',
      mercaderia: 'Mercaderias',
    }
    ids[name] = (await office.create({ ...base, comentario: 'Comentado', ...changes })).id
  }
  await route('a', { no_ruta: 'RUTA-077', cliente_id: jose, servicio: 'Carga Refrigerada', chofer_id: pilot })
  await route('b', { no_ruta: 'Especial 5', cliente_id: nino, servicio: 'Mudanza', chofer_id: pilot })
  await route('c', { no_ruta: 'X_1%', cliente_id: odd, servicio: "C:\\viajes\\'hoy'", chofer_id: pilot })
  await route('d', { no_ruta: 'X71', cliente_id: jose, servicio: 'ÉCLAIR ñoño', chofer_id: other })
})
afterAll(() => office.close())

const found = async (buscar: string, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ buscar, ...more }).toString()
  const answer = await office.admin.get(`/api/rutas?${query}`)
  expect(answer.body.paginacion).toMatchObject({ total: answer.body.count, exacto: true })
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return idsOf(answer)
    .map((id) => names.get(id) ?? '?')
    .toSorted()
    .join('')
}

describe('search in all fields', () => {
  test.each([
    ['RUTA-077', 'a'],
    ['ruta-077', 'a'],
    ['077', 'a'],
    ['7', 'ad'],
    ['jose', 'ad'],
    ['JOSÉ', 'ad'],
    ['josé pena', 'ad'],
    ['pena la DE jose', 'ad'],
    ['  peña\t  josé  ', 'ad'],
    ['nino', 'b'],
    ['NIÑO ñandu', 'b'],
    ['ñono', 'd'],
    ['eclair', 'd'],
    ['refrigerada', 'a'],
    // The index also finds texts that share only beginnings, ends or digits.
    ['refrigada', ''],
    ['viaje-077', ''],
    ['ruta-077 refrigerada', 'a'],
    ['refri ang 07 peñ', 'a'],
    ['guitz', 'abc'],
    ['güitz ángel', 'abc'],
    ['mudanza', 'bd'],
    ['mudanza especial', 'b'],
    ['o', 'abcd'],
    ['%', 'c'],
    ['100%', 'c'],
    ['_', 'c'],
    ['x_1%', 'c'],
    ['el_rey', 'c'],
    ['\\', 'c'],
    ['\\o/', 'c'],
    ['c:\\viajes', 'c'],
    ["o'brien", 'c'],
    ['"el', 'c'],
    ["'hoy'", 'c'],
    ['🚚', 'c'],
    ['🚛', ''],
    ['xx', ''],
    ['x 1 %', 'c'],
    ["'; drop table rutas; --", ''],
    ['e\u0301clair', 'd'],
    ['josede', ''],
    ['josedela peña', ''],
    ['jose nandu', ''],
    // Search ignores truck, helper, places, goods, comment and state.
    ['placa', ''],
    ['origenes', ''],
    ['destinado', ''],
    ['mercaderias', ''],
    ['comentado', ''],
    ['pendiente', ''],
    ['freightliner', ''],
  ])('search: %j in all fields', async (buscar, names) => {
    expect(await found(buscar)).toBe(names)
    expect(await found(buscar, { campo: 'todos' })).toBe(names)
  })

  test('search: spaces match all routes', async () => {
    for (const buscar of ['', ' ', '\t \n']) expect(await found(buscar)).toBe('abcd')
  })

  test('search: accepts 100 characters', async () => {
    expect(await found('x'.repeat(100))).toBe('')
    expect(await found('🚚'.repeat(100))).toBe('')
    expect(await found('o '.repeat(50))).toBe('abcd')
    expect(await found('jose '.repeat(20))).toBe('ad')
  })
})

describe('search in one field', () => {
  test.each([
    ['no_ruta', '7', 'ad'],
    ['no_ruta', 'ruta', 'a'],
    ['no_ruta', 'jose', ''],
    ['no_ruta', '077 ruta', 'a'],
    ['no_ruta', '%', 'c'],
    ['no_ruta', 'x_', 'c'],
    ['cliente', 'pena jose', 'ad'],
    ['cliente', 'angel', ''],
    ['cliente', 'mudanza', ''],
    ['cliente', 'el_rey', 'c'],
    ['cliente', '🚚', 'c'],
    ['servicio', 'mudanza', 'b'],
    ['servicio', 'viajes', 'c'],
    ['servicio', 'refrigerada carga', 'a'],
    ['servicio', '077', ''],
    // Each word must occur in that field.
    ['servicio', 'carga jose', ''],
    ['cliente', 'jose ruta-077', ''],
  ])('search in %s for %j', async (campo, buscar, names) => {
    expect(await found(buscar, { campo })).toBe(names)
  })
})

test('search: finds new names after changes of number, service, client and pilot, and after a restore', async () => {
  const { admin } = office
  const ruta = await office.create({ no_ruta: 'ANTES-1', servicio: 'Antiguo' })
  ids.e = ruta.id
  await office.put(ruta.id, { no_ruta: 'DESPUES-1', servicio: 'Novedad' })
  expect([await found('antes-1'), await found('antiguo'), await found('despues novedad')]).toEqual([
    '',
    '',
    'e',
  ])
  const another = await someReferences(admin)
  await admin.put(`/api/choferes/${another.chofer_id}`, aChofer({ nombre: 'Ñato', apellido: 'Zum' }))
  await office.put(ruta.id, { no_ruta: 'DESPUES-1', chofer_id: another.chofer_id })
  expect([await found('nato zum'), await found('xicara despues')]).toEqual(['e', ''])
  await admin.delete(`/api/rutas/${ruta.id}`)
  expect(await found('nato')).toBe('')
  await admin.put(`/api/choferes/${another.chofer_id}`, aChofer({ nombre: 'Ñata', apellido: 'Zum' }))
  await admin.post(`/api/papelera/rutas/${ruta.id}/restaurar`)
  expect([await found('nata'), await found('nato')]).toEqual(['e', ''])
})

test('search: combines with filters and orders', async () => {
  expect(await found('jose', { estado: 'Entregado' })).toBe('')
  expect(await found('jose', { estado: 'Pendiente', desde: '2026-11-20', orden: 'antiguas' })).toBe('ad')
  const byNumber = await office.admin.get('/api/rutas?buscar=jose&orden=descendente&porPagina=1&pagina=2')
  expect(idsOf(byNumber)).toEqual([ids.a])
})
