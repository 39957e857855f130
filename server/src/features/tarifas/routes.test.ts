import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, run, sql } from '../../platform/db/sql.ts'
import { aPersona } from '../../test/factories.ts'
import { expectConflict, idsOf, invalidCamposOf, staleMessage } from '../../test/openOffice.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

type Changes = Record<string, unknown>

let server: TestApp
let admin: Client
let cliente: { id: number; nombre: string; apellido: string }
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  cliente = (await admin.post('/api/clientes', aPersona({ nombre: 'Óscar', apellido: 'Ñandú' }))).body.data
})
afterAll(() => server.close())

/** Returns a tarifa between places that no other test uses. */
const aTarifa = (changes: Changes = {}) => ({
  origen: `Puerto ${randomUUID()}`,
  destino: 'Cobán',
  precio: 1250,
  vigente_desde: '2026-01-01',
  ...changes,
})
const create = async (changes: Changes = {}) => {
  const { status, body } = await admin.post('/api/tarifas', aTarifa(changes))
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}
const overlap = 'Ya hay una tarifa para esas fechas.'

test('tarifa: created, read, replaced and deleted', async () => {
  const form = aTarifa({ cliente_id: cliente.id, servicio: 'Flete', precio: '900.5', duracion_min: 300 })
  const { status, body } = await admin.post('/api/tarifas', { ...form, vigente_hasta: '2026-01-01' })
  expect([status, body.message]).toEqual([201, 'Tarifa creada exitosamente'])
  expect(body.data).toEqual({
    ...form,
    precio: 900.5,
    vigente_hasta: '2026-01-01',
    cliente_nombre: 'Óscar',
    cliente_apellido: 'Ñandú',
    id: expect.any(Number),
    version: 1,
    creado_en: expect.stringMatching(/Z$/),
    actualizado_en: expect.stringMatching(/Z$/),
  })
  const url = `/api/tarifas/${body.data.id}`
  expect((await admin.get(url)).body.data).toEqual(body.data)

  const { origen, destino } = form
  const replaced = await admin.put(url, {
    origen,
    destino,
    precio: 5,
    vigente_desde: '2026-02-01',
    version: 1,
  })
  expect([replaced.status, replaced.body.message]).toEqual([200, 'Tarifa actualizada exitosamente'])
  expect(replaced.body.data).toMatchObject({
    version: 2,
    cliente_id: null,
    servicio: null,
    duracion_min: null,
    vigente_hasta: null,
    cliente_nombre: null,
    cliente_apellido: null,
  })
  expectConflict(await admin.put(url, aTarifa({ version: 1 })), staleMessage)
  expectConflict(await admin.delete(`${url}?version=1`), staleMessage)
  const removed = await admin.delete(`${url}?version=2`)
  expect([removed.status, removed.body.message, removed.body.data]).toEqual([
    200,
    'Tarifa eliminada con éxito',
    null,
  ])
  for (const gone of [admin.get(url), admin.put(url, aTarifa()), admin.delete(url)])
    expect([(await gone).status, (await gone).body.message]).toEqual([404, 'Tarifa no encontrada'])
})

test('tarifa: returns 400 naming all wrong fields', async () => {
  const wrong = { origen: ' ', destino: 'x'.repeat(101), precio: 1.234, duracion_min: 20_161, servicio: 5 }
  const refused = await admin.post('/api/tarifas', {
    ...wrong,
    cliente_id: 'x',
    vigente_desde: '2026-02-30',
    vigente_hasta: 'x',
  })
  expect(invalidCamposOf(refused)).toEqual(
    [...Object.keys(wrong), 'cliente_id', 'vigente_desde', 'vigente_hasta'].toSorted(),
  )
  expect(invalidCamposOf(await admin.post('/api/tarifas', aTarifa({ vigente_hasta: '2025-12-31' })))).toEqual(
    ['vigente_hasta'],
  )
  expect(invalidCamposOf(await admin.post('/api/tarifas', aTarifa({ vigente_desde: '31/12/2026' })))).toEqual(
    ['vigente_desde'],
  )
  expect(invalidCamposOf(await admin.post('/api/tarifas', aTarifa({ duracion_min: 0 })))).toEqual([
    'duracion_min',
  ])
  const unknown = await admin.post('/api/tarifas', aTarifa({ cliente_id: 2_000_000_000 }))
  expect(invalidCamposOf(unknown)).toEqual(['cliente_id'])
  expect(unknown.body.message).toBe('Cliente no encontrado. Verifica que el cliente seleccionado sea válido.')
})

test('tarifa: may keep a deleted client, but not get one', async () => {
  const { id: cliente_id } = (await admin.post('/api/clientes', aPersona())).body.data
  const tarifa = await create({ cliente_id })
  await admin.delete(`/api/clientes/${cliente_id}`)
  expect(idsOf(await admin.get(`/api/tarifas?cliente_id=${cliente_id}`))).toEqual([tarifa.id])
  expect((await admin.put(`/api/tarifas/${tarifa.id}`, { ...tarifa, precio: 7 })).body.data.precio).toBe(7)
  expect(invalidCamposOf(await admin.post('/api/tarifas', aTarifa({ cliente_id })))).toEqual(['cliente_id'])
})

describe('tarifas with the same key', () => {
  test("tarifas with the same key: can't overlap in dates, whatever the spelling", async () => {
    const form = aTarifa({ cliente_id: cliente.id, servicio: 'Flete', vigente_hasta: '2026-06-30' })
    await create(form)
    const shouted = {
      ...form,
      origen: `  ${form.origen.toUpperCase().replace(' ', '  ')}`,
      destino: 'COBAN',
      servicio: 'fléte',
    }
    const post = (changes: Changes) => admin.post('/api/tarifas', { ...shouted, ...changes })
    expectConflict(await post({}), overlap)
    expectConflict(await post({ vigente_desde: '2026-06-30', vigente_hasta: null }), overlap)
    expectConflict(await post({ vigente_desde: '2020-01-01', vigente_hasta: '2026-01-01' }), overlap)
    expect((await post({ vigente_desde: '2026-07-01', vigente_hasta: null })).status).toBe(201)
    expectConflict(await post({ vigente_desde: '2030-01-01', vigente_hasta: '2030-01-01' }), overlap)
    expect((await post({ vigente_desde: '2025-01-01', vigente_hasta: '2025-12-31' })).status).toBe(201)
    for (const other of [{ servicio: null }, { cliente_id: null }, { destino: 'Petén' }])
      expect([other, (await post(other)).status]).toEqual([other, 201])
  })

  test('overlapping tarifas: a change and a restore return 409, after a stale version', async () => {
    const first = await create({ vigente_hasta: '2026-06-30' })
    const second = await create({ origen: first.origen, vigente_desde: '2026-07-01' })
    const put = (changes: Changes) => admin.put(`/api/tarifas/${second.id}`, { ...second, ...changes })
    expectConflict(await put({ vigente_desde: '2026-06-30' }), overlap)
    expectConflict(await put({ vigente_desde: '2026-06-30', version: 7 }), staleMessage)
    await admin.delete(`/api/tarifas/${first.id}`)
    expect((await put({ vigente_desde: '2026-06-30' })).status).toBe(200)
    const restore = () => admin.post(`/api/papelera/tarifas/${first.id}/restaurar`)
    expectConflict(await restore(), overlap)
    await admin.delete(`/api/tarifas/${second.id}`)
    const { status, body } = await restore()
    expect([status, body.data]).toEqual([200, { ...first, version: 3, actualizado_en: expect.any(String) }])
  })

  test('overlapping tarifas: of twenty simultaneous requests one succeeds', async () => {
    const form = aTarifa()
    const all = await Promise.all(Array.from({ length: 20 }, () => admin.post('/api/tarifas', form)))
    expect(all.map(({ status }) => String(status)).toSorted()).toEqual(['201', ...Array(19).fill('409')])
  })
})

describe('list of tarifas', () => {
  test('list of tarifas: total stays right after creating, deleting and restoring', async () => {
    const total = async () => (await admin.get('/api/tarifas?porPagina=1')).body.paginacion.total
    const counted = async () =>
      (
        await many<{ n: number }>(
          server.db,
          sql`select count(*) as n from tarifas where eliminado_en is null`,
        )
      )[0]?.n
    const before = await total()
    expect(before).toBe(await counted())
    const { id } = await create()
    await create()
    expect(await total()).toBe(before + 2)
    await admin.delete(`/api/tarifas/${id}`)
    expect(await total()).toBe(before + 1)
    await admin.post(`/api/papelera/tarifas/${id}/restaurar`)
    expect(await total()).toBe(before + 2)
    expect(await total()).toBe(await counted())
  })

  test('list of tarifas: ordered by places or newest first, filtered by client, searched in places, service and client', async () => {
    const tag = randomUUID().slice(0, 8)
    const make = (changes: Changes) => create({ origen: `Á ${tag}`, ...changes })
    const peten = await make({ destino: 'Petén', servicio: 'Mudanza' })
    const coban = await make({ destino: 'Cobán', cliente_id: cliente.id })
    const nandu = await make({ destino: 'Ñ' })
    const nebaj = await make({ destino: 'nebaj' })
    const ids = async (query: string) => idsOf(await admin.get(`/api/tarifas?${query}`))
    const byName = [coban, nebaj, nandu, peten].map(({ id }) => id)
    expect(await ids(`buscar=${tag}`)).toEqual(byName)
    expect(await ids(`buscar=${tag}&orden=-origen`)).toEqual(byName.toReversed())
    const [first, last] = [(await ids('')).at(0), (await ids('')).at(-1)]
    expect((await ids('orden=-origen&porPagina=1')).concat(await ids('porPagina=1'))).toEqual([last, first])
    expect(await ids(`buscar=${tag}&orden=recientes`)).toEqual(
      [nebaj, nandu, coban, peten].map(({ id }) => id),
    )
    expect(await ids(`buscar=${tag} mudanza`)).toEqual([peten.id])
    expect(await ids(`buscar=${tag} nandu oscar`)).toEqual([coban.id])
    expect(await ids(`buscar=${tag}&cliente_id=${cliente.id}`)).toEqual([coban.id])
    const page = await admin.get(`/api/tarifas?buscar=a ${tag}&porPagina=3&pagina=2`)
    expect(idsOf(page)).toEqual([peten.id])
    expect(page.body.paginacion).toEqual({ pagina: 2, porPagina: 3, total: 4, paginas: 2 })
    expect(page.body.count).toBe(1)
    expect(invalidCamposOf(await admin.get('/api/tarifas?orden=-nombre'))).toEqual(['orden'])
  })

  test('list of tarifas: a search counts 1,000 matches exactly, 1,001 not', async () => {
    const tag = randomUUID().slice(0, 8)
    await run(
      server.db,
      sql`insert into tarifas (origen, destino, precio, vigente_desde)
        select ${tag}, case when n = 1 then 'lejos' else 'cerca' end || n, 1, date '2026-01-01'
        from generate_series(1, 1001) n`,
    )
    const paginacion = { pagina: 51, porPagina: 20, total: 1000, paginas: 50 }
    const last = await admin.get(`/api/tarifas?buscar=${tag}&porPagina=20&pagina=51`)
    expect(last.body.paginacion).toEqual({ ...paginacion, exacto: false })
    expect(last.body.data).toMatchObject([{ destino: 'lejos1' }])
    const exact = await admin.get(`/api/tarifas?buscar=${tag} cerca&porPagina=20&pagina=51`)
    expect(exact.body).toMatchObject({ paginacion, data: [] })
    expect(exact.body.paginacion.exacto).toBeUndefined()
  })
})

test('bin and log: name a tarifa by its places, and the log lists the changes', async () => {
  const tarifa = await create({ precio: 100 })
  const nombre = `${tarifa.origen} → Cobán`
  await admin.put(`/api/tarifas/${tarifa.id}`, { ...tarifa, precio: 200, cliente_id: cliente.id })
  await admin.delete(`/api/tarifas/${tarifa.id}`)
  const { body } = await admin.get('/api/papelera?porPagina=1')
  expect(body.data[0]).toMatchObject({ tipo: 'tarifas', id: tarifa.id, nombre })
  const log = await many(
    server.db,
    sql`select accion, nombre, cambios from bitacora
      where tipo = 'tarifas' and registro_id = ${tarifa.id} order by id`,
  )
  const cambios = { precio: [100, 200], cliente_id: [null, cliente.id], cliente: [null, 'Óscar Ñandú'] }
  expect(log).toEqual([
    { accion: 'crear', nombre, cambios: {} },
    { accion: 'editar', nombre, cambios },
    { accion: 'eliminar', nombre, cambios: {} },
  ])
})
