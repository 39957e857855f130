import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTotalDifferences } from '../../domain/trips/totals.ts'
import { many, one, run, sql } from '../../platform/db/sql.ts'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { aCamion, aChofer, aPersona, aRuta } from '../../test/factories.ts'
import { csv, listErrors, previewImport, runImport, undoImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
let ids: Record<'cliente_id' | 'camion_id' | 'chofer_id' | 'ayudante_id', number>
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  const make = async (path: string, body: unknown) => (await admin.post(path, body)).body.data.id as number
  ids = {
    cliente_id: await make('/api/clientes', aPersona({ nombre: 'Núñez', apellido: 'Hermanos' })),
    camion_id: await make('/api/camiones', aCamion({ placa: 'C-494CFH' })),
    chofer_id: await make('/api/choferes', aChofer({ nombre: 'José', apellido: 'Xicará' })),
    ayudante_id: await make('/api/ayudantes', aPersona({ nombre: 'Rosa', apellido: 'Ixcoy' })),
  }
})
afterAll(() => server.close())

const titles = [
  'Ruta',
  'Día',
  'Cliente',
  'Servicio',
  'Carga',
  'Camión',
  'Piloto',
  'Sale de',
  'Llega a',
  'Precio (Q)',
]
const trip = (no_ruta: string, more: Partial<Record<number, string>> = {}) =>
  [
    '',
    '03/04/2026',
    'NUNEZ  hermanos',
    'Flete',
    'Cemento',
    'c494cfh',
    'jose xicara',
    'Guatemala',
    'Cobán',
    'Q1,250.00',
  ].map((cell, i) => more[i] ?? (i === 0 ? no_ruta : cell))
const countTrips = async () => (await admin.get('/api/rutas?porPagina=1')).body.paginacion.total as number
const countClientTrips = async () =>
  (await admin.get(`/api/clientes/${ids.cliente_id}`)).body.data.rutas_asignadas as number

test('POST /api/importar/rutas: writes hours, history, totals and log, and an undo deletes them', async () => {
  const bytes = csv(titles, trip('A-1'), trip(''), trip('', { 9: '45.33' }), trip('RUTA-041'))
  const { data } = (await runImport(admin, 'rutas', bytes)).body
  expect(data).toMatchObject({ nuevas: 4 })
  const { body } = await admin.get('/api/rutas?orden=ascendente')
  expect(
    body.data.map(({ no_ruta, precio }: { no_ruta: string; precio: number }) => [no_ruta, precio]),
  ).toEqual([
    ['A-1', 1250],
    ['RUTA-041', 1250],
    ['RUTA-042', 1250],
    ['RUTA-043', 45.33],
  ])
  const { id } = body.data[0]
  expect((await admin.get(`/api/rutas/${id}`)).body.data).toMatchObject({
    ...ids,
    ayudante_id: null,
    fecha: '2026-04-03',
    hora: '00:00:00',
    estado: 'Entregado',
    combustible: null,
    comentario: null,
    inicio: '2026-04-03T06:00:00.000Z',
    fin: '2026-04-03T14:00:00.000Z',
    version: 1,
  })
  expect((await admin.get(`/api/rutas/${id}/historial`)).body.data).toMatchObject([
    { estado_anterior: null, estado_nuevo: 'Entregado' },
  ])
  expect((await admin.get('/api/rutas?buscar=nunez+flete+xicara')).body.paginacion.total).toBe(4)
  expect([await findTotalDifferences(server.db), await countClientTrips()]).toEqual([[], 4])

  const undone = await undoImport(admin, data.id)
  expect(undone.status).toBe(200)
  expect([await countTrips(), await countClientTrips(), await findTotalDifferences(server.db)]).toEqual([
    0,
    0,
    [],
  ])
  expect((await admin.get('/api/papelera')).body.paginacion.total).toBe(0)
  expect(
    (await findLogRowsOfRequest(server.db, undone)).map(({ accion, nombre }) => [accion, nombre]),
  ).toEqual([
    ['deshacer', 'importacion'],
    ...['RUTA-042', 'A-1', 'RUTA-043', 'RUTA-041'].map((numero) => ['eliminar', numero]),
  ])
  expect(await one(server.db, sql`select from rutas_historial`)).toBeUndefined()
  // The numbers are free again.
  expect((await admin.get('/api/rutas/next-number')).body.data.nextRutaNumber).toBe('RUTA-001')
})

test('POST /api/importar/rutas: imports nothing and lists the errors when cells are wrong', async () => {
  const bytes = csv(
    titles,
    trip('B-1'),
    trip('B-2', { 5: 'P-000' }),
    trip('B-3', { 6: 'Nadie Aquí', 1: '2026' }),
  )
  const { status, body } = await runImport(admin, 'rutas', bytes)
  expect([status, listErrors(body.error.filas)]).toEqual([
    400,
    [
      [3, 'F', 'placa', 'Camión no encontrado. Verifica que el camión seleccionado sea válido.'],
      [4, 'B', 'fecha', 'Escribe una fecha válida.'],
      [4, 'G', 'piloto', 'Chofer no encontrado. Verifica que el chofer seleccionado sea válido.'],
    ],
  ])
  expect(await countTrips()).toBe(0)
  const estado = csv([...titles, 'Estado', 'Hora'], [...trip('B-4'), 'pendiente', '6'])
  expect(listErrors((await previewImport(admin, 'rutas', estado)).detalle)).toEqual([
    [2, 'L', 'hora', 'Escribe una hora válida, como 08:30.'],
    [2, 'K', 'estado', 'Solo se importan viajes terminados: Entregado o Incidente.'],
  ])
})

test('POST /api/importar/rutas: matches trips by number, or by their fields without a number', async () => {
  const numbered = csv(titles, trip('C-1'), trip('C-2'))
  const { id } = (await runImport(admin, 'rutas', numbered)).body.data
  expect(listErrors((await previewImport(admin, 'rutas', numbered)).detalle)).toEqual([
    [2, null, null, 'El número de ruta ya existe'],
    [3, null, null, 'El número de ruta ya existe'],
  ])
  expect(await previewImport(admin, 'rutas', numbered, { duplicados: 'saltar' })).toMatchObject({
    nuevas: 0,
    saltadas: 2,
  })
  // The file has three equal trips, the database two.
  const alike = csv(titles, trip(''), trip(''), trip('', { 7: 'GUATEMALA' }))
  expect(await previewImport(admin, 'rutas', alike, { duplicados: 'saltar' })).toMatchObject({
    nuevas: 1,
    saltadas: 2,
  })
  expect(listErrors((await previewImport(admin, 'rutas', alike)).detalle)).toEqual([
    [2, null, null, 'Ya existe esa ruta: C-1.'],
    [3, null, null, 'Ya existe esa ruta: C-2.'],
  ])
  expect(
    listErrors((await previewImport(admin, 'rutas', csv(titles, trip('D-1'), trip('d-1')))).detalle),
  ).toEqual([[3, null, null, 'Repite la fila 2.']])
  const [first] = (await admin.get('/api/rutas?buscar=c-1')).body.data
  await admin.delete(`/api/rutas/${first.id}`)
  const binned = await previewImport(admin, 'rutas', numbered, { duplicados: 'saltar' })
  expect(listErrors(binned.detalle)).toEqual([[2, null, null, 'El número de ruta ya existe']])
  const stuck = await undoImport(admin, id)
  expect([stuck.body.message, stuck.body.error.registros]).toEqual([
    'No se puede deshacer: 1 registro cambió o se usa.',
    ['C-1'],
  ])
})

test('POST /api/importar/rutas: checks query and access, and an undo needs permission and version', async () => {
  const url = '/api/importar/rutas'
  const { body } = await admin.post(
    `${url}?prueba=tal+vez&duplicados=actualizar&columnas=%7B%22a%22:%22A%22%7D`,
  )
  expect(body.error.campos).toEqual({
    prueba: 'Elige uno de estos valores: si, no.',
    duplicados: 'Las rutas no se actualizan con una hoja.',
    columnas: 'El valor no es válido.',
  })
  const unknown = await admin.post('/api/importar/usuarios?prueba=tal+vez')
  expect([unknown.status, unknown.body.message]).toEqual([404, 'Tipo de importación no encontrado'])
  const clerk = await server.as({ rol: 'usuario', permisos: ['crear_rutas'] })
  const { id } = (await runImport(clerk, 'rutas', csv(titles, trip('E-1')))).body.data
  expect((await undoImport(clerk, id)).status).toBe(403)
  const keeper = await server.as({ rol: 'usuario', permisos: ['gestionar_catalogos', 'eliminar_rutas'] })
  expect((await undoImport(keeper, id)).body.message).toBe('Importación no encontrada')
  expect((await keeper.get('/api/importaciones')).body.data).toEqual([])
  expect((await clerk.get('/api/importaciones')).body.data[0]).toMatchObject({ id, tipo: 'rutas' })
  expect((await undoImport(admin, id, { version: 7 })).body.message).toBe(
    'Otro usuario modificó este registro. Recarga para ver los cambios.',
  )
  await run(
    server.db,
    sql`update importaciones set creado_en = now() - interval '24 hours 1 minute' where id = ${id}`,
  )
  expect((await undoImport(admin, id)).body.message).toBe('Ya pasaron 24 horas.')
})

test('POST /api/importar/rutas: imports once per idempotency key, and returns 409 for other data', async () => {
  const bytes = csv(titles, trip('F-1'))
  const [first, second] = await Promise.all([
    runImport(admin, 'rutas', bytes, {}, 'una'),
    runImport(admin, 'rutas', bytes, {}, 'una'),
  ])
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
  expect((await runImport(admin, 'rutas', csv(titles, trip('F-2')), {}, 'una')).body.message).toBe(
    'Ese envío ya se hizo con otros datos.',
  )
  const rows = await many(server.db, sql`select from rutas where no_ruta in ('F-1', 'F-2')`)
  expect(rows.length).toBe(1)
  const undo = () =>
    admin.send({
      method: 'POST',
      url: `/api/importaciones/${first.body.data.id}/deshacer`,
      headers: { 'idempotency-key': 'otra' },
    })
  const [undone, again] = await Promise.all([undo(), undo()])
  expect([undone.status, again.status, again.body]).toEqual([200, 200, undone.body])
})

test('POST /api/importar/rutas: numbers trips without gaps or duplicates while 20 clients create trips', async () => {
  const bytes = csv(titles, ...Array.from({ length: 300 }, () => trip('', { 7: 'Mixco' })))
  let createdByOthers = 0
  const create = async (): Promise<void> => {
    const { nextRutaNumber: no_ruta } = (await admin.get('/api/rutas/next-number')).body.data
    const { status } = await admin.post('/api/rutas', aRuta(ids, { no_ruta }))
    if (status === 201) createdByOthers += 1
    else return create()
  }
  const [imported] = await Promise.all([
    runImport(admin, 'rutas', bytes),
    ...Array.from({ length: 20 }, create),
  ])
  expect([imported.status, createdByOthers]).toEqual([201, 20])
  const numbers = await many<{ n: number }>(
    server.db,
    sql`select correlativo as n from rutas where correlativo is not null order by 1`,
  )
  expect(numbers.map(({ n }) => n)).toEqual(numbers.map((_, i) => i + (numbers[0]?.n ?? 0)))
  const own = await many<{ n: number }>(
    server.db,
    sql`select r.correlativo as n from rutas r join importaciones_registros i on i.registro_id = r.id
      where i.importacion_id = ${imported.body.data.id} order by r.id`,
  )
  expect(own.map(({ n }) => n)).toEqual(own.map((_, i) => i + (own[0]?.n ?? 0)))
  expect(await findTotalDifferences(server.db)).toEqual([])
})
