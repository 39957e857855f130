import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { one, sql } from '../../platform/db/sql.ts'
import {
  asListRow,
  expectConflict,
  invalidCamposOf,
  openOffice,
  type RutaOffice,
  staleMessage,
} from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'
import { countByStatus } from '../../test/users.ts'

// Effects of PUT and DELETE on a route, its version, its history and the bin.

let office: RutaOffice
let second: Client
beforeAll(async () => {
  office = await openOffice()
  const { token, userId } = await office.server.as()
  second = office.server.clientOf(office.server.startAnotherApp(), token, userId)
})
afterAll(() => office.close())

const usernameOf = async (client: Client) =>
  (await one<{ username: string }>(
    office.server.db,
    sql`select username from usuarios where id = ${client.userId}`,
  ))!.username
const notFoundBody = { success: false, message: 'Ruta no encontrada', error: { code: 'NO_ENCONTRADO' } }
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/
const fields = [
  'id version creado_en actualizado_en no_ruta cliente_id servicio mercaderia camion_id combustible origen',
  'destino chofer_id ayudante_id fecha hora precio comentario estado cliente_nombre cliente_apellido',
  'camion_placa camion_marca camion_modelo piloto_nombre piloto_apellido ayudante_nombre ayudante_apellido',
  'duracion_min inicio fin modificado_por',
].flatMap((line) => line.split(' '))

describe('route record', () => {
  test('route record: has exactly the fields of the contract in every response; lists omit planning fields', async () => {
    const posted = await office.post()
    expect([posted.status, posted.body.message]).toEqual([201, 'Ruta creada exitosamente'])
    const ruta = posted.body.data
    expect(Object.keys(ruta).toSorted()).toEqual(fields.toSorted())
    expect(ruta).toMatchObject({ version: 1, creado_en: expect.stringMatching(moment) })
    expect(ruta.actualizado_en).toMatch(moment)
    expect((await office.read(ruta.id)).body.data).toEqual(ruta)
    expect((await office.admin.get('/api/rutas?porPagina=1&orden=recientes')).body.data).toEqual([
      asListRow(ruta),
    ])
    const put = await office.put(ruta.id, { no_ruta: ruta.no_ruta, version: 1 })
    expect([put.status, put.body.message]).toEqual([200, 'Ruta actualizada exitosamente'])
    expect(put.body.data).toEqual({ ...ruta, version: 2, actualizado_en: expect.stringMatching(moment) })
    expect(Date.parse(put.body.data.actualizado_en)).toBeGreaterThan(Date.parse(ruta.actualizado_en))
  })

  test('route record: absent optional fields are null', async () => {
    const optional = ['combustible', 'ayudante_id', 'comentario', 'estado']
    const allFields = Object.entries({ ...(await office.create()), no_ruta: 'SIN-NADA' })
    const form = Object.fromEntries(allFields.filter(([name]) => !optional.includes(name)))
    const { status, body } = await office.admin.post('/api/rutas', form)
    expect([status, Object.keys(body.data).toSorted()]).toEqual([201, fields.toSorted()])
    expect(body.data).toMatchObject({
      combustible: null,
      ayudante_id: null,
      ayudante_nombre: null,
      ayudante_apellido: null,
      comentario: null,
      estado: 'Pendiente',
    })
  })
})

describe('PUT', () => {
  test('PUT /api/rutas: sets omitted optional fields to null and requires the others', async () => {
    const { id, no_ruta } = await office.create()
    const changed = { fecha: '2027-01-31', hora: '23:59:59', precio: '0.10', origen: 'A', destino: 'B' }
    const absent = { combustible: undefined, ayudante_id: undefined, comentario: undefined }
    const { body } = await office.put(id, { ...changed, ...absent, no_ruta, estado: 'Incidente' })
    expect(body.data).toMatchObject({
      ...changed,
      precio: 0.1,
      combustible: null,
      ayudante_id: null,
      ayudante_apellido: null,
      comentario: null,
      estado: 'Incidente',
    })
    expect(
      invalidCamposOf(await office.put(id, { servicio: undefined, precio: undefined, estado: undefined })),
    ).toEqual(['estado', 'precio', 'servicio'])
  })
})

describe('version', () => {
  test('PUT /api/rutas: returns 409 when the version is stale; null or absence skips the check', async () => {
    const { id } = await office.create()
    const { data } = (await office.put(id, { version: 1 })).body
    for (const version of [1, 3, 2 ** 31 - 1]) {
      expectConflict(await office.put(id, { version, estado: 'En curso' }), staleMessage)
      expectConflict(await office.admin.delete(`/api/rutas/${id}?version=${version}`), staleMessage)
    }
    expect((await office.read(id)).body.data).toEqual(data)
    expect(await office.history(id)).toHaveLength(1)
    expect((await office.put(id, { version: null })).body.data.version).toBe(3)
    expect((await office.put(id, {})).body.data.version).toBe(4)
    expect((await office.admin.delete(`/api/rutas/${id}?version=4`)).status).toBe(200)
  })

  test('version: must be a whole number', async () => {
    const { id } = await office.create()
    for (const version of ['1', 1.5, true, 0, -1, [], {}])
      expect(invalidCamposOf(await office.put(id, { version }))).toEqual(['version'])
    for (const version of ['x', '1.5', 'null', '0', '-1', '1&version=1'])
      expect(invalidCamposOf(await office.admin.delete(`/api/rutas/${id}?version=${version}`))).toEqual([
        'version',
      ])
    expect((await office.admin.delete(`/api/rutas/${id}?version=`)).status).toBe(200)
  })

  test('simultaneous edits: one succeeds, 20 times', async () => {
    const { id } = await office.create()
    for (let version = 1; version <= 20; version++) {
      const origins = ['A', 'B', 'C', 'D']
      const answers = await Promise.all(
        origins.map((origen, i) =>
          (i % 2 ? second : office.admin).put(`/api/rutas/${id}`, {
            ...office.references,
            no_ruta: `EDIT-${version}-${origen}`,
            servicio: 'x',
            mercaderia: 'x',
            origen,
            destino: 'x',
            fecha: '2026-11-20',
            hora: '08:30',
            precio: 1,
            estado: i % 2 ? 'Pendiente' : 'En curso',
            version,
          }),
        ),
      )
      expect(countByStatus(answers)).toEqual({ 200: 1, 409: 3 })
      const winner = answers.findIndex(({ status }) => status === 200)
      expect((await office.read(id)).body.data).toMatchObject({
        origen: origins[winner],
        version: version + 1,
      })
    }
  })

  test('simultaneous delete and edit: one succeeds, the other returns an error', async () => {
    for (let round = 0; round < 20; round++) {
      const { id, no_ruta } = await office.create()
      const [edited, removed] = await Promise.all([
        office.put(id, { no_ruta, version: 1 }),
        second.delete(`/api/rutas/${id}?version=1`),
      ])
      const message = edited.status === 200 ? staleMessage : 'Ruta no encontrada'
      const loser = edited.status === 200 ? removed : edited
      expect([edited.status, removed.status]).toEqual(edited.status === 200 ? [200, 409] : [404, 200])
      expect(loser.body.message).toBe(message)
    }
  })

  test('simultaneous deletes: one succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await office.create()
      const clients = [office.admin, second, office.admin, second]
      const answers = await Promise.all(clients.map((each) => each.delete(`/api/rutas/${id}`)))
      expect(countByStatus(answers)).toEqual({ 200: 1, 404: 3 })
    }
  })
})

describe('history', () => {
  test('history: starts with the creation and has a row per status change, newest first', async () => {
    const { id } = await office.create({ estado: 'Incidente' })
    const editor = office.server.clientOf(office.server.app, second.token)
    const steps = ['Incidente', 'En curso', 'En curso', 'Entregado', 'Pendiente', 'Pendiente']
    for (const estado of steps) await office.put(id, { estado, comentario: `es ${estado}` })
    const answer = await editor.get(`/api/rutas/${id}/historial`)
    const usuario = await usernameOf(office.admin)
    const row = (estado_anterior: string | null, estado_nuevo: string) => ({
      id: expect.any(Number),
      ruta_id: id,
      estado_anterior,
      estado_nuevo,
      comentario: null,
      usuario,
      fecha: expect.stringMatching(moment),
      hora_dispositivo: null,
      hecho_en: null,
      dudosa: false,
    })
    expect(answer.body).toEqual({
      success: true,
      message: expect.any(String),
      data: [
        row('Entregado', 'Pendiente'),
        row('En curso', 'Entregado'),
        row('Incidente', 'En curso'),
        row(null, 'Incidente'),
      ],
      count: 4,
      paginacion: { pagina: 1, porPagina: 100, total: 4, paginas: 1 },
    })
    const moments = answer.body.data.map((each: { fecha: string }) => each.fecha)
    expect(moments).toEqual(moments.toSorted().toReversed())
  })

  test('history: names the user', async () => {
    const { id } = await office.create()
    const form = { ...(await office.create()), no_ruta: 'OTRA-MANO', estado: 'En curso', version: null }
    await second.put(`/api/rutas/${id}`, form)
    expect((await office.history(id)).map(({ usuario }) => usuario)).toEqual([
      await usernameOf(second),
      await usernameOf(office.admin),
    ])
  })

  test('history: the bin adds no row and hides the history', async () => {
    const { id } = await office.create()
    await office.admin.delete(`/api/rutas/${id}`)
    expect((await office.admin.get(`/api/rutas/${id}/historial`)).body).toEqual(notFoundBody)
    await office.admin.post(`/api/papelera/rutas/${id}/restaurar`)
    expect(await office.history(id)).toHaveLength(1)
  })
})

test('deleted route: absent from all lists and requests until it is restored', async () => {
  const ruta = await office.create({ no_ruta: 'BORRADA' })
  const { status, body } = await office.admin.delete(`/api/rutas/${ruta.id}`)
  expect(status).toBe(200)
  expect(body).toEqual({ success: true, message: 'La ruta ha sido eliminada exitosamente', data: null })
  expect((await office.admin.get('/api/rutas?buscar=borrada')).body.count).toBe(0)
  for (const answer of [
    await office.read(ruta.id),
    await office.put(ruta.id, {}),
    await office.put(ruta.id, { version: 1 }),
    await office.admin.delete(`/api/rutas/${ruta.id}?version=1`),
    await office.read(2_000_000_000),
    await office.admin.get('/api/rutas/99999999999999999999'),
  ])
    expect([answer.status, answer.body]).toEqual([404, notFoundBody])
  const restored = await office.admin.post(`/api/papelera/rutas/${ruta.id}/restaurar`)
  expect(restored.body.data).toEqual({ ...ruta, version: 3, actualizado_en: expect.any(String) })
  for (const id of ['0', '-1', '1.5', 'x', '1e3', '01'])
    expect(invalidCamposOf(await office.admin.get(`/api/rutas/${id}`))).toEqual(['id'])
})
