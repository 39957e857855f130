import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someReferences } from '../../test/factories.ts'
import {
  expectConflict,
  invalidCamposOf,
  openOfficeWithPilot,
  type RutaOffice,
  staleMessage,
} from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'
import { findLogRowsOfRecord, setRutasAge, toUtc, yesterdayAt } from '../../test/tripEvents.ts'
import { countByStatus } from '../../test/users.ts'

// Deliveries and times of a trip (docs/contract/road.md).

let office: RutaOffice
let piloto: Client
beforeAll(async () => {
  ;({ office, piloto } = await openOfficeWithPilot())
})
afterAll(() => office.close())

const putEntrega = (id: number, body: object) => office.admin.put(`/api/rutas/${id}/entrega`, body)
const putTiempos = (id: number, body: object) => office.admin.put(`/api/rutas/${id}/tiempos`, body)
const drive = (id: number, part: string, body: object, headers: Record<string, string> = {}) =>
  piloto.send({
    method: 'PUT',
    url: `/piloto/ruta/${id}/${part}`,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
const logOf = async (id: number) =>
  (await findLogRowsOfRecord(office.server.db, 'rutas', id))
    .slice(1)
    .map(({ accion, cambios }) => ({ accion, cambios }))
const meta = { creado_en: expect.stringMatching(/Z$/), actualizado_en: expect.stringMatching(/Z$/) }

describe('delivery', () => {
  const all = {
    recibio: 'Óscar Ñ',
    documento: 'DPI 1234',
    nota: 'Bodega 3',
    sin_evidencia_motivo: 'Sin batería',
  }

  test('PUT entrega: replaces the delivery, with author and time of the request', async () => {
    const { id, version } = await office.create()
    await setRutasAge(office.server.db, 2)
    const hora_dispositivo = yesterdayAt('08:00')
    const first = await drive(id, 'entrega', { ...all, hora_dispositivo, desfase_s: 60 })
    const written = {
      ruta_id: id,
      ...all,
      usuario: 'julio.piloto',
      hora_dispositivo: toUtc(yesterdayAt('08:00')),
      hecho_en: toUtc(yesterdayAt('07:59')),
      dudosa: false,
      version: 1,
      ...meta,
    }
    expect([first.status, first.body]).toEqual([
      200,
      { success: true, message: 'Entrega guardada exitosamente', data: written },
    ])
    const { body } = await putEntrega(id, { recibio: 'Óscar Ñ', nota: '', version: 1 })
    expect(body.data).toEqual({
      ...written,
      documento: null,
      nota: null,
      sin_evidencia_motivo: null,
      usuario: expect.stringMatching(/^administrador-/),
      hora_dispositivo: null,
      hecho_en: null,
      version: 2,
    })
    expect(await logOf(id)).toEqual([
      {
        accion: 'editar',
        cambios: Object.fromEntries(
          Object.entries(all).map(([name, value]) => [`entrega.${name}`, [null, value]]),
        ),
      },
      {
        accion: 'editar',
        cambios: {
          'entrega.documento': ['DPI 1234', null],
          'entrega.nota': ['Bodega 3', null],
          'entrega.sin_evidencia_motivo': ['Sin batería', null],
        },
      },
    ])
    // The route's state and version stay the same.
    expect((await office.read(id)).body.data).toMatchObject({ estado: 'Pendiente', version })
  })

  test('PUT entrega: without changes raises the version and writes no log row', async () => {
    const { id } = await office.create()
    for (const version of [0, 1, 2]) expect((await putEntrega(id, { version })).status).toBe(200)
    expect((await putEntrega(id, {})).body.data.version).toBe(4)
    expect(await logOf(id)).toEqual([])
  })

  test('PUT entrega: returns 409 for another version, also before the first PUT', async () => {
    const { id } = await office.create()
    expectConflict(await putEntrega(id, { version: 1 }), staleMessage)
    expect((await putEntrega(id, { version: 0 })).status).toBe(200)
    for (const version of [0, 2]) expectConflict(await putEntrega(id, { version }), staleMessage)
    expectConflict(await drive(id, 'entrega', { version: 0 }), staleMessage)
  })

  test('PUT entrega: of simultaneous requests of office and pilot with version 0 one succeeds', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await office.create()
      const body = { recibio: 'Ana', version: 0 }
      expect(countByStatus(await Promise.all([putEntrega(id, body), drive(id, 'entrega', body)]))).toEqual({
        200: 1,
        409: 1,
      })
    }
  })

  test('PUT entrega: returns 400 naming all wrong fields', async () => {
    const { id } = await office.create()
    const wrong = { recibio: 'x'.repeat(101), documento: 'x'.repeat(31), nota: 'x'.repeat(2001), version: -1 }
    expect(invalidCamposOf(await putEntrega(id, { ...wrong, sin_evidencia_motivo: 'abcd' }))).toEqual([
      'documento',
      'nota',
      'recibio',
      'sin_evidencia_motivo',
      'version',
    ])
    expect(invalidCamposOf(await drive(id, 'entrega', { desfase_s: 'x', hora_dispositivo: 'hoy' }))).toEqual([
      'desfase_s',
      'hora_dispositivo',
    ])
    // The office's device time is ignored.
    expect((await putEntrega(id, { hora_dispositivo: 'hoy' })).body.data.hora_dispositivo).toBeNull()
  })
})

describe('times', () => {
  const hours = {
    llegada_carga: yesterdayAt('08:00'),
    salida_carga: yesterdayAt('09:30'),
    llegada_descarga: yesterdayAt('12:00'),
    salida_descarga: yesterdayAt('13:00'),
  }
  const asRead = Object.fromEntries(Object.entries(hours).map(([name, value]) => [name, toUtc(value)]))

  test('PUT tiempos: changes the sent fields, and null clears a field', async () => {
    const { id } = await office.create()
    await setRutasAge(office.server.db, 2)
    const first = await drive(id, 'tiempos', { llegada_carga: hours.llegada_carga })
    const empty = { llegada_carga: null, salida_carga: null, llegada_descarga: null, salida_descarga: null }
    expect([first.status, first.body]).toEqual([
      200,
      {
        success: true,
        message: 'Tiempos guardados exitosamente',
        data: {
          ruta_id: id,
          ...empty,
          llegada_carga: asRead.llegada_carga,
          dudosa: false,
          version: 1,
          ...meta,
        },
      },
    ])
    const { llegada_carga: _told, ...rest } = hours
    expect((await putTiempos(id, { ...rest, version: 1 })).body.data).toMatchObject({ ...asRead, version: 2 })
    const cleared = await putTiempos(id, { salida_carga: '', salida_descarga: null })
    expect(cleared.body.data).toMatchObject({ ...asRead, salida_carga: null, salida_descarga: null })
    expect((await putTiempos(id, {})).body.data).toMatchObject({
      llegada_carga: asRead.llegada_carga,
      version: 4,
    })
    expectConflict(await drive(id, 'tiempos', { version: 3 }), staleMessage)
    const log = await logOf(id)
    expect(log.map(({ cambios }) => Object.keys(cambios).toSorted())).toEqual([
      ['tiempos.llegada_carga'],
      ['tiempos.llegada_descarga', 'tiempos.salida_carga', 'tiempos.salida_descarga'],
      ['tiempos.salida_carga', 'tiempos.salida_descarga'],
    ])
  })

  test.each([
    ['ascending values', {}, false],
    ['equal values', { salida_carga: hours.llegada_carga }, false],
    ['a departure before the arrival', { salida_carga: yesterdayAt('07:59') }, true],
    [
      'a departure before an earlier stop',
      { salida_carga: null, llegada_descarga: yesterdayAt('07:00') },
      true,
    ],
    ['the last before the first', { salida_descarga: yesterdayAt('07:00') }, true],
    ['a minute from now', { salida_descarga: new Date(Date.now() + 60_000).toISOString() }, false],
    ['an hour from now', { salida_descarga: new Date(Date.now() + 3_600_000).toISOString() }, true],
    [
      'no values',
      { llegada_carga: null, salida_carga: null, llegada_descarga: null, salida_descarga: null },
      false,
    ],
  ])('times with %s', async (_name, changes, dudosa) => {
    const { id } = await office.create()
    const { status, body } = await putTiempos(id, { ...hours, ...changes })
    expect([status, body.data.dudosa]).toEqual([200, dudosa])
  })

  test('PUT tiempos: returns 400 for values that are no timestamps', async () => {
    const { id } = await office.create()
    const wrong = { llegada_carga: '08:00', salida_carga: 5, llegada_descarga: '2026-11-20', version: 1.5 }
    expect(invalidCamposOf(await putTiempos(id, wrong))).toEqual(Object.keys(wrong).toSorted())
  })
})

test('PUT tiempos of a pilot: writes own routes in any state, once per idempotency key', async () => {
  const others = await office.create(await someReferences(office.admin))
  const deleted = await office.create()
  await office.admin.delete(`/api/rutas/${deleted.id}`)
  for (const part of ['entrega', 'tiempos']) {
    for (const id of [others.id, deleted.id, 2_000_000])
      expect(await drive(id, part, { version: 7 })).toMatchObject({
        status: 404,
        body: { message: 'Ruta no encontrada' },
      })
    expect((await office.admin.put(`/api/rutas/${deleted.id}/${part}`, {})).status).toBe(404)
    for (const estado of ['Pendiente', 'En curso', 'Entregado', 'Incidente']) {
      const { id } = await office.create({ estado })
      const key = { 'idempotency-key': part }
      const first = await drive(id, part, { version: 0 }, key)
      expect(first.status).toBe(200)
      expect((await drive(id, part, { version: 0 }, key)).body).toEqual(first.body)
    }
  }
})

test('delivery and times: return with a restored route, and are not copied', async () => {
  const { id } = await office.create()
  await putEntrega(id, { recibio: 'Ana' })
  await office.admin.delete(`/api/rutas/${id}`)
  const read = async () => (await piloto.get('/piloto/expedientes')).body.data
  const of = async (ruta: number) =>
    (await read()).find(({ ruta_id }: { ruta_id: number }) => ruta_id === ruta)?.entrega
  expect(await of(id)).toBeUndefined()
  await office.admin.post(`/api/papelera/rutas/${id}/restaurar`)
  expect(await of(id)).toMatchObject({ recibio: 'Ana', version: 1 })
  const { body } = await office.admin.post(`/api/rutas/${id}/repetir`, { fechas: ['2026-11-27'] })
  expect(await of(body.data.rutas[0].id)).toMatchObject({ recibio: null, version: 0 })
})
