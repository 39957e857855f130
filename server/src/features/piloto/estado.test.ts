import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someReferences } from '../../test/factories.ts'
import {
  asPilotHistory,
  asPilotRow,
  expectConflict,
  invalidCamposOf,
  openOfficeWithPilot,
  type RutaOffice,
  staleMessage,
} from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'
import { countByStatus } from '../../test/users.ts'

// A pilot changes the status of an own route.

let office: RutaOffice
let piloto: Client
beforeAll(async () => {
  ;({ office, piloto } = await openOfficeWithPilot())
})
afterAll(() => office.close())

const estados = ['Pendiente', 'En curso', 'Entregado', 'Incidente']
const set = (id: number, body: unknown, client = piloto) => client.put(`/piloto/ruta/${id}/estado`, body)
const stored = async (id: number) => (await office.read(id)).body.data

test('PUT /api/piloto/ruta/:id/estado: returns the record without price, and writes status and one history row', async () => {
  const ruta = await office.create({ comentario: 'Llamar antes' })
  const { status, body } = await set(ruta.id, { nuevoEstado: 'En curso', comentario: '  Saliendo 🚚 ' })
  const changed = await stored(ruta.id)
  expect([status, body]).toEqual([
    200,
    { success: true, message: 'Estado actualizado correctamente', data: asPilotRow(changed) },
  ])
  expect(changed).toEqual({
    ...ruta,
    estado: 'En curso',
    version: 2,
    modificado_por: 'julio.piloto',
    actualizado_en: expect.any(String),
  })
  for (const url of [`/piloto/ruta/${ruta.id}/historial`, `/api/piloto/ruta/${ruta.id}/historial`]) {
    const history = (await piloto.get(url)).body
    expect(history.count).toBe(2)
    expect(history.data).toEqual(asPilotHistory(await office.history(ruta.id)))
    expect(history.data[0]).toEqual({
      id: expect.any(Number),
      ruta_id: ruta.id,
      estado_anterior: 'Pendiente',
      estado_nuevo: 'En curso',
      comentario: 'Saliendo 🚚',
      usuario: 'julio.piloto',
      fecha: expect.stringMatching(/Z$/),
      hora_dispositivo: null,
      hecho_en: null,
      dudosa: false,
    })
  }
})

test('PUT estado: any status follows any other, at both addresses', async () => {
  const { id } = await office.create()
  let before = 'Pendiente'
  let changes = 1
  for (const from of estados)
    for (const to of estados)
      for (const nuevoEstado of [from, to]) {
        const answer = await piloto.put(`/api/piloto/ruta/${id}/estado`, { nuevoEstado })
        expect([answer.status, answer.body.data.estado]).toEqual([200, nuevoEstado])
        if (nuevoEstado !== before) changes++
        before = nuevoEstado
      }
  const history = await office.history(id)
  expect(history).toHaveLength(changes)
  expect((await stored(id)).version).toBe(changes)
  for (const [i, row] of history.slice(0, -1).entries()) {
    expect(row.estado_anterior).toBe(history[i + 1]?.estado_nuevo)
    expect(row.estado_nuevo).not.toBe(row.estado_anterior)
  }
})

test('PUT estado: the same status writes a history row only with a comment', async () => {
  const ruta = await office.create({ comentario: 'De la oficina' })
  for (const comentario of [undefined, null, '', '   ']) {
    const { status, body } = await set(ruta.id, { nuevoEstado: 'Pendiente', comentario })
    expect([status, body.data]).toEqual([200, asPilotRow(ruta)])
  }
  expect(await office.history(ruta.id)).toHaveLength(1)
  expect((await set(ruta.id, { nuevoEstado: 'Pendiente', comentario: 'Espero' })).status).toBe(200)
  const [row] = await office.history(ruta.id)
  expect(row).toMatchObject({ estado_anterior: 'Pendiente', estado_nuevo: 'Pendiente', comentario: 'Espero' })
  expect(await stored(ruta.id)).toMatchObject({ comentario: 'De la oficina', estado: 'Pendiente' })
})

describe('rejected status change', () => {
  test('PUT estado: returns 400 naming all wrong fields', async () => {
    const { id } = await office.create()
    expect(invalidCamposOf(await set(id, {}))).toEqual(['nuevoEstado'])
    for (const nuevoEstado of [null, '', 'pendiente', 'Cancelado', 1, true, ['Pendiente']])
      expect(invalidCamposOf(await set(id, { nuevoEstado }))).toEqual(['nuevoEstado'])
    const wrong = { nuevoEstado: 'x', comentario: '🚚'.repeat(2001), version: '1' }
    expect(invalidCamposOf(await set(id, wrong))).toEqual(['comentario', 'nuevoEstado', 'version'])
    for (const comentario of [5, {}, 'a\0b'])
      expect(invalidCamposOf(await set(id, { nuevoEstado: 'En curso', comentario }))).toEqual(['comentario'])
    expect((await set(id, { nuevoEstado: 'En curso', comentario: '🚚'.repeat(2000) })).status).toBe(200)
    expect(invalidCamposOf(await piloto.put('/piloto/ruta/x/estado', { nuevoEstado: 'x' }))).toEqual([
      'id',
      'nuevoEstado',
    ])
  })

  test('PUT estado: returns 404 for a route of another pilot, in the bin or unknown, after checking the body', async () => {
    const others = await someReferences(office.admin)
    const foreign = await office.create(others)
    const binned = await office.create()
    await office.admin.delete(`/api/rutas/${binned.id}`)
    for (const id of [foreign.id, binned.id, 2_000_000, 99_999_999_999]) {
      for (const version of [undefined, 7]) {
        const { status, body } = await set(id, { nuevoEstado: 'Entregado', version })
        expect([status, body]).toEqual([
          404,
          { success: false, message: 'Ruta no encontrada', error: { code: 'NO_ENCONTRADO' } },
        ])
      }
      expect((await set(id, {})).status).toBe(400)
    }
    expect(await stored(foreign.id)).toEqual(foreign)
  })

  test('PUT estado: returns 403 first for users without actualizar_estado and for other roles', async () => {
    const { id } = await office.create()
    const piloto_id = (await someReferences(office.admin)).chofer_id
    const viewer = await office.server.as({
      rol: 'piloto',
      piloto_id,
      permisos: ['ver_rutas', 'editar_rutas'],
    })
    const usuario = await office.server.as({ rol: 'usuario', permisos: ['actualizar_estado', 'ver_rutas'] })
    for (const client of [viewer, usuario, office.admin])
      for (const body of [{ nuevoEstado: 'En curso' }, {}])
        expect((await set(id, body, client)).body.error).toEqual({ code: 'SIN_PERMISO' })
    expect((await set(id, {}, office.server.anonymous)).status).toBe(401)
  })

  test('PUT estado: allowed without ver_rutas, but list and history return 403', async () => {
    const others = await someReferences(office.admin)
    const { id } = await office.create(others)
    const blind = await office.server.as({
      rol: 'piloto',
      piloto_id: others.chofer_id,
      permisos: ['actualizar_estado'],
    })
    expect((await set(id, { nuevoEstado: 'Entregado' }, blind)).status).toBe(200)
    for (const url of ['/piloto/mis-rutas', `/piloto/ruta/${id}/historial`, `/api/rutas/${id}`])
      expect((await blind.get(url)).status).toBe(403)
  })

  test('PUT estado: returns 409 when the version is stale', async () => {
    const { id } = await office.create()
    expect((await set(id, { nuevoEstado: 'En curso', version: 1 })).body.data.version).toBe(2)
    for (const nuevoEstado of ['Entregado', 'En curso'])
      expectConflict(await set(id, { nuevoEstado, version: 1, comentario: 'Tarde' }), staleMessage)
    expect((await office.history(id)).length).toBe(2)
    expect((await set(id, { nuevoEstado: 'Entregado', version: null })).body.data.version).toBe(3)
  })
})

test('simultaneous status changes: one succeeds per version; without versions all do, and the history is a chain', async () => {
  const { server } = office
  const elsewhere = server.clientOf(server.startAnotherApp(), piloto.token)
  for (let round = 0; round < 10; round++) {
    const { id } = await office.create()
    const targets = ['En curso', 'Entregado', 'Incidente', 'En curso', 'Entregado', 'Incidente']
    const withVersion = await Promise.all(
      targets.map((nuevoEstado, i) => set(id, { nuevoEstado, version: 1 }, i % 2 ? piloto : elsewhere)),
    )
    expect(countByStatus(withVersion)).toEqual({ 200: 1, 409: 5 })
    const without = await Promise.all(
      targets.map((nuevoEstado, i) =>
        set(id, { nuevoEstado, comentario: `${i}` }, i % 2 ? piloto : elsewhere),
      ),
    )
    expect(countByStatus(without)).toEqual({ 200: 6 })
    const history = await office.history(id)
    expect(history).toHaveLength(8)
    for (const [i, row] of history.slice(0, -1).entries())
      expect(row.estado_anterior).toBe(history[i + 1]?.estado_nuevo)
    expect(await stored(id)).toMatchObject({ estado: history[0]?.estado_nuevo, version: 8 })
  }
})
