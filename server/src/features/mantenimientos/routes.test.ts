import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { aChofer } from '../../test/factories.ts'
import { aMantenimiento, mantenimientoFactory, sortedStatuses } from '../../test/mantenimientos.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

const path = '/api/mantenimientos'

let server: TestApp
let admin: Client
let make: ReturnType<typeof mantenimientoFactory>
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  make = mantenimientoFactory(admin)
})
afterAll(() => server.close())

describe('one record', () => {
  test('create, read, update and delete', async () => {
    const camion = await make.camion()
    const values = aMantenimiento(camion.id)
    const created = await admin.post(path, values)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ success: true, message: 'Mantenimiento creado exitosamente' })
    const { data } = created.body
    expect(data).toEqual({
      ...values,
      camion: camion.placa,
      plan_id: null,
      lineas: [],
      id: expect.any(Number),
      version: 1,
      creado_en: expect.stringMatching(/Z$/),
      actualizado_en: expect.stringMatching(/Z$/),
    })
    expect((await admin.get(`${path}/${data.id}`)).body.data).toEqual(data)

    const other = await make.camion()
    const required = {
      camion_id: other.id,
      tipo: 'Correctivo',
      descripcion: 'Frenos',
      fecha_programada: '2026-11-20',
      estado: 'Completado',
    }
    const changed = await admin.put(`${path}/${data.id}`, { ...required, version: 1 })
    expect(changed.status).toBe(200)
    expect(changed.body.message).toBe('Mantenimiento actualizado exitosamente')
    expect(changed.body.data).toMatchObject({
      ...required,
      camion: other.placa,
      fecha_realizada: null,
      kilometraje: null,
      costo: null,
      taller: null,
      version: 2,
      creado_en: data.creado_en,
    })
    expect((await admin.get(`${path}/${data.id}`)).body.data).toEqual(changed.body.data)

    const removed = await admin.delete(`${path}/${data.id}?version=2`)
    expect(removed.status).toBe(200)
    expect(removed.body).toEqual({
      success: true,
      message: 'Mantenimiento eliminado con éxito',
      data: null,
    })
    expect((await admin.get(`${path}?camion_id=${other.id}`)).body).toEqual([])
    for (const answer of [
      await admin.get(`${path}/${data.id}`),
      await admin.put(`${path}/${data.id}`, required),
      await admin.delete(`${path}/${data.id}`),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({
        success: false,
        message: 'Mantenimiento no encontrado',
        error: { code: 'NO_ENCONTRADO' },
      })
    }
  })

  test('optional fields: accept null, "" and absence', async () => {
    const camion = await make.camion()
    const optional = ['fecha_realizada', 'kilometraje', 'costo', 'taller']
    for (const value of [null, '', undefined]) {
      const data = await make.mantenimiento(
        camion.id,
        Object.fromEntries(optional.map((name) => [name, value])),
      )
      expect(optional.map((name) => data[name])).toEqual([null, null, null, null])
    }
    expect((await make.mantenimiento(camion.id, { taller: '   ' })).taller).toBeNull()
  })

  test('texts, amounts and dates: are returned as sent', async () => {
    const camion = await make.camion()
    const descripcion = `'; drop table x; -- <b>"🚚"</b> %_\\ ${'🔧'.repeat(1900)}`
    const accepted = [
      { descripcion },
      { costo: 0 },
      { costo: 0.1 },
      { costo: 99_999_999.99 },
      { kilometraje: 0 },
      { kilometraje: 2_147_483_647 },
      { fecha_programada: '2028-02-29', fecha_realizada: '0001-01-01' },
      { fecha_programada: '9999-12-31', fecha_realizada: '2026-04-26' },
    ]
    for (const changes of accepted) {
      const data = await make.mantenimiento(camion.id, changes)
      expect(data).toMatchObject(changes)
      expect((await admin.get(`${path}/${data.id}`)).body.data).toEqual(data)
    }
    expect((await make.mantenimiento(camion.id, { costo: '5.25' })).costo).toBe(5.25)
    expect((await make.mantenimiento(camion.id, { descripcion: '  Llantas \n' })).descripcion).toBe('Llantas')
  })

  test('dates: do not depend on the host’s time zone', async () => {
    const camion = await make.camion()
    const zone = process.env.TZ
    try {
      for (const each of ['Pacific/Kiritimati', 'America/Los_Angeles', 'America/Guatemala']) {
        process.env.TZ = each
        const dates = { fecha_programada: '2026-11-20', fecha_realizada: '2026-11-01' }
        const { id } = await make.mantenimiento(camion.id, dates)
        expect((await admin.get(`${path}/${id}`)).body.data).toMatchObject(dates)
      }
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
  })

  test('costs: add up to the cent', async () => {
    const camion = await make.camion()
    await Promise.all(Array.from({ length: 30 }, () => make.mantenimiento(camion.id, { costo: 0.1 })))
    const sums = await many(
      server.db,
      sql`select sum(costo)::text as suma from mantenimientos where camion_id = ${camion.id}`,
    )
    expect(sums).toEqual([{ suma: '3.00' }])
  })
})

describe('invalid input', () => {
  const wrong: Record<string, unknown[]> = {
    camion_id: [undefined, null, '', '1', 0, -1, 1.5],
    tipo: [undefined, null, '', 'preventivo', 'Otro', 1],
    descripcion: [undefined, null, '', '   ', 'x'.repeat(2001), 'a\0b', 5],
    fecha_programada: [undefined, null, '', '2026-02-29', '20/11/2026', '2026-11-20T00:00:00Z', 20_261_120],
    fecha_realizada: ['2026-13-01', 'ayer', 1],
    kilometraje: [-1, 1.5, '5', 1e12],
    costo: [-1, 5.255, '1e3', '+5', '5,25', '.5', '5.', 100_000_000, true],
    taller: ['x'.repeat(101), 'a\0b', 5],
    estado: [undefined, null, '', 'programado', 'Otro'],
  }

  test.each(Object.entries(wrong))('%s: returns 400 with its name', async (campo, values) => {
    const camion = await make.camion()
    const { id } = await make.mantenimiento(camion.id)
    for (const value of values) {
      const body = aMantenimiento(camion.id, { [campo]: value })
      for (const answer of [await admin.post(path, body), await admin.put(`${path}/${id}`, body)]) {
        expect(answer.status).toBe(400)
        expect(answer.body.error).toEqual({
          code: 'VALIDACION',
          campos: { [campo]: expect.stringMatching(/\.$/) },
        })
      }
    }
    expect((await admin.get(`${path}/${id}`)).body.data.version).toBe(1)
  })

  test('wrong fields: are returned all at once', async () => {
    const { body } = await admin.post(path, { kilometraje: -1, costo: 'x', taller: 1 })
    expect(Object.keys(body.error.campos).sort()).toEqual([
      'camion_id',
      'costo',
      'descripcion',
      'estado',
      'fecha_programada',
      'kilometraje',
      'taller',
      'tipo',
    ])
  })

  test('invalid or unknown id: returns 400 or 404', async () => {
    const body = aMantenimiento((await make.camion()).id)
    const calls = (id: string) =>
      Promise.all([
        admin.get(`${path}/${id}`),
        admin.put(`${path}/${id}`, body),
        admin.delete(`${path}/${id}`),
      ])
    for (const id of ['0', '-1', '1.5', 'x', '1e3'])
      expect(sortedStatuses(await calls(id))).toEqual([400, 400, 400])
    for (const id of ['999999', '99999999999999999999'])
      expect(sortedStatuses(await calls(id))).toEqual([404, 404, 404])
  })

  test('invalid version: returns 400', async () => {
    const camion = await make.camion()
    const { id } = await make.mantenimiento(camion.id)
    for (const version of [0, -1, 1.5, '1']) {
      const answer = await admin.put(`${path}/${id}`, aMantenimiento(camion.id, { version }))
      expect(answer.body.error.campos).toHaveProperty('version')
    }
    expect((await admin.delete(`${path}/${id}?version=x`)).body.error.campos).toHaveProperty('version')
    expect((await admin.put(`${path}/${id}`, aMantenimiento(camion.id, { version: null }))).status).toBe(200)
  })
})

test('mantenimientos: require gestionar_catalogos', async () => {
  const { id } = await make.mantenimiento((await make.camion()).id)
  const calls = (client: Client) =>
    Promise.all([
      client.get(path),
      client.get(`${path}/${id}`),
      client.post(path, {}),
      client.put(`${path}/${id}`, {}),
      client.delete(`${path}/x`),
    ])
  const others = await server.as({
    rol: 'usuario',
    permisos: ['generar_reportes', 'crear_rutas', 'ver_rutas', 'editar_rutas', 'eliminar_rutas'],
  })
  const chofer = (await admin.post('/api/choferes', aChofer())).body.data
  const piloto = await server.as({
    rol: 'piloto',
    piloto_id: chofer.id,
    permisos: ['gestionar_catalogos', 'ver_rutas'],
  })
  const manager = await server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
  expect(sortedStatuses(await calls(server.anonymous))).toEqual([401, 401, 401, 401, 401])
  expect(sortedStatuses(await calls(others))).toEqual([403, 403, 403, 403, 403])
  expect(sortedStatuses(await calls(piloto))).toEqual([403, 403, 403, 403, 403])
  expect(sortedStatuses(await calls(manager))).toEqual([200, 200, 400, 400, 400])
})

test('another method: returns 405 before any other check', async () => {
  const answer = await server.anonymous.patch(`${path}/x`, {})
  expect(answer.status).toBe(405)
  expect(String(answer.headers.allow).split(', ').sort()).toEqual(['DELETE', 'GET', 'PUT'])
})
