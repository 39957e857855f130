import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, raw } from '../../platform/db/sql.ts'
import { addFile, openTwoPilots, statusAndMessage } from '../../test/archivos.ts'
import type { RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'

// Access to files follows the record that owns them (docs/contract/permissions.md).

let office: RutaOffice
let admin: Client
let piloto: Client
let otherPiloto: Client
let ruta: number
beforeAll(async () => {
  ;({ office, admin, piloto, otherPiloto, ruta } = await openTwoPilots())
})
afterAll(() => office.close())

const ofRuta = (id: number) => `/api/archivos?entidad=rutas&entidad_id=${id}`

describe('piloto', () => {
  test('reads and adds files of own routes only, at both addresses', async () => {
    const own = await addFile(piloto, `/piloto/ruta/${ruta}/archivos?clase=firma`)
    expect(own).toMatchObject({ clase: 'firma', subido_por: 'julio', entidad_id: ruta })
    for (const url of [`/piloto/ruta/${ruta}/archivos`, `/api/piloto/ruta/${ruta}/archivos`, ofRuta(ruta)]) {
      expect((await piloto.get(url)).body.data[0]).toEqual(own)
      expect(statusAndMessage(await otherPiloto.get(url))).toEqual([404, 'Ruta no encontrada'])
    }
    for (const url of [`/api/archivos/${own.id}`, `/api/archivos/${own.id}/contenido`]) {
      expect((await piloto.get(url)).status).toBe(200)
      expect(statusAndMessage(await otherPiloto.get(url))).toEqual([404, 'Archivo no encontrado'])
    }
  })

  test('does not see a comprobante of another user', async () => {
    const { id } = await office.create()
    const hidden = await addFile(admin, `${ofRuta(id)}&clase=comprobante`)
    const own = await addFile(piloto, `/piloto/ruta/${id}/archivos?clase=comprobante`)
    expect((await piloto.get(ofRuta(id))).body.data).toEqual([own])
    for (const url of [`/api/archivos/${hidden.id}`, `/api/archivos/${hidden.id}/contenido`])
      expect(statusAndMessage(await piloto.get(url))).toEqual([404, 'Archivo no encontrado'])
    expect((await admin.get(ofRuta(id))).body.count).toBe(2)
  })

  test('deletes no files and reads none of a catalogue', async () => {
    for (const id of ['1', '999999', 'nada'])
      expect((await piloto.delete(`/api/archivos/${id}`)).status).toBe(403)
    const chofer = `/api/archivos?entidad=choferes&entidad_id=${office.references.chofer_id}`
    expect((await piloto.get(chofer)).status).toBe(403)
    const { id } = await addFile(admin, chofer)
    expect(statusAndMessage(await piloto.get(`/api/archivos/${id}`))).toEqual([404, 'Archivo no encontrado'])
  })
})

test('files of catalogues: require gestionar_catalogos; files of routes their own permissions', async () => {
  const { id: ofRoute } = await addFile(admin, ofRuta(ruta))
  const chofer = `/api/archivos?entidad=choferes&entidad_id=${office.references.chofer_id}`
  const { id: ofChofer } = await addFile(admin, chofer)
  const { server } = office
  const reader = await server.as({ rol: 'usuario', permisos: ['ver_rutas'] })
  const keeper = await server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
  const statuses = async (client: Client) => [
    (await client.get(`/api/archivos/${ofRoute}`)).status,
    (await client.get(`/api/archivos/${ofChofer}/contenido`)).status,
    (await client.get(chofer)).status,
    (await client.delete(`/api/archivos/${ofRoute}`)).status,
    (await client.delete(`/api/archivos/${ofChofer}`)).status,
  ]
  expect(await statuses(reader)).toEqual([200, 404, 403, 403, 403])
  expect(await statuses(keeper)).toEqual([404, 200, 200, 404, 200])
})

test('a file that the user may not read: gets the response of a missing one at every address', async () => {
  const chofer = `/api/archivos?entidad=choferes&entidad_id=${office.references.chofer_id}`
  const { id: ofChofer } = await addFile(admin, chofer)
  const { id: ofRoute } = await addFile(admin, ofRuta(ruta))
  const reader = await office.server.as({ rol: 'usuario', permisos: ['ver_rutas'] })
  const keeper = await office.server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
  for (const [client, id] of [
    [reader, ofChofer],
    [piloto, ofChofer],
    [keeper, ofRoute],
  ] as const)
    for (const ask of [
      (each: number) => client.get(`/api/archivos/${each}`),
      (each: number) => client.get(`/api/archivos/${each}/contenido`),
      (each: number) => client.delete(`/api/archivos/${each}`),
    ]) {
      const [real, missing] = [await ask(id), await ask(2_000_000_000)]
      expect([real.status, real.body]).toEqual([missing.status, missing.body])
    }
})

test('what a pilot reads: has no username of the office', async () => {
  const { id } = await office.create()
  await addFile(admin, ofRuta(id))
  const written = await admin.put(`/api/rutas/${id}/entrega`, { recibio: 'Marta' })
  await admin.patch('/api/rutas/estado', { rutas: [{ id }], estado: 'En curso' })
  const author: string = written.body.data.usuario
  expect(author).toMatch(/^administrador-/)
  const { body } = await piloto.get(ofRuta(id))
  for (const url of [
    ofRuta(id),
    `/piloto/ruta/${id}/archivos`,
    `/api/archivos/${body.data[0].id}`,
    `/piloto/ruta/${id}/historial`,
    '/piloto/expedientes',
    '/piloto/mis-rutas',
    `/api/rutas/${id}`,
    '/api/rutas',
    '/piloto/mi-dinero',
  ]) {
    const answer = await piloto.get(url)
    expect([url, answer.status]).toEqual([url, 200])
    expect([url, JSON.stringify(answer.body).includes('administrador-')]).toEqual([url, false])
  }
  const { data } = (await piloto.get(`/piloto/ruta/${id}/historial`)).body
  expect(data[0].usuario).toBe('Otro usuario')
})

test('audit log: names the user who added, deleted and restored a file', async () => {
  const { id } = await addFile(piloto, `/piloto/ruta/${ruta}/archivos?nombre=carga.jpg`)
  await admin.delete(`/api/archivos/${id}`)
  await admin.post(`/api/papelera/archivos/${id}/restaurar`)
  const rows = await many(
    office.server.db,
    raw(`select accion, nombre, cambios, usuario_id from bitacora
      where tipo = 'archivos' and registro_id = ${id} order by id`),
  )
  const row = (accion: string, client: Client) => ({
    accion,
    nombre: 'carga.jpg',
    cambios: {},
    usuario_id: client.userId,
  })
  expect(rows).toEqual([row('crear', piloto), row('eliminar', admin), row('restaurar', admin)])
})
