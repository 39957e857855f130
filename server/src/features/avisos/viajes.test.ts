import type { Permiso } from '@flota/contract/core/access.ts'
import { fullName } from '@flota/contract/core/format.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { one, sql } from '../../platform/db/sql.ts'
import { aRuta, someReferences } from '../../test/factories.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'
import type { Client } from '../../test/testApp.ts'

// The classes choque and sin_cerrar (docs/contract/notices.md). The date is 20/11/2026, noon.

type Changes = Record<string, unknown>
type References = Awaited<ReturnType<typeof someReferences>>

let office: DocumentosOffice
let refs: References
beforeEach(async () => {
  office = await openDocumentosOffice()
  refs = await someReferences(office.admin)
})
afterEach(() => office.close())

const create = async (changes: Changes = {}, references = refs) => {
  const form = aRuta(references, { fecha: '2026-11-21', hora: '06:00', ...changes })
  const { status, body } = await office.admin.post('/api/rutas', form)
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}
const others = async (changes: Partial<References>) => ({
  ...(await someReferences(office.admin)),
  ...changes,
})
const avisos = async (clase: string, client: Client = office.admin) => {
  const { status, body } = await client.get(`/api/avisos?clase=${clase}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data
}
const ids = async (clase: string) => (await avisos(clase)).map(({ id }: { id: string }) => id)
const textos = async (clase: string) => (await avisos(clase)).map(({ texto }: { texto: string }) => texto)
const resumen = async (client: Client = office.admin) => (await client.get('/api/avisos/resumen')).body.data
const postpone = (id: string, client: Client = office.admin, hasta = '2026-11-25') =>
  client.post(`/api/avisos/${id}/posponer`, { hasta, motivo: 'Ya se habló con ellos' })
const usuario = (...permisos: Permiso[]) => office.server.as({ rol: 'usuario', permisos })

test('choque: one notice a pair, named by what it shares', async () => {
  const night = await create({ hora: '22:00', no_ruta: 'RUTA-B' })
  const early = await create({ fecha: '2026-11-22', hora: '05:00', no_ruta: 'RUTA-A' })
  expect(await avisos('choque')).toEqual([
    {
      id: `rutas-${night.id}-${early.id}`,
      clase: 'choque',
      gravedad: 'aviso',
      texto: `${night.camion_placa}: RUTA-B (21/11/2026 22:00) y RUTA-A (22/11/2026 05:00)`,
      entidad: 'rutas',
      entidad_id: night.id,
      href: `/mostrar-ruta/${night.id}`,
      fecha: '2026-11-22',
      dias: 2,
    },
  ])
  expect(await resumen()).toMatchObject({ total: 1, choque: 1, sin_cerrar: 0 })
})

test('choque: covers truck, pilot and helper; not adjoining, closed or deleted trips, nor modo callar', async () => {
  const { camion_id, chofer_id, ayudante_id } = refs
  const first = await create({ no_ruta: 'RUTA-1' })
  await create({ no_ruta: 'RUTA-2', hora: '14:00' })
  const truck = await create({ no_ruta: 'RUTA-3', hora: '07:00' }, await others({ camion_id }))
  await create({ no_ruta: 'RUTA-4', hora: '07:00', duracion_min: 60 }, await others({ chofer_id }))
  await create({ no_ruta: 'RUTA-5', hora: '13:59', duracion_min: 1 }, await others({ ayudante_id }))
  await create({ no_ruta: 'RUTA-6', estado: 'Entregado' })
  const deleted = await create({ no_ruta: 'RUTA-7' })
  await office.admin.delete(`/api/rutas/${deleted.id}`)
  const pilot = `${fullName(first.piloto_nombre, first.piloto_apellido)}: RUTA-1 (06:00) y RUTA-4 (07:00)`
  expect((await textos('choque')).toSorted()).toEqual(
    [
      `${truck.camion_placa}: RUTA-1 (06:00) y RUTA-3 (07:00)`,
      `${truck.camion_placa}: RUTA-3 (07:00) y RUTA-2 (14:00)`,
      pilot,
      `${fullName(first.ayudante_nombre, first.ayudante_apellido)}: RUTA-1 (06:00) y RUTA-5 (13:59)`,
    ].toSorted(),
  )
  await office.admin.put('/api/ajustes', { modos: { PILOTO_OCUPADO: 'callar' } })
  expect(await textos('choque')).not.toContain(pilot)
  await office.admin.put(`/api/rutas/${truck.id}`, { ...truck, camion_id: (await others({})).camion_id })
  expect(await ids('choque')).toEqual([`rutas-${first.id}-${truck.id + 2}`])
})

test('choque: each pair of several long and short trips once', async () => {
  const spans = [
    ['00:00', 1400],
    ['01:00', 60],
    ['02:30', 60],
    ['03:00', 60],
    ['22:00', 300],
  ] as const
  const createdIds = []
  for (const [hora, duracion_min] of spans) createdIds.push((await create({ hora, duracion_min })).id)
  const [long, one_, two, three, last] = createdIds
  expect((await ids('choque')).toSorted()).toEqual(
    [
      `rutas-${long}-${one_}`,
      `rutas-${long}-${two}`,
      `rutas-${long}-${three}`,
      `rutas-${two}-${three}`,
      `rutas-${long}-${last}`,
    ].toSorted(),
  )
})

test('choque: ends with one of the two trips', async () => {
  await create({ fecha: '2026-11-20', hora: '05:00' })
  await create({ fecha: '2026-11-20', hora: '12:00', estado: 'En curso' })
  office.setClock('2026-11-20T12:59:59-06:00')
  expect(await ids('choque')).toHaveLength(1)
  office.setClock('2026-11-20T13:00:00-06:00')
  expect(await ids('choque')).toEqual([])
})

test('sin_cerrar: Pendiente of a past date, En curso more than 12 h past its end', async () => {
  const yesterday = await create({ fecha: '2026-11-19', no_ruta: 'RUTA-1' })
  await create({ fecha: '2026-11-17', no_ruta: 'RUTA-2', estado: 'En curso' }, await others({}))
  await create({ fecha: '2026-11-20', hora: '00:00', duracion_min: 1, no_ruta: 'RUTA-3', estado: 'En curso' })
  await create({ fecha: '2026-11-19', estado: 'Entregado' })
  await create({ fecha: '2026-11-20', hora: '00:00' })
  office.setClock('2026-11-20T12:01:00-06:00')
  expect(await avisos('sin_cerrar')).toMatchObject([
    { texto: 'RUTA-2: sin cerrar desde hace 3 días', fecha: '2026-11-17', dias: -3 },
    {
      id: `rutas-${yesterday.id}`,
      clase: 'sin_cerrar',
      gravedad: 'aviso',
      texto: 'RUTA-1: sin cerrar desde hace 1 día',
      entidad: 'rutas',
      entidad_id: yesterday.id,
      href: `/mostrar-ruta/${yesterday.id}`,
      fecha: '2026-11-19',
      dias: -1,
    },
  ])
  office.setClock('2026-11-20T12:01:01-06:00')
  expect(await textos('sin_cerrar')).toContain('RUTA-3: sin cerrar desde hace 0 días')
  expect(await resumen()).toMatchObject({ choque: 0, sin_cerrar: 3 })
})

test('list: has all notices but postponed ones, which can be postponed again', async () => {
  const createdIds = []
  for (let n = 0; n < 101; n++) createdIds.push((await create({ fecha: '2026-11-01' })).id)
  expect([(await avisos('sin_cerrar')).length, (await resumen()).sin_cerrar]).toEqual([101, 101])
  const [first] = createdIds
  expect((await postpone(`rutas-${first}`)).status).toBe(200)
  expect(await ids('sin_cerrar')).toContain(`rutas-${createdIds.at(-1)}`)
  expect(await ids('sin_cerrar')).not.toContain(`rutas-${first}`)
  expect((await resumen()).sin_cerrar).toBe(100)
  expect((await postpone(`rutas-${first}`, office.admin, '2026-11-26')).status).toBe(200)
})

test('permissions: reading routes shows them, editing routes postpones them', async () => {
  const first = await create()
  const second = await create()
  const open = await create({ fecha: '2026-11-01' })
  const [clash, unclosed] = [`rutas-${first.id}-${second.id}`, `rutas-${open.id}`]
  for (const permiso of ['ver_rutas', 'crear_rutas', 'editar_rutas', 'eliminar_rutas'] as const) {
    const client = await usuario(permiso)
    expect(await resumen(client)).toMatchObject({ choque: 1, sin_cerrar: 1 })
    const href = permiso === 'ver_rutas' ? `/mostrar-ruta/${open.id}` : null
    expect(await avisos('sin_cerrar', client)).toMatchObject([{ id: unclosed, href }])
  }
  const manager = await usuario('gestionar_catalogos')
  expect(await resumen(manager)).toEqual({
    total: 0,
    licencia: 0,
    documento: 0,
    combustible: 0,
    mantenimiento: 0,
  })
  expect(await avisos('choque', manager)).toEqual([])

  const editor = await usuario('editar_rutas')
  for (const id of [clash, unclosed]) {
    for (const hasta of ['2026-11-25', 'mañana'])
      expect((await postpone(id, manager, hasta)).status).toBe(403)
    expect((await postpone(id, await usuario('ver_rutas'))).status).toBe(403)
    expect((await postpone(id, editor)).body).toEqual({
      success: true,
      message: 'Aviso pospuesto',
      data: null,
    })
  }
  expect([await ids('choque'), await ids('sin_cerrar')]).toEqual([[], []])
  expect(await resumen()).toMatchObject({ total: 0, choque: 0, sin_cerrar: 0 })
  expect(
    await one(
      office.server.db,
      sql`select registro_id, nombre from bitacora where accion = 'posponer' order by id limit 1`,
    ),
  ).toEqual({
    registro_id: first.id,
    nombre: `${first.camion_placa}: ${first.no_ruta} (06:00) y ${second.no_ruta} (06:00)`,
  })
  const unknown = [`rutas-${second.id}-${first.id}`, `rutas-${first.id}`, 'rutas-9999999999999', 'rutas-07']
  for (const id of [...unknown, `rutas-${first.id}-999999999999999999999`])
    expect([id, (await postpone(id)).status]).toEqual([id, 404])
})
