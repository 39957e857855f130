import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProgram } from '../../test/apiPrograms.ts'
import { everyCatalogue, valuesOf } from '../../test/catalogueValues.ts'
import { aChofer, aPersona, aRuta } from '../../test/factories.ts'
import { idsOf, invalidCamposOf, openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { ApiResponse, Client } from '../../test/testApp.ts'
import { raw, run, scalar, sql } from './sql.ts'

let office: RutaOffice
let admin: Client
let program: Client
beforeAll(async () => {
  office = await openOffice()
  ;({ admin } = office)
  ;({ client: program } = await createProgram(office, { permisos: ['ver_rutas'] }))
})
afterAll(() => office.close())

const changes = (list: string, query: Record<string, string | number> = {}): Promise<ApiResponse> => {
  const search = new URLSearchParams({ orden: 'actualizado' })
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  return program.get(`/api/${list}?${search.toString()}`)
}

/** Reads page after page. @returns the ids in order, and where the next run begins */
async function readAll(
  list: string,
  since: string,
  porPagina: number,
  between: () => unknown = () => undefined,
) {
  const ids: number[] = []
  for (let desde = since; ; ) {
    const response = await changes(list, { actualizado_desde: desde, porPagina })
    expect(response.status).toBe(200)
    ids.push(...idsOf(response))
    const { paginas, siguiente } = response.body.paginacion
    if (paginas <= 1) return { ids, siguiente }
    desde = siguiente
    await between()
  }
}

const lists = [
  ...everyCatalogue.map((each) => ({ list: each.name, values: () => valuesOf(each), estado: {} })),
  { list: 'rutas', values: () => aRuta(office.references), estado: { estado: 'Pendiente' } },
]

describe.each(lists)('GET /api/$list?orden=actualizado', ({ list, values, estado }) => {
  const url = `/api/${list}`
  const create = async (): Promise<{ id: number; actualizado_en: string }> =>
    (await admin.post(url, values())).body.data
  const edit = async (id: number) => (await admin.put(`${url}/${id}`, { ...values(), ...estado })).body.data

  test('returns rows by their last change, oldest first, with those in the bin', async () => {
    const [deleted, edited, kept] = [await create(), await create(), await create()]
    const since = { actualizado_desde: deleted.actualizado_en }
    await edit(edited.id)
    await admin.delete(`${url}/${deleted.id}`)
    const { body } = await changes(list, since)
    expect(body.data.map((row: Record<string, unknown>) => [row.id, row.version, row.eliminado_en])).toEqual([
      [kept.id, 1, null],
      [edited.id, 2, null],
      [deleted.id, 2, expect.stringMatching(/Z$/)],
    ])
    expect(body.paginacion).toMatchObject({ pagina: 1, total: 3, paginas: 1, exacto: true })
    await admin.post(`/api/papelera/${list}/${deleted.id}/restaurar`)
    const restored = (await changes(list, since)).body.data.at(-1)
    expect([restored.id, restored.version, restored.eliminado_en]).toEqual([deleted.id, 3, null])
  })

  test('returns the keys of the list in other orders, and eliminado_en', async () => {
    const { id } = await create()
    const usual = (await program.get(`${url}?porPagina=1`)).body.data[0]
    expect(Object.keys(usual)).not.toContain('eliminado_en')
    await admin.delete(`${url}/${id}`)
    const inBin = (await changes(list)).body.data.at(-1)
    expect(Object.keys(inBin).toSorted()).toEqual([...Object.keys(usual), 'eliminado_en'].toSorted())
    expect(inBin.id).toBe(id)
  })

  test('pages: contain rows of one moment once each, in the order of their ids', async () => {
    const created = []
    for (let i = 0; i < 7; i++) created.push((await create()).id)
    const moment = '2030-01-01T06:00:00.123456Z'
    const statement = sql`update ${raw(list)} set actualizado_en = ${moment} where id = any(${created}::int[])`
    await run(office.server.db, statement)
    const { ids } = await readAll(list, '2030-01-01T00:00:00-06:00', 3)
    expect(ids).toEqual(created)
    await run(
      office.server.db,
      sql`update ${raw(list)} set actualizado_en = now() where id = any(${created}::int[])`,
    )
  })

  test('pages: leave out no row when others change meanwhile', async () => {
    const created: number[] = []
    for (let i = 0; i < 8; i++) created.push((await create()).id)
    const since = (await changes(list)).body.data.find((row: { id: number }) => row.id === created[0])
    // An offset would skip a row for each change of an earlier one.
    const movable = created.slice(0, 3)
    const { ids } = await readAll(list, since.actualizado_en, 2, async () => {
      const id = movable.shift()
      if (id !== undefined) await edit(id)
    })
    expect(new Set(ids)).toEqual(new Set(created))
  })
})

describe('siguiente', () => {
  test('siguiente: stays before a transaction that is still open, whose row the next page has', async () => {
    const { id } = (await admin.post('/api/ayudantes', aPersona())).body.data
    let siguiente = ''
    await office.server.db.transaction(async (tx) => {
      const began = await scalar<string>(
        tx,
        sql`update ayudantes set actualizado_en = now(), version = version + 1 where id = ${id} returning actualizado_en`,
      )
      const later = (await admin.post('/api/ayudantes', aPersona())).body.data
      expect(later.actualizado_en > String(began)).toBe(true)
      const [first, second] = [await changes('ayudantes'), await changes('ayudantes')]
      expect(idsOf(first).at(-1)).toBe(later.id)
      siguiente = first.body.paginacion.siguiente
      expect(siguiente < String(began)).toBe(true)
      // The open transaction holds it, not the clock.
      expect(second.body.paginacion.siguiente).toBe(siguiente)
    })
    const { body } = await changes('ayudantes', { actualizado_desde: siguiente })
    expect(body.data.find((row: { id: number }) => row.id === id)).toMatchObject({ version: 2 })
    expect(body.paginacion.siguiente > siguiente).toBe(true)
  })

  test('siguiente: of the last page is no later than what an earlier page saw', async () => {
    const seen = '2020-01-01T00:00:00.000001Z'
    const position = `2020-05-05T00:00:00.000000Z_1_${seen}`
    const whole = (await changes('clientes', { actualizado_desde: position })).body
    expect([whole.paginacion.paginas, whole.paginacion.siguiente]).toEqual([1, seen])
    await admin.post('/api/clientes', aPersona())
    const page = (await changes('clientes', { actualizado_desde: position, porPagina: 1 })).body
    expect(page.paginacion.siguiente.endsWith(`_${page.data[0].id}_${seen}`)).toBe(true)
  })

  test('siguiente: is returned by an empty page too', async () => {
    const { body } = await changes('camiones', { actualizado_desde: '2200-01-01T00:00:00Z' })
    expect([body.data, body.paginacion.total]).toEqual([[], 0])
    expect(Date.now() - Date.parse(body.paginacion.siguiente)).toBeGreaterThan(9000)
  })
})

describe('rejections and filters', () => {
  test('actualizado_desde: returns 400 without the order, with another page, and for no moment', async () => {
    for (const list of ['rutas', 'clientes']) {
      const without = await program.get(`/api/${list}?actualizado_desde=2026-01-01T00:00:00Z`)
      expect(invalidCamposOf(without)).toEqual(['actualizado_desde'])
      expect(invalidCamposOf(await changes(list, { pagina: 2 }))).toEqual(['pagina'])
      expect((await changes(list, { pagina: 1, actualizado_desde: '' })).status).toBe(200)
      const real = '2026-01-01T00:00:00.000000Z'
      for (const wrong of [
        'ayer',
        '2026-01-01',
        '2026-01-01T00:00:00',
        '2026-02-30T00:00:00Z',
        `${real}_x_${real}`,
        `${real}_5_2026-13-01T00:00:00.000000Z`,
        `${real}_9999999999_${real}`,
        `${real}_5_`,
      ])
        expect([wrong, invalidCamposOf(await changes(list, { actualizado_desde: wrong }))]).toEqual([
          wrong,
          ['actualizado_desde'],
        ])
    }
  })

  test('filters: apply to the rows as they are now, also in the bin', async () => {
    const gone = await office.create({ servicio: 'Mudanza al puerto' })
    const other = await office.create()
    await admin.delete(`/api/rutas/${gone.id}`)
    const since = { actualizado_desde: String(other.actualizado_en) }
    expect(idsOf(await changes('rutas', { ...since, buscar: 'mudanza' }))).toEqual([gone.id])
    expect(idsOf(await changes('rutas', { ...since, estado: 'Entregado' }))).toEqual([])
    const { data } = (await changes('rutas', { ...since, horas: 'si', camion_id: Number(other.camion_id) }))
      .body
    expect(data.map(({ inicio }: { inicio: string }) => Boolean(inicio))).toEqual([true, true])
    const { nombre, apellido } = (await admin.post('/api/choferes', aChofer())).body.data
    const named = (await changes('choferes', { nombre: `${nombre} ${apellido}` })).body.data
    expect(named.map((row: { nombre: string }) => row.nombre)).toEqual([nombre])
  })

  test('a piloto: gets no changes, not even its own', async () => {
    const { chofer_id: piloto_id } = office.references
    const piloto = await office.server.as({ rol: 'piloto', piloto_id })
    expect((await piloto.get('/api/rutas')).status).toBe(200)
    expect((await piloto.get('/api/rutas?orden=actualizado')).status).toBe(403)
  })

  test('a usuario without permission for the list: returns 403', async () => {
    const { client } = await createProgram(office, { permisos: [], permisos_dinero: ['ver_dinero'] })
    expect((await client.get('/api/rutas?orden=actualizado')).status).toBe(403)
    expect((await client.get('/api/papelera')).status).toBe(403)
  })
})
