import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  expectConflict,
  invalidCamposOf,
  openOffice,
  type RutaOffice,
  staleMessage,
} from '../../test/openOffice.ts'
import { findIncidentes, findLogRowsOfRecord, toUtc, yesterdayAt } from '../../test/tripEvents.ts'

// Incidents of a trip (docs/contract/road.md).

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const open = (id: number, body: object) => office.admin.post(`/api/rutas/${id}/incidentes`, body)
const ofRuta = (id: number) => findIncidentes(office.server.db, id)
const logOf = (id: number) => findLogRowsOfRecord(office.server.db, 'incidentes', id)

describe('incident endpoints', () => {
  test('incidents: created, replaced and deleted, with rows in log and bin', async () => {
    const { id, no_ruta, version } = await office.create()
    const created = await open(id, {
      causa: 'Aduana o puerto',
      lugar: ' Puerto Quetzal ',
      desde: yesterdayAt('08:00'),
      nota: 'Fila',
    })
    const incidente = {
      id: expect.any(Number),
      ruta_id: id,
      causa: 'Aduana o puerto',
      lugar: 'Puerto Quetzal',
      desde: toUtc(yesterdayAt('08:00')),
      hasta: null,
      nota: 'Fila',
      usuario: expect.stringMatching(/^administrador-/),
      version: 1,
      creado_en: expect.stringMatching(/Z$/),
      actualizado_en: expect.stringMatching(/Z$/),
    }
    expect([created.status, created.body]).toEqual([
      201,
      { success: true, message: 'Incidente creado exitosamente', data: incidente },
    ])
    const path = `/api/rutas/${id}/incidentes/${created.body.data.id}`
    const other = await office.server.as({ permisos: ['editar_rutas'], rol: 'usuario' })
    const put = await other.put(path, {
      causa: 'Clima',
      desde: yesterdayAt('08:00'),
      hasta: yesterdayAt('09:00'),
      version: 1,
    })
    // Omitted fields become null; the author stays.
    const changed = {
      ...incidente,
      causa: 'Clima',
      lugar: null,
      nota: null,
      hasta: toUtc(yesterdayAt('09:00')),
      version: 2,
    }
    expect([put.status, put.body]).toEqual([
      200,
      { success: true, message: 'Incidente actualizado exitosamente', data: changed },
    ])
    expectConflict(
      await other.put(path, { causa: 'Otro', desde: yesterdayAt('08:00'), version: 1 }),
      staleMessage,
    )
    expectConflict(await other.delete(`${path}?version=1`), staleMessage)
    expect((await other.delete(`${path}?version=2`)).body).toEqual({
      success: true,
      message: 'Incidente eliminado con éxito',
      data: null,
    })
    const nombre = `${no_ruta} · Clima`
    expect((await office.admin.get('/api/papelera')).body.data).toMatchObject([
      { tipo: 'incidentes', nombre },
    ])
    const back = await office.admin.post(`/api/papelera/incidentes/${created.body.data.id}/restaurar`)
    expect(back.body.data).toEqual({ ...changed, version: 4 })
    expect(await logOf(created.body.data.id)).toMatchObject([
      { accion: 'crear', nombre: `${no_ruta} · Aduana o puerto`, cambios: {} },
      { accion: 'editar', nombre, cambios: { causa: ['Aduana o puerto', 'Clima'], nota: ['Fila', null] } },
      { accion: 'eliminar', nombre },
      { accion: 'restaurar', nombre },
    ])
    // The route does not change.
    expect((await office.read(id)).body.data.version).toBe(version)
  })

  test('POST incidentes: begins now without desde', async () => {
    const { id } = await office.create()
    const before = Date.now()
    const { body } = await open(id, { causa: 'Robo', desde: '', hasta: null })
    expect(Date.parse(body.data.desde)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(body.data.desde)).toBeLessThanOrEqual(Date.now())
    expect(invalidCamposOf(await open(id, { causa: 'Robo', hasta: yesterdayAt('08:00') }))).toEqual(['hasta'])
  })

  test('incidents: return 400 naming all wrong fields, and for an end before the begin', async () => {
    const { id } = await office.create()
    expect(invalidCamposOf(await open(id, {}))).toEqual(['causa'])
    const wrong = { causa: 'Llanta', lugar: 'x'.repeat(101), desde: 'hoy', hasta: 5, nota: 'x'.repeat(2001) }
    expect(invalidCamposOf(await open(id, wrong))).toEqual(['causa', 'desde', 'hasta', 'lugar', 'nota'])
    const backwards = { causa: 'Otro', desde: yesterdayAt('08:00'), hasta: yesterdayAt('07:59') }
    const { body } = await open(id, backwards)
    expect(body.error.campos).toEqual({ hasta: 'La fecha final no puede ser anterior a la inicial.' })
    // The same moment in two time zones.
    const created = await open(id, { ...backwards, hasta: toUtc(yesterdayAt('08:00')) })
    expect(created.status).toBe(201)
    const path = `/api/rutas/${id}/incidentes/${created.body.data.id}`
    expect(invalidCamposOf(await office.admin.put(path, { causa: 'Otro' }))).toEqual(['desde'])
    expect(invalidCamposOf(await office.admin.put(path, { ...backwards, version: 0 }))).toEqual([
      'hasta',
      'version',
    ])
  })

  test('incidents: return 404 for an unknown route first, then for the incident', async () => {
    const [first, other, deleted] = [await office.create(), await office.create(), await office.create()]
    const { body } = await open(first.id, { causa: 'Otro' })
    const inGone = (await open(deleted.id, { causa: 'Otro' })).body.data.id
    await office.admin.delete(`/api/rutas/${deleted.id}`)
    const form = { causa: 'Otro', desde: yesterdayAt('08:00') }
    const messageOf = async (ruta: number, incidente: number) => {
      const path = `/api/rutas/${ruta}/incidentes/${incidente}`
      const answers = [await office.admin.put(path, form), await office.admin.delete(path)]
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
      return new Set(answers.map((answer) => answer.body.message))
    }
    const sinRuta = new Set(['Ruta no encontrada'])
    expect(await messageOf(deleted.id, inGone)).toEqual(sinRuta)
    expect(await messageOf(2_000_000, body.data.id)).toEqual(sinRuta)
    expect((await open(deleted.id, form)).body.message).toBe('Ruta no encontrada')
    for (const incidente of [body.data.id, 2_000_000])
      expect(await messageOf(other.id, incidente)).toEqual(new Set(['Incidente no encontrado']))
    // The incident is only hidden, and returns with its route.
    await office.admin.post(`/api/papelera/rutas/${deleted.id}/restaurar`)
    expect((await office.admin.put(`/api/rutas/${deleted.id}/incidentes/${inGone}`, form)).status).toBe(200)
  })

  test('POST incidentes: creates one incident per idempotency key', async () => {
    const { id } = await office.create()
    const send = (body: object) =>
      office.admin.send({
        method: 'POST',
        url: `/api/rutas/${id}/incidentes`,
        payload: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'idempotency-key': 'un bloqueo' },
      })
    const answers = await Promise.all(Array.from({ length: 4 }, () => send({ causa: 'Bloqueo' })))
    for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body])
    expect(await ofRuta(id)).toHaveLength(1)
    expect((await send({ causa: 'Clima' })).status).toBe(409)
  })
})
