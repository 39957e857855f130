import type { Permiso, PermisoDinero } from '@flota/contract/core/access.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { addFile, aFile, sendFile } from '../../test/archivos.ts'
import { aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'
import type { Client } from '../../test/testApp.ts'

// The classes sin_evidencia, incidente_abierto and por_liquidar (docs/contract/notices.md). The date is 20/11/2026, noon.

const hoy = '2026-11-20'

let office: DocumentosOffice
let refs: Awaited<ReturnType<typeof someReferences>>
beforeEach(async () => {
  office = await openDocumentosOffice()
  refs = await someReferences(office.admin)
})
afterEach(() => office.close())

const create = async (changes: object = {}) => {
  const form = aRuta(refs, { fecha: hoy, estado: 'Entregado', ...changes })
  const { status, body } = await office.admin.post('/api/rutas', form)
  expect([status, body.error]).toEqual([201, undefined])
  return body.data as { id: number; no_ruta: string }
}
const reglas = (body: object, cliente = refs.cliente_id) =>
  office.admin.put(`/api/clientes/${cliente}/reglas`, body)
const avisos = async (clase: string, client: Client = office.admin) =>
  (await client.get(`/api/avisos?clase=${clase}`)).body.data
const textos = async (clase: string) => (await avisos(clase)).map(({ texto }: { texto: string }) => texto)
const resumen = async () => (await office.admin.get('/api/avisos/resumen')).body.data
const postpone = (id: string) =>
  office.admin.post(`/api/avisos/${id}/posponer`, { hasta: '2026-11-25', motivo: 'Ya se pidió' })

test('sin_evidencia: lasts until the required file or a reason exists', async () => {
  await reglas({ exige_firma: true, exige_foto: true })
  const { id, no_ruta } = await create()
  expect(await avisos('sin_evidencia')).toEqual([
    {
      id: `evidencia-${id}`,
      clase: 'sin_evidencia',
      gravedad: 'aviso',
      texto: `${no_ruta}: entregada sin foto ni firma`,
      entidad: 'rutas',
      entidad_id: id,
      href: `/mostrar-ruta/${id}`,
      fecha: hoy,
      dias: 0,
    },
  ])
  const files = `/api/archivos?entidad=rutas&entidad_id=${id}`
  const foto = await addFile(office.admin, files)
  expect(await textos('sin_evidencia')).toEqual([`${no_ruta}: entregada sin firma`])
  await sendFile(office.admin, `${files}&clase=firma`, aFile('png'))
  expect([await textos('sin_evidencia'), (await resumen()).sin_evidencia]).toEqual([[], 0])
  await office.admin.delete(`/api/archivos/${foto.id}`)
  expect([await textos('sin_evidencia'), (await resumen()).sin_evidencia]).toEqual([
    [`${no_ruta}: entregada sin foto`],
    1,
  ])
  await office.admin.put(`/api/rutas/${id}/entrega`, { sin_evidencia_motivo: 'Teléfono sin batería' })
  expect((await resumen()).sin_evidencia).toBe(0)
})

test('sin_evidencia: covers deliveries of the last 30 days since the rule, and none deleted', async () => {
  office.setClock('2026-11-18T12:00:00-06:00')
  await reglas({ exige_firma: true })
  office.setClock('2026-11-20T12:00:00-06:00')
  await reglas({ exige_firma: true, exige_foto: true })
  await create({ fecha: '2026-11-17' })
  const deleted = await create()
  await office.admin.delete(`/api/rutas/${deleted.id}`)
  for (const estado of ['Pendiente', 'En curso', 'Incidente']) await create({ estado })
  await create({ cliente_id: (await office.admin.post('/api/clientes', aPersona())).body.data.id })
  expect(await avisos('sin_evidencia')).toEqual([])
  const [first, second] = [await create({ fecha: '2026-11-18' }), await create({ fecha: '2026-11-20' })]
  expect(await textos('sin_evidencia')).toEqual([
    `${first.no_ruta}: entregada sin firma`,
    `${second.no_ruta}: entregada sin foto ni firma`,
  ])
  office.setClock('2026-12-18T12:00:00-06:00')
  expect(await textos('sin_evidencia')).toHaveLength(2)
  office.setClock('2026-12-19T12:00:00-06:00')
  expect(await textos('sin_evidencia')).toHaveLength(1)
  await reglas({})
  expect(await avisos('sin_evidencia')).toEqual([])
})

test('incidente_abierto: counts from the company’s day on which the incident began', async () => {
  const { id, no_ruta } = await create()
  const open = async (desde: string) =>
    (await office.admin.post(`/api/rutas/${id}/incidentes`, { causa: 'Bloqueo', desde })).body.data
  const long = await open('2026-11-10T23:30:00-06:00')
  const yesterday = await open('2026-11-19T23:59:00-06:00')
  const today = await open('2026-11-20T00:00:00-06:00')
  const begins = `${no_ruta}: incidente abierto (Bloqueo) desde`
  expect(await textos('incidente_abierto')).toEqual([
    `${begins} hace 10 días`,
    `${begins} hace 1 día`,
    `${begins} hoy`,
  ])
  expect((await avisos('incidente_abierto'))[1]).toEqual({
    id: `incidentes-${yesterday.id}`,
    clase: 'incidente_abierto',
    gravedad: 'aviso',
    texto: `${begins} hace 1 día`,
    entidad: 'rutas',
    entidad_id: id,
    href: `/mostrar-ruta/${id}`,
    fecha: '2026-11-19',
    dias: -1,
  })
  const path = `/api/rutas/${id}/incidentes/${long.id}`
  await office.admin.put(path, { causa: 'Bloqueo', desde: long.desde, hasta: long.desde })
  await office.admin.delete(`/api/rutas/${id}/incidentes/${today.id}`)
  expect([await textos('incidente_abierto'), (await resumen()).incidente_abierto]).toEqual([
    [`${begins} hace 1 día`],
    1,
  ])
  await office.admin.delete(`/api/rutas/${id}`)
  expect((await resumen()).incidente_abierto).toBe(0)
  await office.admin.post(`/api/papelera/rutas/${id}/restaurar`)
  office.setClock('2026-12-20T12:00:00-06:00')
  expect((await resumen()).incidente_abierto).toBe(1)
  office.setClock('2026-12-21T12:00:00-06:00')
  expect((await resumen()).incidente_abierto).toBe(0)
})

test('both classes: visible with the right to read routes, postponed with the right to edit them', async () => {
  await reglas({ exige_foto: true })
  const { id } = await create()
  const incidente = (await office.admin.post(`/api/rutas/${id}/incidentes`, { causa: 'Otro', desde: null }))
    .body.data.id
  const reader = await office.server.as({ rol: 'usuario', permisos: ['ver_rutas'] })
  const editor = await office.server.as({ rol: 'usuario', permisos: ['editar_rutas'] })
  const manager = await office.server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
  const each = [
    ['sin_evidencia', `evidencia-${id}`],
    ['incidente_abierto', `incidentes-${incidente}`],
  ] as const
  for (const [clase, aviso] of each) {
    const body = { hasta: '2026-11-25', motivo: 'Ya se pidió' }
    expect([(await avisos(clase, reader)).length, await avisos(clase, manager)]).toEqual([1, []])
    for (const client of [reader, manager])
      expect((await client.post(`/api/avisos/${aviso}/posponer`, body)).status).toBe(403)
    expect((await editor.post(`/api/avisos/${aviso}/posponer`, body)).status).toBe(200)
    expect([await avisos(clase), (await resumen())[clase]]).toEqual([[], 0])
  }
  for (const unknown of [
    'evidencia-2000000',
    'evidencia-99999999999999999',
    'incidentes-2000000',
    'incidentes-x',
  ])
    expect((await postpone(unknown)).status).toBe(404)
})

test('each class: lists 200 by date and id, and counts 1,000', async () => {
  await reglas({ exige_foto: true })
  const { id } = await create()
  office.setClock('2026-12-01T12:00:00-06:00')
  await run(
    office.server.db,
    sql`with nuevas as (
        insert into rutas (no_ruta, cliente_id, servicio, mercaderia, camion_id, origen, destino, chofer_id, fecha, hora,
          precio, inicio, fin, estado, busqueda)
        select 'E-' || n, cliente_id, servicio, mercaderia, camion_id, origen, destino, chofer_id, ${hoy}::date + n % 9,
          hora, precio, inicio, fin, estado, busqueda
        from rutas, generate_series(1, 1005) n where id = ${id} returning id)
      insert into incidentes (ruta_id, causa, desde, usuario_id)
      select id, 'Clima', '2026-11-20T12:00:00-06:00', ${office.admin.userId} from nuevas`,
  )
  expect(await resumen()).toMatchObject({ sin_evidencia: 1000, incidente_abierto: 1000, total: 2000 })
  for (const clase of ['sin_evidencia', 'incidente_abierto']) {
    const listed = (await avisos(clase)) as { id: string; fecha: string }[]
    expect(listed).toHaveLength(200)
    expect(listed).toEqual(listed.toSorted((a, b) => (`${a.fecha} ${a.id}` < `${b.fecha} ${b.id}` ? -1 : 1)))
    expect(listed[0]?.fecha).toBe(hoy)
  }
})

test('por_liquidar: appears after fifteen days to users who see money; those who pay out postpone it', async () => {
  const { admin, server } = office
  const pilot = async (apellido: string) =>
    (await office.createRecord('choferes', { nombre: 'Juan', apellido, vencimiento: '2028-01-01' })).id
  const [juan, pedro] = [await pilot('Pérez'), await pilot('Bac')]
  const createMovimiento = async (chofer_id: number, fecha: string, more: object = {}) => {
    const body = { tipo: 'anticipo', chofer_id, monto: 98_765.43, fecha, ...more }
    const answer = await admin.post('/api/movimientos', body)
    expect([answer.status, answer.body.error]).toEqual([201, undefined])
    return answer.body.data.id as number
  }
  const { id: ruta_id } = await create()
  const gasto = { tipo: 'gasto', concepto: 'Peaje', ruta_id }
  await createMovimiento(juan, '2026-11-06')
  await createMovimiento(juan, '2026-08-01', { ...gasto, paga: 'empresa' })
  expect(await avisos('por_liquidar')).toEqual([])
  const oldest = await createMovimiento(juan, '2026-11-03', { ...gasto, paga: 'piloto' })
  await createMovimiento(juan, '2026-11-05')
  await createMovimiento(pedro, '2026-11-05', { tipo: 'comision', ruta_id })
  const juans = {
    id: `liquidar-${juan}`,
    clase: 'por_liquidar',
    gravedad: 'info',
    texto: 'Juan Pérez: sin liquidar desde hace 17 días',
    entidad: 'choferes',
    entidad_id: juan,
    href: `/dinero/piloto/${juan}`,
    fecha: '2026-11-03',
    dias: -17,
  }
  const bacs = { texto: 'Juan Bac: sin liquidar desde hace 15 días', id: `liquidar-${pedro}`, dias: -15 }
  expect(await avisos('por_liquidar')).toMatchObject([juans, bacs])
  expect((await resumen()).por_liquidar).toBe(2)

  const usuario = (permisos_dinero: PermisoDinero[], permisos: Permiso[] = []) =>
    server.as({ rol: 'usuario', permisos, permisos_dinero })
  const viewer = await usuario(['ver_dinero'])
  const cashier = await usuario(['gestionar_dinero'])
  const clerk = await usuario([], ['gestionar_catalogos', 'ver_rutas', 'editar_rutas'])
  expect((await avisos('por_liquidar', viewer))[0]).toEqual(juans)
  expect((await avisos('por_liquidar', clerk)).length).toBe(0)
  expect((await clerk.get('/api/avisos/resumen')).body.data).not.toHaveProperty('por_liquidar')
  expect((await viewer.get('/api/avisos/resumen')).body.data).toEqual({
    total: 2,
    por_liquidar: 2,
    combustible: 0,
  })
  const body = { hasta: '2026-11-25', motivo: 'Viene el viernes' }
  for (const client of [viewer, clerk])
    expect((await client.post(`/api/avisos/${juans.id}/posponer`, body)).status).toBe(403)
  // The other classes stay empty.
  expect((await cashier.post(`/api/avisos/choferes-${juan}/posponer`, body)).status).toBe(403)
  expect((await cashier.post(`/api/avisos/${juans.id}/posponer`, body)).status).toBe(200)
  expect((await cashier.post('/api/avisos/liquidar-2000000/posponer', body)).status).toBe(404)
  expect(await textos('por_liquidar')).toEqual([bacs.texto])

  // The postponement covers the oldest date at that time; a registrado movement counts too.
  await run(server.db, sql`update movimientos set estado = 'anulado' where id = ${oldest}`)
  await run(server.db, sql`update movimientos set estado = 'registrado' where fecha = '2026-11-05'`)
  await admin.delete(`/api/choferes/${pedro}`)
  expect(await textos('por_liquidar')).toEqual(['Juan Pérez: sin liquidar desde hace 15 días', bacs.texto])
})
