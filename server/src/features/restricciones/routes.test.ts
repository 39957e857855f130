import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import {
  expectConflict,
  invalidCamposOf,
  openOffice,
  type RutaOffice,
  staleMessage,
} from '../../test/openOffice.ts'

type Changes = Record<string, unknown>

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const path = '/api/restricciones'
const create = async (changes: Changes) => {
  const { status, body } = await office.admin.post(path, { nombre: 'Feriado', ...changes })
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}
afterEach(async () => {
  const { body } = await office.admin.get(path)
  for (const { id } of body.data) await office.admin.delete(`${path}/${id}`)
})

const avisos = async (changes: Changes) => {
  const trip = { ...office.references, fecha: '2026-12-24', hora: '10:00', ...changes }
  const { body } = await office.admin.post('/api/rutas/revision', trip)
  // The trips of this file overlap too.
  return body.data.avisos.filter(({ codigo }: { codigo: string }) => codigo === 'RESTRICCION')
}
const touches = async (changes: Changes) => (await avisos(changes)).length > 0

describe('record', () => {
  const span = { desde: '2026-12-24', hasta: '2026-12-25' }

  test('stores the values as sent', async () => {
    const values = {
      ...span,
      hora_desde: '06:00',
      hora_hasta: '20:30:15',
      palabras_exentas: [' Alimentos ', 'Leche'],
      nota: 'Acuerdo 123',
      activo: false,
    }
    const created = await create(values)
    expect(created).toEqual({
      id: expect.any(Number),
      nombre: 'Feriado',
      ...values,
      dias_semana: null,
      hora_desde: '06:00:00',
      palabras_exentas: ['Alimentos', 'Leche'],
      version: 1,
      creado_en: expect.any(String),
      actualizado_en: expect.any(String),
    })
    const { body } = await office.admin.put(`${path}/${created.id}`, {
      nombre: 'Semana Santa',
      dias_semana: [5, 1, 5],
      hora_desde: '22:00',
      hora_hasta: '05:00',
      version: 1,
    })
    expect(body.message).toBe('Restricción actualizada exitosamente')
    expect(body.data).toMatchObject({
      desde: null,
      hasta: null,
      dias_semana: [1, 5],
      palabras_exentas: null,
      nota: null,
      activo: true,
      version: 2,
    })
    expect((await office.admin.get(`${path}/${created.id}`)).body.data).toEqual(body.data)
  })

  test('list is sorted by name; a deleted one is in the papelera and can be restored', async () => {
    const created = [await create({ ...span, nombre: 'Ñ' }), await create({ ...span, nombre: 'ánimas' })]
    const { body } = await office.admin.get(path)
    expect([body.count, body.data.map(({ nombre }: { nombre: string }) => nombre)]).toEqual([
      2,
      ['ánimas', 'Ñ'],
    ])
    expect(body).not.toHaveProperty('paginacion')
    const url = `${path}/${created[0].id}`
    expectConflict(await office.admin.delete(`${url}?version=7`), staleMessage)
    expect((await office.admin.delete(`${url}?version=1`)).body).toMatchObject({
      message: 'Restricción eliminada con éxito',
      data: null,
    })
    const deletedResponse = await office.admin.get(url)
    expect([deletedResponse.status, deletedResponse.body.message]).toEqual([404, 'Restricción no encontrada'])
    expect((await office.admin.get('/api/papelera')).body.data[0]).toMatchObject({
      tipo: 'restricciones',
      nombre: 'Ñ',
    })
    const back = await office.admin.post(`/api/papelera/restricciones/${created[0].id}/restaurar`)
    expect([back.status, back.body.data.nombre]).toEqual([200, 'Ñ'])
    const rows = await many<{ accion: string }>(
      office.server.db,
      sql`select accion from bitacora where tipo = 'restricciones' and registro_id = ${created[0].id} order by id`,
    )
    expect(rows.map(({ accion }) => accion)).toEqual(['crear', 'eliminar', 'restaurar'])
  })

  test.each<[Changes, string[]]>([
    [{}, ['desde', 'hasta']],
    [{ dias_semana: [] }, ['desde', 'hasta']],
    [{ dias_semana: [1] }, ['hora_desde', 'hora_hasta']],
    [{ ...span, dias_semana: [1], hora_desde: '06:00' }, ['hora_hasta']],
    [{ dias_semana: [0, 8], hora_desde: '06:00', hora_hasta: '07:00' }, ['dias_semana']],
    [{ desde: '2026-12-25', hasta: '2026-12-24' }, ['hasta']],
    [
      { desde: '2026-12-24', hasta: '2026-12-24', hora_desde: '08:00', hora_hasta: '08:00:00' },
      ['hora_hasta'],
    ],
    [{ desde: '2026-12-24', hasta: '2026-12-24', hora_hasta: '00:00' }, ['hora_hasta']],
    [{ ...span, palabras_exentas: Array(51).fill('Leche') }, ['palabras_exentas']],
    [{ ...span, palabras_exentas: [''] }, ['palabras_exentas']],
    [{ desde: '31/12/2026', hasta: '2026-12-31' }, ['desde']],
    [{ ...span, desde: span.hasta, hora_desde: '25:00', hora_hasta: '10:00' }, ['hora_desde']],
    [{ dias_semana: 'lunes', hora_desde: '10:00', hora_hasta: '12:00' }, ['dias_semana']],
    [{ ...span, nombre: ' ', nota: 'x'.repeat(2001) }, ['nombre', 'nota']],
  ])('%j: returns 400', async (changes, wrong) => {
    expect(invalidCamposOf(await office.admin.post(path, { nombre: 'Feriado', ...changes }))).toEqual(wrong)
  })

  test('a span of one second, a day from 00:00 and fifty words: accepted', async () => {
    const one = { desde: '2026-12-24', hasta: '2026-12-24' }
    await create({ ...one, hora_desde: '08:00', hora_hasta: '08:00:01' })
    await create({ ...one, hora_desde: '00:00' })
    const many = await create({ ...one, palabras_exentas: Array(50).fill('Leche') })
    expect(many.palabras_exentas).toHaveLength(50)
  })
})

describe('date span', () => {
  test('warns of an overlapping trip, and names an exempt cargo', async () => {
    const { id } = await create({
      nombre: 'Navidad',
      desde: '2026-12-24',
      hasta: '2026-12-25',
      hora_desde: '12:00',
      palabras_exentas: ['Alimentos'],
    })
    const hit = { codigo: 'RESTRICCION', entidad: 'restricciones', entidad_id: id }
    expect(await avisos({ mercaderia: 'Cemento' })).toEqual([
      { ...hit, gravedad: 'aviso', texto: 'El viaje toca la restricción «Navidad».' },
    ])
    expect(await avisos({ mercaderia: 'Cajas de ALIMENTOS, varios' })).toEqual([
      {
        ...hit,
        gravedad: 'info',
        texto: 'El viaje toca la restricción «Navidad», pero su carga está exenta.',
      },
    ])
    expect(await touches({ hora: '04:00' })).toBe(false)
    expect(await touches({ hora: '04:01' })).toBe(true)
    expect(await touches({ fecha: '2026-12-25', hora: '23:59' })).toBe(true)
    expect(await touches({ fecha: '2026-12-26', hora: '00:00' })).toBe(false)
  })

  test('an exempt cargo is not blocked, and an inactive restriction is ignored', async () => {
    await office.admin.put('/api/ajustes', { modos: { RESTRICCION: 'bloquear' } })
    const created = await create({ desde: '2026-12-24', hasta: '2026-12-24', palabras_exentas: ['cemento'] })
    const trip = { fecha: '2026-12-24', hora: '10:00' }
    expect((await office.post(trip)).body.avisos[0].gravedad).toBe('info')
    expect((await office.post({ ...trip, mercaderia: 'Cementos' })).status).toBe(409)
    await office.admin.put(`${path}/${created.id}`, { ...created, activo: false })
    expect(await touches({})).toBe(false)
    await office.admin.put('/api/ajustes', { modos: null })
  })

  test.each([
    ['Leche', 'LÉCHE en polvo', true],
    ['leche en  polvo', 'Leche en polvo', true],
    ['Leche', 'Lechería', false],
    ['Ñame', 'ñame', true],
    ['C++ (v.1)', 'libros de c++ (v.1)', true],
    ['C++ (v.1)', 'libros de c++ (vx1)', false],
    ['a.c', 'abc', false],
  ])('«%s» in «%s»: exempt is %s', async (palabra, mercaderia, isExempt) => {
    await create({ desde: '2026-12-24', hasta: '2026-12-24', palabras_exentas: ['Otra', palabra] })
    expect((await avisos({ mercaderia }))[0].gravedad).toBe(isExempt ? 'info' : 'aviso')
  })
})

describe('hours on weekdays', () => {
  test('apply on those days, past midnight, between the dates', async () => {
    // 2026-12-21 is a Monday.
    await create({ dias_semana: [1], hora_desde: '22:00', hora_hasta: '05:00', desde: '2026-12-21' })
    const at = (fecha: string, hora: string) => touches({ fecha, hora, duracion_min: 60 })
    expect(await at('2026-12-21', '20:59')).toBe(false)
    expect(await at('2026-12-21', '21:30')).toBe(true)
    expect(await at('2026-12-22', '04:59')).toBe(true)
    expect(await at('2026-12-22', '05:00')).toBe(false)
    expect(await at('2026-12-22', '23:00')).toBe(false)
    expect(await at('2026-12-28', '23:00')).toBe(true)
    expect(await at('2026-12-14', '23:00')).toBe(false)
    expect(await at('2026-12-15', '04:00')).toBe(false)
    expect(await touches({ fecha: '2026-12-23', hora: '10:00', duracion_min: 20_160 })).toBe(true)
  })

  test('from an hour to the same hour: apply all day', async () => {
    await create({ dias_semana: [4], hora_desde: '08:00', hora_hasta: '08:00', hasta: '2026-12-24' })
    const at = (fecha: string, hora: string) => touches({ fecha, hora, duracion_min: 1 })
    expect(await at('2026-12-25', '07:59')).toBe(true)
    expect(await at('2026-12-25', '08:00')).toBe(false)
    expect(await at('2026-12-31', '09:00')).toBe(false)
  })
})
