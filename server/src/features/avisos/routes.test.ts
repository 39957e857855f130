import type { Permiso } from '@flota/contract/core/access.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { many, one, sql } from '../../platform/db/sql.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'
import type { Client } from '../../test/testApp.ts'

// GET /api/avisos: expiring licences and documents (docs/contract/notices.md).

let office: DocumentosOffice
beforeEach(async () => {
  office = await openDocumentosOffice()
})
afterEach(() => office.close())

type Aviso = Record<string, unknown> & { id: string; texto: string }
const avisos = async (client: Client = office.admin, query = ''): Promise<Aviso[]> => {
  const { status, body } = await client.get(`/api/avisos${query}`)
  expect([status, body.count]).toEqual([200, body.data?.length])
  return body.data
}
const textos = async (client?: Client, query?: string) =>
  (await avisos(client, query)).map(({ texto }) => texto)
const resumen = async (client: Client = office.admin) => (await client.get('/api/avisos/resumen')).body.data
const ningunViaje = { choque: 0, con_retraso: 0, sin_cerrar: 0, sin_evidencia: 0, incidente_abierto: 0 }
const deFlota = { combustible: 0, mantenimiento: 0 }
const delSistema = { correo: 0, disco: 0 }
const nadaMas = { ...ningunViaje, por_liquidar: 0, sin_facturar: 0, por_cobrar: 0, ...deFlota, ...delSistema }
const postpone = (id: string, hasta: string, client: Client = office.admin, motivo = 'Ya está en trámite') =>
  client.post(`/api/avisos/${id}/posponer`, { hasta, motivo })
const usuario = (...permisos: Permiso[]) => office.server.as({ rol: 'usuario', permisos })
const fieldsOf = ({ status, body }: { status: number; body: { error: { campos: object } } }) => [
  status,
  Object.keys(body.error.campos).toSorted(),
]

test('licence that ends today: hoy until midnight in Guatemala, then ayer', async () => {
  const { id } = await office.createRecord('choferes', {
    nombre: 'Ana',
    apellido: 'Paz',
    vencimiento: '2026-11-20',
  })
  office.setClock('2026-11-20T23:30:00-06:00')
  expect(await avisos()).toEqual([
    {
      id: `choferes-${id}`,
      clase: 'licencia',
      gravedad: 'info',
      texto: 'Licencia de Ana Paz: Vence hoy',
      entidad: 'choferes',
      entidad_id: id,
      href: `/mostrar-choferes/${id}`,
      fecha: '2026-11-20',
      dias: 0,
    },
  ])
  office.setClock('2026-11-21T00:00:00-06:00')
  expect(await avisos()).toMatchObject([
    { texto: 'Licencia de Ana Paz: Venció ayer', gravedad: 'aviso', dias: -1 },
  ])
})

test('documents: by date, then id, missing ones last; the summary counts them', async () => {
  const tipo = await office.createTipo('camiones', { nombre: 'Pase', dias_aviso: 12 })
  const ends = {
    'A-1': '2026-11-10',
    'B-2': '2026-11-21',
    'C-3': '2026-12-02',
    'D-4': '2026-12-03',
    'E-5': null,
  }
  for (const [placa, vence] of Object.entries(ends))
    await office.createDocumento(tipo, await office.createRecord('camiones', { placa }), { vence })
  await office.createRecord('choferes', { nombre: 'Luis', apellido: 'Paz', vencimiento: '2026-12-20' })
  await office.createRecord('choferes', { nombre: 'José', apellido: 'Paz', vencimiento: '2026-12-21' })
  const carne = await office.createTipo('ayudantes', { nombre: 'Carné', obligatorio: true })
  const rosa = await office.createRecord('ayudantes', { nombre: 'Rosa', apellido: 'Paz' })
  expect(await textos()).toEqual([
    'Pase de A-1: Venció hace 10 días',
    'Pase de B-2: Vence mañana',
    'Pase de C-3: Vence en 12 días',
    'Licencia de Luis Paz: Vence en 30 días',
    'Carné de Rosa Paz: Falta',
  ])
  expect((await avisos()).at(-1)).toEqual({
    id: `ayudantes-${rosa.id}-${carne.id}`,
    clase: 'documento',
    gravedad: 'aviso',
    texto: 'Carné de Rosa Paz: Falta',
    entidad: 'ayudantes',
    entidad_id: rosa.id,
    href: `/mostrar-ayudante/${rosa.id}`,
    fecha: null,
    dias: null,
  })
  expect(await textos(office.admin, '?clase=licencia')).toEqual(['Licencia de Luis Paz: Vence en 30 días'])
  expect(await resumen()).toEqual({ ...nadaMas, total: 5, licencia: 1, documento: 4 })
  expect(fieldsOf(await office.admin.get('/api/avisos?clase=otra'))).toEqual([400, ['clase']])

  // Inactive types and deleted records create no notice.
  for (const { id } of [tipo, carne]) await office.admin.delete(`/api/documento-tipos/${id}`)
  expect(await textos()).toEqual(['Licencia de Luis Paz: Vence en 30 días'])
  expect(await resumen()).toEqual({ ...nadaMas, total: 1, licencia: 1, documento: 0 })
})

test('obligatory type without a document: is missing until one exists, and again when it is deleted', async () => {
  const seguro = await office.createTipo('camiones', { nombre: 'Póliza', obligatorio: true })
  const camion = await office.createRecord('camiones', { placa: 'C-1' })
  const falta = ['Póliza de C-1: Falta']
  expect(await textos()).toEqual(falta)
  const paper = await office.createDocumento(seguro, camion, { vence: '2027-12-01' })
  expect([await textos(), await resumen()]).toEqual([[], { ...nadaMas, total: 0, licencia: 0, documento: 0 }])
  await office.admin.delete(`/api/documentos/${paper.id}`)
  expect(await textos()).toEqual(falta)
  await office.admin.delete(`/api/camiones/${camion.id}`)
  expect([await textos(), (await resumen()).total]).toEqual([[], 0])
  await office.admin.post(`/api/papelera/camiones/${camion.id}/restaurar`)
  await office.admin.put(`/api/documento-tipos/${seguro.id}`, { ...seguro, activo: false })
  expect([await textos(), (await resumen()).total]).toEqual([[], 0])
})

test('renewal: ends the notice and keeps both rows', async () => {
  const tipo = await office.createTipo('camiones', { nombre: 'Pase' })
  const camion = await office.createRecord('camiones', { placa: 'C-1' })
  const { id } = await office.createDocumento(tipo, camion, { vence: '2026-11-19' })
  expect(await textos()).toEqual(['Pase de C-1: Venció ayer'])
  await office.admin.post(`/api/documentos/${id}/renovar`, { vence: '2027-11-19' })
  expect(await textos()).toEqual([])
  const { body } = await office.admin.get('/api/documentos?historial=si')
  expect(body.count).toBe(2)
})

test('notices and links: depend on the user’s permissions', async () => {
  const tipo = await office.createTipo('choferes', { nombre: 'Carné', obligatorio: true })
  const chofer = await office.createRecord('choferes', {
    nombre: 'Ana',
    apellido: 'Paz',
    vencimiento: '2026-11-20',
  })
  const both = ['Licencia de Ana Paz: Vence hoy', 'Carné de Ana Paz: Falta']
  const manager = await usuario('gestionar_catalogos')
  expect([await textos(manager), await resumen(manager)]).toEqual([
    both,
    { total: 2, licencia: 1, documento: 1, ...deFlota },
  ])
  const reader = await usuario('ver_rutas')
  expect(await avisos(reader)).toMatchObject([{ clase: 'licencia', href: null }])
  expect(await avisos(reader, '?clase=documento')).toEqual([])
  expect(await resumen(reader)).toEqual({ ...ningunViaje, total: 1, licencia: 1 })
  for (const client of [await usuario('generar_reportes'), await usuario()])
    expect([await avisos(client), await resumen(client)]).toEqual([[], { total: 0 }])
  const piloto = await office.server.as({ rol: 'piloto', piloto_id: chofer.id })
  expect((await piloto.get('/api/avisos')).status).toBe(403)
  expect((await piloto.get('/api/avisos/resumen')).status).toBe(403)

  const missing = `choferes-${chofer.id}-${tipo.id}`
  const editor = await usuario('editar_rutas')
  for (const id of [`choferes-${chofer.id}`, missing])
    for (const hasta of ['2026-11-25', 'mañana']) expect((await postpone(id, hasta, editor)).status).toBe(403)
  expect((await postpone(missing, '2026-11-25', reader)).status).toBe(403)
  expect((await postpone(missing, '2026-11-25', manager)).status).toBe(200)
  expect(await resumen()).toEqual({ ...nadaMas, total: 1, licencia: 1, documento: 0 })
  expect(await textos()).toEqual(both.slice(0, 1))
})

test('postponed notice: is hidden from everyone until that day', async () => {
  const { id } = await office.createRecord('choferes', {
    nombre: 'Ana',
    apellido: 'Paz',
    vencimiento: '2026-11-25',
  })
  const answer = await postpone(`choferes-${id}`, '2026-11-23')
  expect([answer.status, answer.body]).toEqual([
    200,
    { success: true, message: 'Aviso pospuesto', data: null },
  ])
  expect([await avisos(await usuario('ver_rutas')), await resumen()]).toEqual([
    [],
    { ...nadaMas, total: 0, licencia: 0, documento: 0 },
  ])
  // A postponed one gets the new date.
  expect((await postpone(`choferes-${id}`, '2026-11-22')).status).toBe(200)
  office.setClock('2026-11-21T23:59:59-06:00')
  expect(await textos()).toEqual([])
  office.setClock('2026-11-22T00:00:00-06:00')
  expect(await textos()).toEqual(['Licencia de Ana Paz: Vence en 3 días'])
  expect((await resumen()).total).toBe(1)
  const rows = await many(
    office.server.db,
    sql`select registro_id, nombre, accion, cambios, motivo from bitacora where tipo = 'avisos' order by id`,
  )
  expect(rows).toEqual(
    [
      [null, '2026-11-23'],
      ['2026-11-23', '2026-11-22'],
    ].map((hasta) => ({
      registro_id: id,
      nombre: 'Licencia de Ana Paz: Vence en 5 días',
      accion: 'posponer',
      cambios: { hasta },
      motivo: 'Ya está en trámite',
    })),
  )
})

test('postponement: applies only to the date it was made for', async () => {
  const chofer = await office.createRecord('choferes', {
    nombre: 'Ana',
    apellido: 'Paz',
    vencimiento: '2026-11-25',
  })
  const tipo = await office.createTipo('camiones', { nombre: 'Pase' })
  const paper = await office.createDocumento(tipo, await office.createRecord('camiones', { placa: 'C-1' }), {
    vence: '2026-11-25',
  })
  for (const id of [`choferes-${chofer.id}`, `documentos-${paper.id}`])
    expect((await postpone(id, '2026-12-20')).status).toBe(200)
  expect(await textos()).toEqual([])
  await office.admin.put(`/api/choferes/${chofer.id}`, { ...chofer, vencimiento: '2026-11-30' })
  await office.admin.post(`/api/documentos/${paper.id}/renovar`, { vence: '2026-12-01' })
  expect(await textos()).toEqual(['Licencia de Ana Paz: Vence en 10 días', 'Pase de C-1: Vence en 11 días'])
  expect(await resumen()).toEqual({ ...nadaMas, total: 2, licencia: 1, documento: 1 })
})

test('POST posponer: returns 404 for an unknown notice, and 400 for a far date or a missing reason', async () => {
  const chofer = await office.createRecord('choferes', { vencimiento: '2026-11-25' })
  const later = await office.createRecord('choferes', { vencimiento: '2028-11-25' })
  const id = `choferes-${chofer.id}`
  for (const hasta of ['2026-11-20', '2026-11-19', '2026-12-21', '', '2026-02-30', null] as string[])
    for (const [motivo, ...also] of [['A tiempo'], ['abcd', 'motivo']])
      expect(fieldsOf(await postpone(id, hasta, office.admin, motivo))).toEqual([400, ['hasta', ...also]])
  for (const motivo of ['', 'abcd', ' abc  ', 'x'.repeat(201)])
    expect(fieldsOf(await postpone(id, '2026-11-25', office.admin, motivo))).toEqual([400, ['motivo']])
  for (const unknown of [
    `choferes-${later.id}`,
    'choferes-99999999999',
    'documentos-1',
    'camiones-1-1',
    'otro',
    '7',
  ])
    expect(await postpone(unknown, '2026-11-25')).toMatchObject({
      status: 404,
      body: { message: 'Aviso no encontrado' },
    })
  for (const hasta of ['2026-11-21', '2026-12-20'])
    expect((await postpone(id, hasta, office.admin, 'Cinco')).status).toBe(200)
  const all = await Promise.all(Array.from({ length: 5 }, () => postpone(id, '2026-11-30')))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await one(office.server.db, sql`select count(*)::int as n from avisos_pospuestos`)).toEqual({ n: 1 })
})
