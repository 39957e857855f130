import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCamion, aChofer, aPersona } from '../../test/factories.ts'
import { csv, listErrors, postSheet, previewImport, runImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { buildWorkbook, inlineCell } from '../../test/workbooks.ts'

// Sheets with headings and cells of other companies (docs/contract/imports.md).

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  await admin.post('/api/clientes', aPersona({ nombre: 'Total', apellido: 'Gas' }))
  await admin.post('/api/clientes', aPersona({ nombre: 'Cementos', apellido: 'Progreso' }))
  await admin.post('/api/camiones', aCamion({ placa: 'C-494CFH' }))
  await admin.post('/api/choferes', aChofer({ nombre: 'José', apellido: 'Xicará' }))
})
afterAll(() => server.close())

const headings = [
  'Fecha y hora',
  'Cliente',
  'Unidad',
  'Operador',
  'Lugar de carga',
  'Lugar de descarga',
  'Flete',
]
const mapped = { fecha: 'A', cliente: 'B', placa: 'C', piloto: 'D', origen: 'E', destino: 'F', precio: 'G' }
const constants = { servicio: '=Flete', mercaderia: '=Cemento' }
const columnas = (more: Record<string, string> = {}) =>
  JSON.stringify({
    ...mapped,
    ...constants,
    ...more,
  })
const trip = (fecha: string | number, more: Partial<Record<number, string>> = {}) =>
  [fecha, 'Cementos Progreso', 'C-494CFH', 'Jose Xicara', 'Palín', 'Escuintla', '1250'].map(
    (cell, i) => more[i] ?? cell,
  )

/** Returns day and hour of each row as they would be stored. */
const momentsOf = async (bytes: Uint8Array, more: Record<string, string> = {}) => {
  const { vista, errores } = await previewImport(admin, 'rutas', bytes, { columnas: columnas(more) })
  expect(errores).toBe(0)
  return vista.map(({ valores }: { valores: { fecha: string; hora: string } }) => [
    valores.fecha,
    valores.hora,
  ])
}

test('POST /api/importar/rutas: maps the headings of a trip log', async () => {
  const { columnas: described, faltan } = await previewImport(
    admin,
    'rutas',
    csv(headings, trip('20/11/2026')),
  )
  expect(described.map(({ campo }: { campo: string }) => campo)).toEqual([
    'fecha',
    'cliente',
    'placa',
    'piloto',
    'origen',
    'destino',
    'precio',
  ])
  expect(faltan).toEqual(['servicio', 'mercaderia'])
})

test("POST /api/importar/rutas: reads the hour from the date's cell, without a column or with its letter", async () => {
  const bytes = csv(
    headings,
    trip('20/11/2026 14:35'),
    trip('20/11/2026'),
    trip('2026-11-27T02:30:00Z'),
    trip('26/11/2026, 5:38:11 p. m.'),
    trip('26-nov-26'),
  )
  const expected = [
    ['2026-11-20', '14:35:00'],
    ['2026-11-20', '00:00:00'],
    ['2026-11-26', '20:30:00'],
    ['2026-11-26', '17:38:11'],
    ['2026-11-26', '00:00:00'],
  ]
  expect(await momentsOf(bytes)).toEqual(expected)
  expect(await momentsOf(bytes, { hora: 'A' })).toEqual(expected)
  expect(await momentsOf(bytes, { hora: '=08:15 hrs' })).toEqual(expected.map(([day]) => [day, '08:15:00']))
})

test('POST /api/importar/rutas: reads the hour of an Excel date, and shows the date as the field', async () => {
  const cells = (y: number, row: readonly (string | number)[]) =>
    row.map((cell, x) => inlineCell(`${'ABCDEFG'.charAt(x)}${y}`, String(cell)))
  const [, ...rest] = cells(2, trip(''))
  const rows = `<row r="1">${cells(1, headings).join('')}</row><row r="2"><c r="A2" s="1"><v>46346.25</v></c>${rest.join('')}</row>`
  const bytes = await buildWorkbook({ sheets: [{ name: 'H', rows }], formats: ['dd/mm/yyyy h:mm'] })
  expect(await momentsOf(bytes)).toEqual([['2026-11-20', '06:00:00']])
  const preview = await previewImport(admin, 'rutas', bytes, { columnas: columnas({ hora: 'A' }) })
  expect(preview.columnas[0]).toMatchObject({ columna: 'A', campo: 'fecha' })
})

test("POST /api/importar/rutas: names the date's column when its hour does not exist", async () => {
  const { detalle } = await previewImport(admin, 'rutas', csv(headings, trip('20/11/2026 25:00')), {
    columnas: columnas(),
  })
  expect(detalle).toEqual([
    expect.objectContaining({ fila: 2, columna: 'A', campo: 'hora', valor: '20/11/2026 25:00' }),
  ])
})

test.each([
  ['rutas', { fecha: 'A', hora: 'A' }, 200],
  ['rutas', { hora: 'A', fecha: 'A' }, 200],
  ['rutas', { fecha: 'A', hora: 'A', comentario: 'A' }, 400],
  ['rutas', { fecha: 'A', cliente: 'A' }, 400],
  ['rutas', { origen: 'A', destino: 'A' }, 400],
  ['tarifas', { vigente_desde: 'A', vigente_hasta: 'A' }, 400],
])('POST /api/importar/%s: answers the columns %j with %i', async (tipo, sources, status) => {
  const { status: actual, body } = await postSheet(admin, tipo, csv(headings, trip('20/11/2026')), {
    columnas: JSON.stringify(sources),
  })
  expect([actual, body.error?.campos]).toEqual([
    status,
    status === 200 ? undefined : { columnas: 'El valor no es válido.' },
  ])
})

test('POST /api/importar/rutas: reads a decimal comma if the whole column has one, and says so', async () => {
  const prices = (...all: string[]) => csv(headings, ...all.map((price) => trip('20/11/2026', { 6: price })))
  const preview = (bytes: Uint8Array) => previewImport(admin, 'rutas', bytes, { columnas: columnas() })
  const read = await preview(prices('1250,50', 'Q 75', '980,5'))
  expect(read.coma_decimal).toEqual(['precio'])
  expect(read.vista.map(({ valores }: { valores: { precio: number } }) => valores.precio)).toEqual([
    1250.5, 75, 980.5,
  ])
  const mixed = await preview(prices('1250,50', '1,250.00'))
  expect(mixed.coma_decimal).toEqual([])
  expect(listErrors(mixed.detalle).map(([fila, columna]) => [fila, columna])).toEqual([[2, 'G']])
})

test('POST /api/importar/choferes: refuses numbers that Excel cut and drops a decimal zero', async () => {
  const cut = 'Excel cortó este número: dale formato de texto y escríbelo otra vez.'
  const titles = ['Nombres', 'Apellidos', 'Cel', 'Clase de licencia', 'Vence licencia']
  const row = (telefono: string) => ['Ana', `Tot ${telefono}`, telefono, 'A', '26 de noviembre de 2027']
  const bytes = csv(titles, row('5.02556E+10'), row('55551234.0'))
  const { detalle, vista } = await previewImport(admin, 'choferes', bytes)
  expect(listErrors(detalle)).toEqual([[2, 'C', 'telefono', cut]])
  expect(vista[1].valores).toMatchObject({ telefono: '55551234', vencimiento: '2027-11-26' })
})

test('POST /api/importar/rutas: leaves totals and repeated headings out, but no row that names a record', async () => {
  const bytes = csv(
    headings,
    trip('20/11/2026'),
    ['', 'SUBTOTAL', '', '', '', '', '1250'],
    headings,
    trip('21/11/2026', { 0: '', 1: 'Total Gas' }),
    ['', 'Total', 'C-494CFH', '', '', '', '1250'],
    ['', '', '', '', '', '', 'Q 2,500.00'],
    ['TOTAL', '', '', '', '', '', '2500'],
  )
  const query = { columnas: columnas() }
  const preview = await previewImport(admin, 'rutas', bytes, query)
  expect(preview).toMatchObject({ ignoradas: [3, 4, 7, 8], filas: 3, nuevas: 1, errores: 2 })
  const all = await previewImport(admin, 'rutas', bytes, { ...query, totales: 'no' })
  expect(all).toMatchObject({ ignoradas: [], filas: 7, nuevas: 1, errores: 6 })
  const missing = await previewImport(admin, 'rutas', bytes)
  expect(missing).toMatchObject({ ignoradas: [3, 4, 7, 8], filas: 3, errores: 3 })
  const good = csv(headings, trip('20/11/2026'), ['TOTAL', '', '', '', '', '', '1250'])
  const { status, body } = await runImport(admin, 'rutas', good, query)
  expect([status, body.data.filas, body.data.nuevas]).toEqual([201, 1, 1])
})

test('POST /api/importar/rutas: rejects a file of totals alone, which the preview shows', async () => {
  const bytes = csv(headings, ['TOTAL', '', '', '', '', '', '1250'])
  const query = { columnas: columnas() }
  expect(await previewImport(admin, 'rutas', bytes, query)).toMatchObject({ ignoradas: [2], filas: 0 })
  for (const options of [query, { ...query, omitir_errores: 'si' }]) {
    const { status, body } = await runImport(admin, 'rutas', bytes, options)
    expect([status, body.error?.campos]).toEqual([400, { archivo: 'El archivo no tiene filas.' }])
  }
  expect((await runImport(admin, 'rutas', bytes, { ...query, totales: 'no' })).status).toBe(400)
})

test('POST /api/importar/rutas: leaves a total out also when one plate holds for every row', async () => {
  const bytes = csv(headings, trip('22/11/2026'), ['TOTAL', '', '', '', '', '', '1250'])
  const query = { columnas: columnas({ placa: '=C-494CFH' }) }
  expect(await previewImport(admin, 'rutas', bytes, query)).toMatchObject({ ignoradas: [3], nuevas: 1 })
})

test('POST /api/importar/clientes: keeps a known client whose name begins like a total', async () => {
  const bytes = csv(['Cliente', 'Tel.'], ['Total Gas', '5555-1234'], ['Total', ''])
  expect(await previewImport(admin, 'clientes', bytes, { duplicados: 'saltar' })).toMatchObject({
    ignoradas: [3],
    filas: 1,
    saltadas: 1,
    errores: 0,
  })
})

test('POST /api/importar/rutas: reads merged cells in all their rows unless combinadas is no', async () => {
  const rows = [
    headings,
    trip('20/11/2026 06:00'),
    trip('', { 1: '', 6: '900' }),
    ['TOTAL', ...'     '.split(''), '2150'],
  ]
    .map((row, y) => {
      const cells = row.map((cell, x) =>
        String(cell).trim() ? inlineCell(`${'ABCDEFG'.charAt(x)}${y + 3}`, String(cell)) : '',
      )
      return `<row r="${y + 3}">${cells.join('')}</row>`
    })
    .join('')
  const title = `<row r="1">${inlineCell('A1', 'Transportes X')}</row><row r="2">${inlineCell('A2', 'Viajes de noviembre')}</row>`
  const behind =
    '<mergeCells><mergeCell ref="A1:G1"/><mergeCell ref="A4:A5"/><mergeCell ref="B4:B6"/></mergeCells>'
  const bytes = await buildWorkbook({ sheets: [{ name: 'Noviembre', rows: title + rows, behind }] })
  expect(await momentsOf(bytes)).toEqual([
    ['2026-11-20', '06:00:00'],
    ['2026-11-20', '06:00:00'],
  ])
  const query = { columnas: columnas() }
  expect(await previewImport(admin, 'rutas', bytes, query)).toMatchObject({ nuevas: 2, ignoradas: [6] })
  const unmerged = await previewImport(admin, 'rutas', bytes, { ...query, combinadas: 'no' })
  expect(unmerged).toMatchObject({ nuevas: 1, errores: 1, ignoradas: [6] })
})
