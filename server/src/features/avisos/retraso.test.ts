import { fullName } from '@flota/contract/core/format.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aRuta, someReferences } from '../../test/factories.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'
import type { Client } from '../../test/testApp.ts'

// The class con_retraso (docs/contract/notices.md). The date is 20/11/2026, noon.

let office: DocumentosOffice
let refs: Awaited<ReturnType<typeof someReferences>>
beforeEach(async () => {
  office = await openDocumentosOffice()
  refs = await someReferences(office.admin)
})
afterEach(() => office.close())

const create = async (changes: object = {}) => {
  const form = aRuta(refs, { fecha: '2026-11-20', hora: '11:00', duracion_min: 60, ...changes })
  const { status, body } = await office.admin.post('/api/rutas', form)
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}
const avisos = async (client: Client = office.admin) =>
  (await client.get('/api/avisos?clase=con_retraso')).body.data
const textos = async () => (await avisos()).map(({ texto }: { texto: string }) => texto)
const count = async (client: Client = office.admin) =>
  (await client.get('/api/avisos/resumen')).body.data.con_retraso
const postpone = (id: string, client: Client = office.admin) =>
  client.post(`/api/avisos/${id}/posponer`, { hasta: '2026-11-21', motivo: 'El piloto ya avisó' })

test('con_retraso: names delay, pilot and truck, until the trip is delivered', async () => {
  const ruta = await create({ no_ruta: 'RUTA-8973' })
  const quien = `${fullName(ruta.piloto_nombre, ruta.piloto_apellido)}, ${ruta.camion_placa}`
  expect(await avisos()).toEqual([
    {
      id: `retraso-${ruta.id}`,
      clase: 'con_retraso',
      gravedad: 'aviso',
      texto: `RUTA-8973: 1 h de retraso (${quien})`,
      entidad: 'rutas',
      entidad_id: ruta.id,
      href: `/mostrar-ruta/${ruta.id}`,
      fecha: '2026-11-20',
      dias: 0,
    },
  ])
  expect(await count()).toBe(1)
  const patch = (estado: string) =>
    office.admin.patch('/api/rutas/estado', { rutas: [{ id: ruta.id }], estado })
  await patch('En curso')
  expect([await textos(), await count()]).toEqual([[], 0])
  office.setClock('2026-11-20T12:12:59-06:00')
  expect(await textos()).toEqual([`RUTA-8973: 12 min de retraso (${quien})`])
  await patch('Entregado')
  expect([await textos(), await count()]).toEqual([[], 0])
})

test('con_retraso: begins after one whole minute, and ends where sin_cerrar begins', async () => {
  const pending = await create({ hora: '23:30' })
  const travelling = await create({ hora: '10:30', estado: 'En curso' })
  const at = async (moment: string) => {
    office.setClock(moment)
    const ids = (await avisos()).map(({ entidad_id }: { entidad_id: number }) => entidad_id)
    const unclosed = (await office.admin.get('/api/avisos?clase=sin_cerrar')).body.data
    expect(await count()).toBe(ids.length)
    return [ids, unclosed.map(({ entidad_id }: { entidad_id: number }) => entidad_id)]
  }
  expect(await at('2026-11-20T11:30:59-06:00')).toEqual([[], []])
  expect(await at('2026-11-20T11:31:00-06:00')).toEqual([[travelling.id], []])
  expect(await at('2026-11-20T23:30:00-06:00')).toEqual([[travelling.id], []])
  expect(await at('2026-11-20T23:30:01-06:00')).toEqual([[], [travelling.id]])
  expect(await at('2026-11-20T23:59:59-06:00')).toEqual([[pending.id], [travelling.id]])
  expect(await at('2026-11-21T00:00:00-06:00')).toEqual([[], [pending.id, travelling.id]])
})

test('con_retraso: covers arrival hours and long trips, and none deleted', async () => {
  await office.admin.put('/api/ajustes', { hora_es: 'llegada' })
  const long = await create({ fecha: '2026-12-02', hora: '12:00', duracion_min: 20_160 })
  const deleted = await create()
  await office.admin.delete(`/api/rutas/${deleted.id}`)
  expect(await avisos()).toMatchObject([
    { id: `retraso-${long.id}`, texto: expect.stringContaining(': 2 días de retraso ('), dias: 12 },
  ])
})

test('con_retraso: visible with the right to read routes, postponed with the right to edit them', async () => {
  const [first, second] = [await create(), await create({ hora: '11:30' })]
  const user = (permiso: 'ver_rutas' | 'editar_rutas' | 'gestionar_catalogos') =>
    office.server.as({ rol: 'usuario', permisos: [permiso] })
  const [reader, editor, manager] = [
    await user('ver_rutas'),
    await user('editar_rutas'),
    await user('gestionar_catalogos'),
  ]
  const id = `retraso-${first.id}`
  expect([await count(reader), await count(editor), await count(manager)]).toEqual([2, 2, undefined])
  expect([(await avisos(editor))[0].href, await avisos(manager)]).toEqual([null, []])
  for (const client of [reader, manager]) expect((await postpone(id, client)).status).toBe(403)
  expect((await postpone(id, editor)).body).toMatchObject({ success: true, message: 'Aviso pospuesto' })
  expect([(await avisos())[0].id, await count()]).toEqual([`retraso-${second.id}`, 1])
  for (const unknown of ['retraso-2000000', 'retraso-99999999999999999', 'retraso-x', 'retraso'])
    expect((await postpone(unknown)).status).toBe(404)
  // The postponement holds for the trip's date of then.
  await office.admin.put(`/api/rutas/${first.id}`, { ...first, fecha: '2026-11-19' })
  office.setClock('2026-11-19T23:00:00-06:00')
  expect(await count()).toBe(1)
})
