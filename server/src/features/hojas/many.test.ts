import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { aChofer } from '../../test/factories.ts'
import { fetchHoja } from '../../test/hojas.ts'
import { invalidCamposOf, openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { readPages } from '../../test/readPdf.ts'

// Sheets of several trips.

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const exports = async () => (await office.admin.get('/api/bitacora?accion=exportar')).body.data
test('GET /api/rutas/hojas: returns a page per route in the order of the ids, and writes one log row', async () => {
  const routes = [await office.create(), await office.create(), await office.create()]
  const [first, second, third] = routes.map(({ id }) => id)
  const app = office.server.startAnotherApp({
    env: readEnv({ TZ_EMPRESA: 'Pacific/Kiritimati' }),
    now: () => new Date('2026-11-20T11:30:00Z'),
  })
  const before = (await exports()).length
  const { status, headers, file } = await fetchHoja(
    { ...office.server, app },
    office.admin,
    `hojas?ids=${third},${first},${second}`,
  )
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="hojas_2026-11-21.pdf"',
  })
  const pages = await readPages(file)
  const numbers = routes.map(({ no_ruta }) => no_ruta)
  const found = pages.map(({ pieces }) =>
    pieces.map(({ text }) => text).find((text) => numbers.includes(text)),
  )
  expect(found).toEqual([numbers[2], numbers[0], numbers[1]])
  const rows = await exports()
  expect(rows).toHaveLength(before + 1)
  expect(rows[0]).toMatchObject({
    tipo: 'rutas',
    registro_id: null,
    accion: 'exportar',
    nombre: 'hojas_2026-11-21.pdf',
    usuario_id: office.admin.userId,
    cambios: {},
  })
})

test('GET /api/rutas/:id/hoja: writes no log row', async () => {
  const { id } = await office.create()
  const before = (await exports()).length
  await fetchHoja(office.server, office.admin, `${id}/hoja`)
  expect(await exports()).toHaveLength(before)
})

test('GET /api/rutas/hojas: returns fifty sheets with prices', async () => {
  const ids: number[] = []
  for (let index = 0; index < 50; index++) ids.push((await office.create({ precio: 1000 + index })).id)
  const { status, file } = await fetchHoja(
    office.server,
    office.admin,
    `hojas?precio=si&ids=${ids.join(',')}`,
  )
  expect(status).toBe(200)
  const pages = await readPages(file)
  expect(pages.map(({ pieces }) => pieces.find(({ text }) => text.startsWith('Q1,0'))?.text)).toEqual(
    ids.map((_id, index) => `Q1,0${String(index).padStart(2, '0')}.00`),
  )
})

test('sheet: works for a pilot without an expiry date of the licence', async () => {
  const { admin, server } = office
  const chofer_id = (await admin.post('/api/choferes', aChofer({ tipo_licencia: 'B' }))).body.data.id
  await run(server.db, sql`update choferes set vencimiento = null where id = ${chofer_id}`)
  const [first, other] = [await office.create(), await office.create({ chofer_id })]
  const pagesOf = async (path: string) => readPages((await fetchHoja(server, admin, path)).file)
  const [page] = await pagesOf(`${other.id}/hoja`)
  expect(page?.pieces.map(({ text }) => text)).toContain('B · sin fecha')
  expect(await pagesOf(`hojas?ids=${first.id},${other.id}`)).toHaveLength(2)
})

test("GET /api/rutas/hojas: returns 404 without a log row if one route can't be read", async () => {
  const { id } = await office.create()
  const deleted = await office.create()
  await office.admin.delete(`/api/rutas/${deleted.id}`)
  const before = (await exports()).length
  for (const other of [deleted.id, 2_000_000_000, '99999999999999999999']) {
    const { status, body } = await office.admin.get(`/api/rutas/hojas?ids=${id},${other}`)
    expect([status, body.message]).toEqual([404, 'Ruta no encontrada'])
  }
  expect(await exports()).toHaveLength(before)
})

test.each([
  ['none', ''],
  ['an empty one', '?ids='],
  ['no number', '?ids=1,x'],
  ['zero', '?ids=0'],
  ['a comma too many', '?ids=1,'],
  ['the same twice', '?ids=1,2,1'],
  ['51', `?ids=${Array.from({ length: 51 }, (_, index) => index + 1).join(',')}`],
])('GET /api/rutas/hojas: returns 400 for %s', async (_what, query) => {
  expect(invalidCamposOf(await office.admin.get(`/api/rutas/hojas${query}`))).toEqual(['ids'])
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s /api/rutas/hojas: returns 405', async (method) => {
  const { status, headers } = await office.admin.send({ method, url: '/api/rutas/hojas' })
  expect([status, headers.allow]).toEqual([405, 'GET'])
})
