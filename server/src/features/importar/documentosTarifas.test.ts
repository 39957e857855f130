import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTotalDifferences } from '../../domain/trips/totals.ts'
import { one, run, sql } from '../../platform/db/sql.ts'
import { aCamion, aChofer, aPersona } from '../../test/factories.ts'
import { csv, listErrors, previewImport, runImport, undoImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { purgeImportSnapshots } from './undo.ts'

let server: TestApp
let admin: Client
let camion_id: number
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  camion_id = (await admin.post('/api/camiones', aCamion({ placa: 'C-1' }))).body.data.id
  await admin.post('/api/choferes', aChofer({ nombre: 'Ana', apellido: 'Paz' }))
  await admin.post('/api/clientes', aPersona({ nombre: 'Núñez', apellido: 'Hermanos' }))
})
afterAll(() => server.close())

const prices = ['Cliente', 'Origen', 'Destino', 'Precio', 'Desde', 'Hasta', 'Minutos']
const tarifas = async () =>
  (await admin.get('/api/tarifas?orden=recientes')).body.data.map((row: Record<string, unknown>) => [
    row.precio,
    row.vigente_desde,
    row.vigente_hasta,
    row.duracion_min,
    row.version,
  ])

test('POST /api/importar/tarifas: matches prices by key and first day and rejects overlaps', async () => {
  const first = csv(prices, ['Nunez Hermanos', 'Guatemala', 'Cobán', 'Q. 1,250.00', '01/01/2026', '', '480'])
  const { data } = (await runImport(admin, 'tarifas', first)).body
  expect(await tarifas()).toEqual([[1250, '2026-01-01', null, 480, 1]])
  const next = csv(
    prices,
    ['NÚÑEZ HERMANOS', 'GUATEMALA', 'coban', '1300', '2026-01-01', '30/06/2026', ''],
    ['Núñez Hermanos', 'Guatemala', 'Cobán', '1400', '2026-07-01', '', ''],
    ['', 'Guatemala', 'Cobán', '1500', '2026-07-01', '', ''],
    ['', 'Guatemala', 'Cobán', '1500', '2026-08-01', '', ''],
    ['Nadie', 'Guatemala', 'Cobán', '1.250,50', '2026-08-01', '2026-07-01', '1.5'],
  )
  const mensaje = 'Ya hay una tarifa para esas fechas.'
  const cells = [
    [6, 'A', 'cliente', 'Cliente no encontrado. Verifica que el cliente seleccionado sea válido.'],
    [6, 'D', 'precio', expect.stringContaining('Escribe una cantidad')],
    [6, 'G', 'duracion_min', 'Debe ser un número entero.'],
    [6, 'F', 'vigente_hasta', 'La fecha final no puede ser anterior a la inicial.'],
  ]
  expect(listErrors((await previewImport(admin, 'tarifas', next)).detalle)).toEqual([
    [2, null, null, mensaje],
    [3, null, null, mensaje],
    [5, null, null, mensaje],
    ...cells,
  ])
  const preview = await previewImport(admin, 'tarifas', next, { duplicados: 'actualizar' })
  expect(preview).toMatchObject({ cambiadas: 1, nuevas: 2, errores: 2 })
  expect(listErrors(preview.detalle)).toEqual([[5, null, null, mensaje], ...cells])

  const right = csv(
    prices,
    ...[1, 2, 3].map((i) => String(next.toString().split('\r\n')[i]).slice(1, -1).split('","')),
  )
  const changed = (await runImport(admin, 'tarifas', right, { duplicados: 'actualizar' })).body.data
  expect(await tarifas()).toEqual([
    [1500, '2026-07-01', null, null, 1],
    [1400, '2026-07-01', null, null, 1],
    [1300, '2026-01-01', '2026-06-30', null, 2],
  ])
  expect(await findTotalDifferences(server.db)).toEqual([])
  expect((await undoImport(admin, changed.id)).status).toBe(200)
  expect(await tarifas()).toEqual([[1250, '2026-01-01', null, 480, 3]])
  expect(await findTotalDifferences(server.db)).toEqual([])
  expect((await undoImport(admin, data.id)).status).toBe(200)
  expect([await tarifas(), await findTotalDifferences(server.db)]).toEqual([[], []])
})

test('POST /api/importaciones/:id/deshacer: returns 409 when another price has the earlier dates', async () => {
  const tarifa = { origen: 'A', destino: 'B', precio: 1, vigente_desde: '2026-01-01' }
  await admin.post('/api/tarifas', tarifa)
  const shorter = csv(
    ['Origen', 'Destino', 'Precio', 'Desde', 'Hasta'],
    ['A', 'B', '1', '2026-01-01', '2026-02-01'],
  )
  const { id } = (await runImport(admin, 'tarifas', shorter, { duplicados: 'actualizar' })).body.data
  await admin.post('/api/tarifas', { ...tarifa, vigente_desde: '2026-03-01' })
  const refused = await undoImport(admin, id)
  expect([refused.status, refused.body.message]).toEqual([409, 'Ya hay una tarifa para esas fechas.'])
})

const documentTitles = ['Tipo', 'Placa', 'Piloto', 'Número', 'Emitido', 'Vence', 'Nota']

test('POST /api/importar/documentos: requires one owner, a type that applies to it and no duplicate', async () => {
  const bytes = csv(
    documentTitles,
    ['SEGURO', 'c1', '', '77', '01/02/2026', '01/02/2027', 'Original'],
    ['Antecedentes penales', '', 'ana paz', '', '', '', ''],
    ['Seguro', '', 'Ana Paz', '', '', '', ''],
    ['Nada', 'C-1', 'Ana Paz', '', '', '', ''],
    ['Nada', '', '', '', '', '', ''],
    ['Revisión mecánica', 'C-9', '', '', '02/02/2026', '01/02/2026', ''],
    ['Seguro', 'C-1', '', '', '', '', ''],
  )
  expect(listErrors((await previewImport(admin, 'documentos', bytes)).detalle)).toEqual([
    [4, 'A', 'tipo', 'Tipo de documento no encontrado'],
    [5, null, null, 'Escribe la placa, el piloto o el ayudante.'],
    [6, null, null, 'Escribe la placa, el piloto o el ayudante.'],
    [7, 'B', 'placa', 'Camión no encontrado. Verifica que el camión seleccionado sea válido.'],
    [7, 'F', 'vence', 'La fecha de vencimiento no puede ser anterior a la de emisión.'],
    [8, null, null, 'Repite la fila 2.'],
  ])
  const right = csv(
    documentTitles,
    ['SEGURO', 'c1', '', '77', '01/02/2026', '01/02/2027', 'Original'],
    ['Antecedentes penales', '', 'ana paz', '', '', '', ''],
  )
  const { id } = (await runImport(admin, 'documentos', right)).body.data
  const list = async () =>
    (await admin.get(`/api/documentos?entidad=camiones&entidad_id=${camion_id}`)).body.data
  expect(await list()).toMatchObject([
    {
      tipo: 'Seguro',
      nombre: 'C-1',
      numero: '77',
      emitido: '2026-02-01',
      vence: '2027-02-01',
      nota: 'Original',
    },
  ])
  const cleared = csv(['Tipo', 'Placa', 'Nota'], ['Seguro', 'C-1', '-'])
  expect(await previewImport(admin, 'documentos', cleared, { duplicados: 'actualizar' })).toMatchObject({
    cambiadas: 1,
  })
  const changed = (await runImport(admin, 'documentos', cleared, { duplicados: 'actualizar' })).body.data
  expect(await list()).toMatchObject([{ numero: '77', nota: null, version: 2 }])
  expect(await previewImport(admin, 'documentos', cleared, { duplicados: 'actualizar' })).toMatchObject({
    iguales: 1,
  })
  expect((await undoImport(admin, changed.id)).status).toBe(200)
  expect(await list()).toMatchObject([{ numero: '77', nota: 'Original', version: 3 }])
  // The earlier import recognizes the restored version.
  expect((await undoImport(admin, id)).status).toBe(200)
  expect(await list()).toEqual([])
  expect(
    await one(server.db, sql`select from documentos_cuenta group by tipo_id, vivo having sum(n) <> 0`),
  ).toBeUndefined()
  expect((await previewImport(admin, 'documentos', csv(['Tipo'], ['Seguro']))).faltan).toEqual(['placa'])
})

test('purgeImportSnapshots: deletes snapshots after 24 hours', async () => {
  const row = Object.entries(aPersona())
  const sheet = csv(
    row.map(([name]) => name),
    row.map(([, value]) => value),
  )
  const { id } = (await runImport(admin, 'ayudantes', sheet)).body.data
  const findSnapshot = () =>
    one(server.db, sql`select from importaciones_registros where importacion_id = ${id}`)
  await purgeImportSnapshots(server.db)
  expect(await findSnapshot()).toBeDefined()
  await run(
    server.db,
    sql`update importaciones set creado_en = now() - interval '24 hours 1 minute' where id = ${id}`,
  )
  await purgeImportSnapshots(server.db)
  expect(await findSnapshot()).toBeUndefined()
})
