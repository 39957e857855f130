import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { many, one, sql } from '../../platform/db/sql.ts'
import { aCamion, aChofer, aRuta, someReferences } from '../../test/factories.ts'
import { inParallel } from '../../test/mapConcurrently.ts'
import {
  expectConflict,
  invalidCamposOf,
  openOffice,
  type RutaOffice,
  staleMessage,
} from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'

type Changes = Record<string, unknown>

let office: RutaOffice
let ana: Client
let pedro: Client
beforeAll(async () => {
  office = await openOffice()
  ana = await office.server.as({ username: 'ana' })
  pedro = await office.server.as({
    rol: 'usuario',
    permisos: ['crear_rutas', 'editar_rutas', 'gestionar_catalogos'],
  })
})
afterAll(() => office.close())

const setModes = (modos: Changes | null) => office.admin.put('/api/ajustes', { modos })
const occupied = { CAMION_OCUPADO: 'bloquear', PILOTO_OCUPADO: 'bloquear', AYUDANTE_OCUPADO: 'bloquear' }
afterEach(() => setModes(null))

const day = '2027-05-24'
let refs: Awaited<ReturnType<typeof someReferences>>
let ruta: Changes & { id: number; no_ruta: string; version: number }
beforeEach(async () => {
  refs = await someReferences(office.admin)
  ruta = (await office.admin.post('/api/rutas', form({ hora: '06:00' }))).body.data
  await setModes(occupied)
})
const form = (changes: Changes = {}) => aRuta(refs, { fecha: day, ...changes })

const countOf = async () =>
  (await one<{ n: number }>(office.server.db, sql`select count(*) as n from rutas`))?.n

describe('blocked trip', () => {
  test('blocked trip: not written; the response lists blocking warnings first', async () => {
    await setModes({ CAMION_OCUPADO: 'avisar', PILOTO_OCUPADO: 'callar' })
    const before = await countOf()
    const { status, body } = await pedro.post('/api/rutas', form({ hora: '13:00' }))
    expect(status).toBe(409)
    expect(body).toEqual({
      success: false,
      message: body.error.avisos[0].texto,
      error: { code: 'CONFLICTO', avisos: expect.any(Array) },
    })
    expect(
      body.error.avisos.map(({ codigo, gravedad }: Record<string, string>) => [codigo, gravedad]),
    ).toEqual([
      ['AYUDANTE_OCUPADO', 'bloqueo'],
      ['CAMION_OCUPADO', 'aviso'],
    ])
    expect(await countOf()).toBe(before)
    expect((await pedro.post('/api/rutas', form({ hora: '14:00' }))).status).toBe(201)
  })

  test('blocked trip: missing records, a stale version and a taken number are reported before it', async () => {
    const clash = form({ hora: '13:00' })
    expect(invalidCamposOf(await pedro.post('/api/rutas', { ...clash, cliente_id: 2_000_000_000 }))).toEqual([
      'cliente_id',
    ])
    const taken = await pedro.post('/api/rutas', { ...clash, no_ruta: ruta.no_ruta.toLowerCase() })
    expect([taken.status, taken.body.message]).toEqual([409, 'El número de ruta ya existe'])
    const other = (await pedro.post('/api/rutas', form({ hora: '14:00' }))).body.data
    const put = (changes: Changes) => pedro.put(`/api/rutas/${other.id}`, { ...other, ...changes })
    expectConflict(await put({ hora: '13:00', version: 77 }), staleMessage)
    const renamed = await put({ hora: '13:00', no_ruta: ruta.no_ruta })
    expect([renamed.status, renamed.body.message]).toEqual([409, 'El número de ruta ya existe'])
    expect((await put({ hora: '13:00' })).body.error.avisos).toHaveLength(3)
  })

  test('blocked trip: other fields may change; a new hour, truck, duration or a reopening returns 409', async () => {
    await setModes(null)
    const other = (await pedro.post('/api/rutas', form({ hora: '13:00' }))).body.data
    const free = (await office.admin.post('/api/camiones', aCamion())).body.data
    await setModes(occupied)
    const put = (changes: Changes) =>
      pedro.put(`/api/rutas/${other.id}`, { ...other, version: null, ...changes })
    const updated = await put({ precio: 1 })
    expect([updated.status, updated.body.avisos.length, updated.body.avisos[0].gravedad]).toEqual([
      200,
      3,
      'bloqueo',
    ])
    for (const changes of [
      { hora: '13:30' },
      { camion_id: free.id },
      { duracion_min: 60 },
      { ayudante_id: null },
    ])
      expect([changes, (await put(changes)).status]).toEqual([changes, 409])
    expect((await put({ estado: 'Entregado' })).status).toBe(200)
    expect((await put({ estado: 'Pendiente' })).status).toBe(409)
    expect((await put({ hora: '15:00' })).status).toBe(200)
  })

  test("blocked trip: a pilot's status change and a restore from the bin succeed", async () => {
    const piloto = await office.server.as({ rol: 'piloto', piloto_id: refs.chofer_id })
    const estado = (nuevoEstado: string) => piloto.put(`/piloto/ruta/${ruta.id}/estado`, { nuevoEstado })
    await estado('Entregado')
    expect((await pedro.post('/api/rutas', form({ hora: '07:00' }))).status).toBe(201)
    expect((await estado('En curso')).status).toBe(200)
    await estado('Entregado')
    const reopened = { rutas: [{ id: ruta.id }], estado: 'En curso' }
    expect((await pedro.patch('/api/rutas/estado', reopened)).body.data).toEqual([{ id: ruta.id, ok: true }])
    await office.admin.delete(`/api/rutas/${ruta.id}`)
    expect((await office.admin.post(`/api/papelera/rutas/${ruta.id}/restaurar`)).status).toBe(200)
    expect((await pedro.post('/api/rutas', form({ hora: '07:00', estado: 'Incidente' }))).status).toBe(201)
  })
})

describe('motivo_excepcion', () => {
  const motivo_excepcion = 'El dueño lo pidió por teléfono'
  const logged = (id: number) =>
    many(
      office.server.db,
      sql`select accion, nombre, usuario, cambios, motivo from bitacora
        where tipo = 'rutas' and registro_id = ${id} order by accion`,
    )

  test('motivo_excepcion: writes a blocked trip for an administrador and is logged', async () => {
    const { status, body } = await ana.post('/api/rutas', form({ hora: '13:00', motivo_excepcion }))
    expect([status, body.avisos.length, body.avisos[0].gravedad]).toEqual([201, 3, 'bloqueo'])
    const { id, no_ruta } = body.data
    const who = { nombre: no_ruta, usuario: 'ana', cambios: {} }
    expect(await logged(id)).toEqual([
      { accion: 'crear', ...who, motivo: null },
      { accion: 'excepcion', ...who, motivo: motivo_excepcion },
    ])
    const put = await ana.put(`/api/rutas/${id}`, { ...body.data, hora: '12:00', motivo_excepcion })
    expect(put.status).toBe(200)
    expect((await logged(id)).map((row) => (row as Changes).accion)).toEqual([
      'crear',
      'editar',
      'excepcion',
      'excepcion',
    ])
  })

  test('motivo_excepcion: ignored from other roles', async () => {
    for (const given of [motivo_excepcion, 'no', 7])
      expect((await pedro.post('/api/rutas', form({ hora: '13:00', motivo_excepcion: given }))).status).toBe(
        409,
      )
  })

  test('motivo_excepcion: not logged without a block, and validated', async () => {
    const { body } = await ana.post('/api/rutas', form({ hora: '14:00', motivo_excepcion }))
    expect(await logged(body.data.id)).toHaveLength(1)
    for (const wrong of ['cuat', 'x'.repeat(201), 5, '     '])
      expect(
        invalidCamposOf(
          await ana.post('/api/rutas', form({ hora: '23:00', motivo_excepcion: wrong, precio: -1 })),
        ),
      ).toEqual(['motivo_excepcion', 'precio'])
    for (const none of ['', null])
      expect((await ana.post('/api/rutas', form({ hora: '13:00', motivo_excepcion: none }))).status).toBe(409)
  })
})

const added = async (catalogue: string, values: Changes): Promise<number> =>
  (await office.admin.post(`/api/${catalogue}`, values)).body.data.id

test('trip with an exception: keeps its truck occupied for a simultaneous trip', async () => {
  await setModes({ CAMION_OCUPADO: 'bloquear', LICENCIA_VENCIDA: 'bloquear' })
  const expired = await added('choferes', aChofer({ vencimiento: '2020-01-01' }))
  for (let round = 0; round < 8; round += 1) {
    const camion_id = await added('camiones', aCamion())
    const free = await added('choferes', aChofer())
    const [excepted, plain] = await Promise.all([
      office.admin.post(
        '/api/rutas',
        form({ camion_id, chofer_id: expired, ayudante_id: null, motivo_excepcion: 'Urge hoy' }),
      ),
      pedro.post('/api/rutas', form({ camion_id, chofer_id: free, ayudante_id: null })),
    ])
    expect(excepted.status).toBe(201)
    const codes = excepted.body.avisos.map(({ codigo }: Record<string, string>) => codigo)
    expect([plain.status, codes.includes('CAMION_OCUPADO')]).toEqual(
      plain.status === 201 ? [201, true] : [409, false],
    )
  }
})

test('POST /api/rutas: writes one of 100 simultaneous blocked trips on three processes', async () => {
  const apps = [office.server.app, office.server.startAnotherApp(), office.server.startAnotherApp()]
  const clients = apps.map((app) => office.server.clientOf(app, pedro.token))
  // The processes share one connection pool.
  const answers = await inParallel(15, Array.from({ length: 100 }), (_none, n) =>
    clients[n % 3]!.post('/api/rutas', form({ hora: '20:00' })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(99)
  for (const { body } of refused) expect(body.error.avisos[0].codigo).toBe('CAMION_OCUPADO')
})

test('POST /api/rutas: writes no overlapping trips when trucks, pilots and helpers are shared crosswise', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => someReferences(office.admin)))
  const answers = await inParallel(15, Array.from({ length: 60 }), (_none, n) => {
    const { camion_id } = all[n % 3]!
    const { chofer_id } = all[Math.floor(n / 3) % 3]!
    const { ayudante_id } = all[Math.floor(n / 9) % 3]!
    return pedro.post('/api/rutas', form({ camion_id, chofer_id, ayudante_id, hora: `${10 + (n % 7)}:00` }))
  })
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  const overlaps = await many(
    office.server.db,
    sql`select a.id, b.id from rutas a join rutas b on a.id < b.id and a.inicio < b.fin and b.inicio < a.fin
      where (a.camion_id = b.camion_id or a.chofer_id = b.chofer_id or a.ayudante_id = b.ayudante_id)
        and a.camion_id = any(${all.map(({ camion_id }) => camion_id)})`,
  )
  expect(overlaps).toEqual([])
})

test('blocking expired licence: returns 409 whatever the hour', async () => {
  await setModes({ LICENCIA_VENCIDA: 'bloquear', CAMION_OCUPADO: 'callar' })
  const { id } = (await office.admin.post('/api/choferes', aChofer({ vencimiento: '2027-05-23' }))).body.data
  const { status, body } = await pedro.post(
    '/api/rutas',
    form({ chofer_id: id, ayudante_id: null, hora: '06:00' }),
  )
  expect([status, body.error.avisos.length]).toEqual([409, 1])
  expect(body.message).toMatch(/^La licencia de Julio .+ vence el 23\/05\/2027, antes del viaje\.$/)
})
