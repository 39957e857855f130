import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'
import { many, one, raw, sql } from './sql.ts'

// Triggers write bitacora, with the transaction's author.

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const rowsOf = (tipo: string, id: number) =>
  many<Record<string, unknown>>(
    office.server.db,
    sql`select accion, nombre, usuario, cambios, motivo from bitacora
      where tipo = ${tipo} and registro_id = ${id} order by id`,
  )

test('bitacora: has one row for a changed price, with author, address and request id', async () => {
  const ana = await office.server.as({ username: 'ana' })
  const ruta = await office.create({ precio: 1250 })
  const { headers } = await ana.put(`/api/rutas/${ruta.id}`, { ...ruta, precio: 1150 })
  const row = await one(
    office.server.db,
    sql`select tipo, nombre, usuario_id, usuario, direccion, peticion, cambios from bitacora
      where accion = 'editar' and registro_id = ${ruta.id}`,
  )
  expect(row).toEqual({
    tipo: 'rutas',
    nombre: ruta.no_ruta,
    usuario_id: ana.userId,
    usuario: 'ana',
    direccion: '127.0.0.1',
    peticion: headers['x-request-id'],
    cambios: { precio: [1250, 1150] },
  })
})

test('bitacora: has the names of ids, and no row for an update without changes', async () => {
  const ruta = await office.create()
  const { body } = await office.admin.post('/api/camiones', {
    placa: 'C-2',
    marca: 'Volvo',
    modelo: 'FH',
    color: 'Rojo',
    tipo: 'Cabezal',
    tarjeta_circulacion: 'T-2',
  })
  await office.admin.put(`/api/rutas/${ruta.id}`, ruta)
  await office.admin.put(`/api/rutas/${ruta.id}`, { ...ruta, camion_id: body.data.id, version: null })
  const rows = await rowsOf('rutas', ruta.id)
  expect(rows.map(({ accion }) => accion)).toEqual(['crear', 'editar'])
  expect(rows[1]?.cambios).toEqual({
    camion_id: [ruta.camion_id, body.data.id],
    camion: [ruta.camion_placa, 'C-2'],
  })
})

test("bitacora: has a pilot's change as estado with its comment, even if the state stays", async () => {
  const piloto: Client = await office.server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
  const { id } = await office.create()
  const set = (body: unknown) => piloto.put(`/piloto/ruta/${id}/estado`, body)
  await set({ nuevoEstado: 'En curso', comentario: 'Ya salí' })
  await set({ nuevoEstado: 'En curso', comentario: 'Hay cola' })
  await set({ nuevoEstado: 'En curso' })
  const [, first, second, ...more] = await rowsOf('rutas', id)
  expect(first).toMatchObject({
    accion: 'estado',
    cambios: { estado: ['Pendiente', 'En curso'] },
    motivo: 'Ya salí',
  })
  expect(second).toMatchObject({ accion: 'estado', cambios: {}, motivo: 'Hay cola' })
  expect(more).toEqual([])
})

test('bitacora: rejects update, delete and truncate', async () => {
  await office.create()
  for (const statement of [
    "update bitacora set usuario = 'otro'",
    'delete from bitacora',
    'truncate bitacora',
  ])
    await expect(office.server.db.query(raw(statement))).rejects.toThrow('is only added to')
})
