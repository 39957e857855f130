import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invalidCamposOf, openOfficeWithPilot, type RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'
import {
  findIncidentes,
  findLogRowsOfRecord,
  setRutasAge,
  toUtc,
  yesterdayAt,
} from '../../test/tripEvents.ts'
import { countByStatus } from '../../test/users.ts'

// Status changes open and close incidents (docs/contract/road.md).

let office: RutaOffice
let piloto: Client
beforeAll(async () => {
  ;({ office, piloto } = await openOfficeWithPilot())
})
afterAll(() => office.close())

const set = (id: number, nuevoEstado: string, more: object = {}) =>
  piloto.put(`/piloto/ruta/${id}/estado`, { nuevoEstado, ...more })
const open = (id: number, body: object) => office.admin.post(`/api/rutas/${id}/incidentes`, body)
const ofRuta = (id: number) => findIncidentes(office.server.db, id)
const logOf = (id: number, tipo = 'incidentes') => findLogRowsOfRecord(office.server.db, tipo, id)

describe('incidents of a status change', () => {
  test("status Incidente: opens an incident with the pilot's fields, leaving it closes it, without a log row", async () => {
    const { id } = await office.create()
    await setRutasAge(office.server.db, 2)
    const into = {
      causa: 'Mecánico',
      lugar: 'Km 22',
      comentario: 'Llanta',
      hora_dispositivo: yesterdayAt('08:00'),
    }
    expect((await set(id, 'Incidente', into)).status).toBe(200)
    const [opened] = await ofRuta(id)
    expect(opened).toMatchObject({
      causa: 'Mecánico',
      lugar: 'Km 22',
      nota: 'Llanta',
      desde: toUtc(yesterdayAt('08:00')),
      hasta: null,
      usuario: 'julio.piloto',
      version: 1,
    })
    // The same status again has no effect.
    await set(id, 'Incidente', {
      causa: 'Robo',
      comentario: 'Sigo aquí',
      hora_dispositivo: yesterdayAt('09:00'),
    })
    expect(await ofRuta(id)).toEqual([opened])
    await set(id, 'En curso', { causa: 'Robo', hora_dispositivo: yesterdayAt('11:20') })
    expect(await ofRuta(id)).toMatchObject([
      { ...opened, hasta: toUtc(yesterdayAt('11:20')), version: 2, actualizado_en: expect.anything() },
    ])
    expect(await logOf(opened?.id ?? 0)).toEqual([])
    expect((await logOf(id, 'rutas')).map(({ accion }) => accion)).toEqual([
      'crear',
      'estado',
      'estado',
      'estado',
    ])
  })

  test('status Incidente: opens no second incident; leaving it closes all, never before their begin', async () => {
    const { id } = await office.create()
    await setRutasAge(office.server.db, 2)
    await open(id, { causa: 'Bloqueo', desde: yesterdayAt('07:50') })
    await open(id, { causa: 'Clima', desde: yesterdayAt('06:00'), hasta: yesterdayAt('07:00') })
    await open(id, { causa: 'Cliente', desde: yesterdayAt('12:00') })
    const binned = (await open(id, { causa: 'Robo', desde: yesterdayAt('07:00') })).body.data
    await office.admin.delete(`/api/rutas/${id}/incidentes/${binned.id}`)
    await set(id, 'Incidente', { hora_dispositivo: yesterdayAt('08:00') })
    expect(await ofRuta(id)).toHaveLength(3)
    await set(id, 'En curso', { hora_dispositivo: yesterdayAt('11:20') })
    expect(await ofRuta(id)).toMatchObject([
      { causa: 'Clima', hasta: toUtc(yesterdayAt('07:00')), version: 1 },
      { causa: 'Bloqueo', hasta: toUtc(yesterdayAt('11:20')), version: 2 },
      { causa: 'Cliente', hasta: toUtc(yesterdayAt('12:00')), version: 2 },
    ])
    await office.admin.post(`/api/papelera/incidentes/${binned.id}/restaurar`)
    expect((await ofRuta(id)).find((each) => each.id === binned.id)).toMatchObject({ hasta: null })
  })

  test('status Incidente of the office: opens an incident with cause Otro at the current time', async () => {
    const ruta = await office.create({ estado: 'Incidente' })
    const put = (estado: string) => office.put(ruta.id, { no_ruta: ruta.no_ruta, estado })
    const patch = (estado: string) =>
      office.admin.patch('/api/rutas/estado', { rutas: [{ id: ruta.id }], estado })
    const opened = { causa: 'Otro', lugar: null, nota: null, hasta: null, version: 1 }
    const closed = { ...opened, hasta: expect.any(String), version: 2 }
    expect(await ofRuta(ruta.id)).toMatchObject([opened])
    await put('Incidente')
    await patch('Incidente')
    expect(await ofRuta(ruta.id)).toMatchObject([opened])
    await put('En curso')
    expect(await ofRuta(ruta.id)).toMatchObject([closed])
    await patch('Incidente')
    await patch('Entregado')
    await put('Incidente')
    expect(await ofRuta(ruta.id)).toMatchObject([closed, closed, opened])
  })

  test('status Incidente: a restore opens none, and a rejected change opens none', async () => {
    const ruta = await office.create({ estado: 'Incidente' })
    const before = await ofRuta(ruta.id)
    await office.admin.delete(`/api/rutas/${ruta.id}`)
    await office.admin.post(`/api/papelera/rutas/${ruta.id}/restaurar`)
    expect(await ofRuta(ruta.id)).toEqual(before)
    expect((await set(ruta.id, 'En curso', { version: 1 })).status).toBe(409)
    expect(await ofRuta(ruta.id)).toEqual(before)
  })

  test('causa and lugar: validated for every status', async () => {
    const { id } = await office.create()
    for (const nuevoEstado of ['En curso', 'Incidente']) {
      expect(invalidCamposOf(await set(id, nuevoEstado, { causa: 'x', lugar: 'x'.repeat(101) }))).toEqual([
        'causa',
        'lugar',
      ])
      expect((await set(id, nuevoEstado, { causa: '', lugar: null })).status).toBe(200)
    }
    expect(await ofRuta(id)).toMatchObject([{ causa: 'Otro', lugar: null }])
  })

  test('simultaneous status changes: leave one open incident if the trip is Incidente, otherwise none', async () => {
    const elsewhere = office.server.clientOf(office.server.startAnotherApp(), piloto.token)
    for (let round = 0; round < 8; round++) {
      const { id } = await office.create()
      const estados = ['Incidente', 'En curso', 'Incidente', 'Entregado', 'Incidente', 'En curso']
      const answers = await Promise.all(
        estados.map((nuevoEstado, i) =>
          (i % 2 ? piloto : elsewhere).put(`/piloto/ruta/${id}/estado`, { nuevoEstado }),
        ),
      )
      expect(countByStatus(answers)).toEqual({ 200: 6 })
      const { estado } = (await office.read(id)).body.data
      const open = (await ofRuta(id)).filter(({ hasta }) => hasta === null)
      expect([estado, open.length]).toEqual([estado, estado === 'Incidente' ? 1 : 0])
    }
  })
})
