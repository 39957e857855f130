import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, one, sql } from '../../platform/db/sql.ts'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { aPersona } from '../../test/factories.ts'
import { mantenimientoFactory } from '../../test/mantenimientos.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { ApiResponse, Client } from '../../test/testApp.ts'
import { aUsuario, makeChofer, makePiloto, makeUsuario } from '../../test/usuarios.ts'

// The action and changes that each call logs (docs/contract/reports.md).

let office: RutaOffice
let admin: Client
beforeAll(async () => {
  office = await openOffice()
  admin = office.admin
})
afterAll(() => office.close())

const logRowsOf = async (answer: ApiResponse) => {
  expect(answer.status).toBeLessThan(300)
  return findLogRowsOfRequest(office.server.db, answer)
}
const change = async (url: string, body: object) => (await logRowsOf(await admin.put(url, body)))[0]

test('PUT usuario: the action depends on the changed fields', async () => {
  const { id, username } = await makeUsuario(admin)
  const url = `/api/usuarios/${id}`
  expect(await change(url, { permisos: [3, 4] })).toMatchObject({
    accion: 'permisos',
    tipo: 'usuarios',
    registro_id: id,
    nombre: username,
    cambios: { permisos: [[], [3, 4]] },
  })
  expect(await change(url, { estado: 'inactivo' })).toMatchObject({
    accion: 'editar',
    cambios: { estado: ['activo', 'inactivo'] },
  })
  expect(await change(url, { rol_id: 1 })).toMatchObject({
    accion: 'permisos',
    cambios: { rol_id: [3, 1], rol: ['usuario', 'administrador'] },
  })
  expect(await change(url, { password: 'Otro volcán 77', estado: 'activo' })).toMatchObject({
    accion: 'clave',
    cambios: { estado: ['inactivo', 'activo'] },
  })
  expect(await change(url, { password: 'Otro volcán 77' })).toMatchObject({ accion: 'clave', cambios: {} })
  const renamed = aUsuario().username
  expect(await change(url, { username: renamed })).toMatchObject({
    accion: 'editar',
    nombre: renamed,
    cambios: { username: [username, renamed] },
  })
})

test('PUT usuario: logs a new pilot by id and name', async () => {
  const { id, piloto_id } = await makePiloto(admin)
  const other = await makeChofer(admin, { nombre: 'Ana', apellido: 'Tun' })
  const row = await change(`/api/usuarios/${id}`, { piloto_id: other })
  expect(row).toMatchObject({ accion: 'editar' })
  expect(row?.cambios).toEqual({
    piloto_id: [piloto_id, other],
    piloto: [expect.stringMatching(/^Julio Xicará /), 'Ana Tun'],
  })
})

test('PATCH status: logs nothing when it stays the same', async () => {
  const { id } = await makeUsuario(admin)
  const url = `/api/usuarios/${id}/status`
  expect(await logRowsOf(await admin.patch(url, { estado: 'inactivo' }))).toMatchObject([
    { accion: 'estado', tipo: 'usuarios', cambios: { estado: ['activo', 'inactivo'] } },
  ])
  expect(await logRowsOf(await admin.patch(url, { estado: 'inactivo' }))).toEqual([])
})

test('DELETE piloto: logs its active user’s deactivation too', async () => {
  const user = await makePiloto(admin)
  const idle = await makePiloto(admin, { estado: 'inactivo' })
  const rows = await logRowsOf(await admin.delete(`/api/choferes/${user.piloto_id}`))
  expect(rows).toHaveLength(2)
  expect(rows.find(({ tipo }) => tipo === 'choferes')).toMatchObject({ accion: 'eliminar', cambios: {} })
  expect(rows.find(({ tipo }) => tipo === 'usuarios')).toMatchObject({
    accion: 'estado',
    registro_id: user.id,
    cambios: { estado: ['activo', 'inactivo'] },
  })
  expect(await logRowsOf(await admin.delete(`/api/choferes/${idle.piloto_id}`))).toMatchObject([
    { accion: 'eliminar', tipo: 'choferes' },
  ])
})

test('delete and restore: log no other change, also of a user who returns inactive', async () => {
  const { id, username } = await makeUsuario(admin)
  expect(await logRowsOf(await admin.delete(`/api/usuarios/${id}`))).toMatchObject([
    { accion: 'eliminar', tipo: 'usuarios', registro_id: id, nombre: username, cambios: {} },
  ])
  const restored = await logRowsOf(await admin.post(`/api/papelera/usuarios/${id}/restaurar`))
  expect(restored).toMatchObject([{ accion: 'restaurar', tipo: 'usuarios', registro_id: id }])
  expect(restored[0]?.cambios).toEqual({})
})

test('PUT ruta with a client by name: logs the new client and the trip’s changes', async () => {
  const ruta = await office.create()
  const answer = await office.put(ruta.id, { ...ruta, cliente_id: null, cliente: 'Beta Tzul', version: null })
  const rows = await logRowsOf(answer)
  const { cliente_id } = answer.body.data
  expect(rows.map(({ accion, tipo, nombre }) => [accion, tipo, nombre])).toEqual([
    ['crear', 'clientes', 'Beta Tzul'],
    ['editar', 'rutas', ruta.no_ruta],
  ])
  expect(rows[1]?.cambios).toEqual({
    cliente_id: [ruta.cliente_id, cliente_id],
    cliente: [expect.stringMatching(/^Rosa Ixcoy /), 'Beta Tzul'],
  })
})

test('PUT ruta: logs a removed helper by name; a state set by the office is editar', async () => {
  const ruta = await office.create()
  const row = await change(`/api/rutas/${ruta.id}`, { ...ruta, ayudante_id: null, estado: 'Entregado' })
  expect(row).toMatchObject({ accion: 'editar', motivo: null })
  expect(row?.cambios).toEqual({
    ayudante_id: [ruta.ayudante_id, null],
    ayudante: [expect.stringMatching(/^Rosa Ixcoy /), null],
    estado: ['Pendiente', 'Entregado'],
  })
})

test('renamed client: logs one row, and none for its trips', async () => {
  const { body } = await admin.post('/api/clientes', aPersona({ nombre: 'Alfa', apellido: 'Ixcoy' }))
  const { id, telefono } = body.data
  await office.create({ cliente_id: id })
  const rows = await logRowsOf(
    await admin.put(`/api/clientes/${id}`, { nombre: 'Gama', apellido: 'Ixcoy', telefono }),
  )
  expect(rows).toMatchObject([{ accion: 'editar', tipo: 'clientes', nombre: 'Gama Ixcoy' }])
  expect(rows[0]?.cambios).toEqual({ nombre: ['Alfa', 'Gama'] })
})

test('mantenimiento: is named by its plate', async () => {
  const { camion, mantenimiento } = mantenimientoFactory(admin)
  const { id: camionId, placa } = await camion()
  const other = await camion()
  const response = await mantenimiento(camionId)
  const row = await change(`/api/mantenimientos/${response.id}`, {
    ...response,
    camion_id: other.id,
    costo: null,
  })
  expect(row).toMatchObject({ accion: 'editar', tipo: 'mantenimientos', nombre: other.placa })
  expect(row?.cambios).toEqual({
    camion_id: [camionId, other.id],
    camion: [placa, other.placa],
    costo: [1850.75, null],
  })
})

test('repeats by Idempotency-Key and rejected requests: are not logged', async () => {
  const send = (payload: object) =>
    admin.send({ method: 'POST', url: '/api/ayudantes', payload, headers: { 'idempotency-key': 'una' } })
  const ayudante = aPersona()
  const first = await send(ayudante)
  const repeat = await send(ayudante)
  expect(repeat.body).toEqual(first.body)
  expect(await logRowsOf(first)).toMatchObject([
    { accion: 'crear', tipo: 'ayudantes', registro_id: first.body.data.id },
  ])
  expect(await logRowsOf(repeat)).toEqual([])

  const ruta = await office.create()
  const stale = await office.put(ruta.id, { precio: 1, version: 99 })
  expect([stale.status, await findLogRowsOfRequest(office.server.db, stale)]).toEqual([409, []])
  const conflict = await office.put(ruta.id, {
    no_ruta: (await office.create()).no_ruta,
    cliente_id: null,
    cliente: 'Nadie Más',
  })
  expect([conflict.status, await findLogRowsOfRequest(office.server.db, conflict)]).toEqual([409, []])
})

test('pilot’s change of a trip that is deleted meanwhile: logs nothing', async () => {
  const { id } = await office.create()
  const piloto = await office.server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
  await admin.delete(`/api/rutas/${id}`)
  const answer = await piloto.put(`/piloto/ruta/${id}/estado`, { nuevoEstado: 'En curso' })
  expect([answer.status, await findLogRowsOfRequest(office.server.db, answer)]).toEqual([404, []])
})

test('a hundred concurrent updates: logs exactly those applied', async () => {
  const ruta = await office.create({ precio: 1 })
  const edits = Array.from({ length: 100 }, (_, i) => ({
    ...ruta,
    precio: 1000 + i,
    // Half of them send the version that they read; most of these are stale.
    version: i % 2 === 0 ? ruta.version : null,
  }))
  const responses = await Promise.all(edits.map((edit) => admin.put(`/api/rutas/${ruta.id}`, edit)))
  const applied = responses.filter(({ status }) => status === 200)
  expect(applied.length).toBeGreaterThan(0)
  const rows = await many<{ peticion: string; cambios: { precio: [number, number] } }>(
    office.server.db,
    sql`select peticion, cambios from bitacora where tipo = 'rutas' and registro_id = ${ruta.id}
      and accion = 'editar' order by id`,
  )
  expect(rows.map(({ peticion }) => peticion).toSorted()).toEqual(
    applied.map(({ headers }) => String(headers['x-request-id'])).toSorted(),
  )
  // Each starts with the previous one's result.
  const before = rows.map(({ cambios }) => cambios.precio[0])
  expect(before).toEqual([1, ...rows.slice(0, -1).map(({ cambios }) => cambios.precio[1])])
  const stored = await one<{ precio: number }>(
    office.server.db,
    sql`select precio from rutas where id = ${ruta.id}`,
  )
  expect(rows.at(-1)?.cambios.precio[1]).toBe(stored?.precio)
})
