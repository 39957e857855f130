import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raw } from '../../platform/db/sql.ts'
import { aCamion } from '../../test/factories.ts'
import { mantenimientoFactory } from '../../test/mantenimientos.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'

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

describe('GET /api/mantenimientos', () => {
  const ids = (answer: ApiResponse) => answer.body.map(({ id }: { id: number }) => id)

  test('returns the bare array, newest date first, then newest record', async () => {
    const { id: camion } = await make.camion()
    const first = await make.mantenimiento(camion, { fecha_programada: '2026-11-20' })
    const second = await make.mantenimiento(camion, { fecha_programada: '2026-11-20' })
    const old = await make.mantenimiento(camion, { fecha_programada: '2026-01-02' })
    const late = await make.mantenimiento(camion, { fecha_programada: '2027-01-01' })
    const answer = await admin.get(`${path}?camion_id=${camion}&pagina=9&porPagina=1&buscar=&estado=`)
    expect(answer.status).toBe(200)
    expect(answer.headers['x-total-count']).toBe('4')
    expect(answer.headers['content-type']).toContain('application/json')
    const asListed = ({ plan_id: _plan, lineas: _lines, ...row }: Record<string, unknown>) => row
    expect(answer.body).toEqual([late, second, first, old].map(asListed))
  })

  test('orden=pendientes: returns open ones first, soonest first', async () => {
    const { id: camion } = await make.camion()
    const mantenimiento = async (estado: string, fecha_programada: string) =>
      (await make.mantenimiento(camion, { estado, fecha_programada })).id
    const old = await mantenimiento('Completado', '2026-01-02')
    const late = await mantenimiento('Programado', '2027-01-01')
    const new1 = await mantenimiento('Cancelado', '2027-05-05')
    const soon = await mantenimiento('En proceso', '2026-11-20')
    const new2 = await mantenimiento('Completado', '2027-05-05')
    const sameDay = await mantenimiento('Programado', '2026-11-20')
    const url = `${path}?camion_id=${camion}`
    expect(ids(await admin.get(`${url}&orden=pendientes`))).toEqual([soon, sameDay, late, new1, new2, old])
    for (const orden of ['recientes', ''])
      expect(ids(await admin.get(`${url}&orden=${orden}`))).toEqual([new2, new1, late, sameDay, soon, old])
    expect(ids(await admin.get(`${url}&orden=antiguas`))).toEqual([old, soon, sameDay, late, new1, new2])
    const wrong = await admin.get(`${path}?orden=nombre`)
    expect([wrong.status, Object.keys(wrong.body.error.campos)]).toEqual([400, ['orden']])
  })

  test('filters by truck and state', async () => {
    const { id: camion } = await make.camion()
    const completed = await make.mantenimiento(camion, { estado: 'Completado' })
    const running = await make.mantenimiento(camion, { estado: 'En proceso' })
    await make.mantenimiento((await make.camion()).id, { estado: 'En proceso' })
    expect(ids(await admin.get(`${path}?camion_id=${camion}&estado=Completado`))).toEqual([completed.id])
    const answer = await admin.get(`${path}?camion_id=${camion}&estado=En%20proceso`)
    expect(ids(answer)).toEqual([running.id])
    expect(answer.headers['x-total-count']).toBe('1')
    for (const none of ['999999', '99999999999999999999']) {
      const empty = await admin.get(`${path}?camion_id=${none}`)
      expect(empty.body).toEqual([])
      expect(empty.headers['x-total-count']).toBe('0')
    }
  })

  test('wrong filter: returns 400 with its name', async () => {
    const wrong = { camion_id: 'x', estado: 'Otro', buscar: 'x'.repeat(101) }
    const answer = await admin.get(`${path}?${new URLSearchParams(wrong).toString()}`)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.error.campos).sort()).toEqual(['buscar', 'camion_id', 'estado'])
  })

  test('search: description, workshop and plate, by words, without patterns', async () => {
    const camion = await make.camion('Ñ-77 Zopilote')
    const record = await make.mantenimiento(camion.id, {
      descripcion: 'Revisión de INYECTORES 100%',
      taller: 'Mecánica Peña_Nieto',
    })
    const other = await make.mantenimiento((await make.camion()).id, {
      descripcion: 'Inyectores 1000',
      taller: null,
    })
    const find = async (buscar: string) =>
      ids(await admin.get(`${path}?buscar=${encodeURIComponent(buscar)}`)).filter((id: number) =>
        [record.id, other.id].includes(id),
      )
    for (const hit of [
      'revision',
      'REVISIÓN',
      'pena zopilote',
      'ñ-77 iny',
      '  100%  peña_ ',
      'nieto mecanica',
    ])
      expect(await find(hit)).toEqual([record.id])
    expect(await find('inyectores')).toEqual([other.id, record.id])
    for (const miss of ['revision ausente', '1%0', 'pe_a', 'zopilote\\', "'", 'inyectores100'])
      expect(await find(miss)).toEqual([])
  })

  test('search: finds the new plate after a change', async () => {
    const camion = await make.camion()
    const { id } = await make.mantenimiento(camion.id)
    await admin.put(`/api/camiones/${camion.id}`, aCamion({ placa: 'Quetzal-9' }))
    const answer = await admin.get(`${path}?buscar=quetzal-9`)
    expect(answer.body).toMatchObject([{ id, camion: 'Quetzal-9' }])
    expect((await admin.get(`${path}?buscar=${encodeURIComponent(camion.placa)}`)).body).toEqual([])
  })

  test('returns at most 1,000 rows and the total of all', async () => {
    const { id: camion } = await make.camion()
    await server.db.query(
      raw(`insert into mantenimientos (camion_id, tipo, descripcion, fecha_programada, estado, busqueda)
        select ${camion}, 'Correctivo', 'Masivo', date '2020-01-01' + n, 'Completado', 'masivo'
        from generate_series(1, 1203) n`),
    )
    const answer = await admin.get(`${path}?camion_id=${camion}&buscar=masivo`)
    expect(answer.body).toHaveLength(1000)
    expect(answer.headers['x-total-count']).toBe('1203')
    expect(answer.body[0].fecha_programada > answer.body[999].fecha_programada).toBe(true)
  })
})
