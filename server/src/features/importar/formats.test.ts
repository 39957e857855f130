import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCamion, aChofer, aPersona } from '../../test/factories.ts'
import { csv, listErrors, previewImport, runImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { buildWorkbook, inlineCell } from '../../test/workbooks.ts'

// The same rows in every supported file format.

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  await admin.post('/api/clientes', aPersona({ nombre: 'Núñez', apellido: 'Hermanos' }))
  await admin.post('/api/camiones', aCamion({ placa: 'C-494CFH' }))
  await admin.post('/api/choferes', aChofer({ nombre: 'José', apellido: 'Xicará' }))
})
afterAll(() => server.close())

const titles = [
  'Fecha',
  'Cliente',
  'Servicio',
  'Carga',
  'Placa',
  'Piloto',
  'Origen',
  'Destino',
  'Precio (Q)',
  'Galones',
]
const trip = [
  '03/04/2026',
  'Núñez Hermanos',
  'Flete',
  'Café, 40 sacos',
  'C-494CFH',
  'JOSE XICARA',
  'Guatemala',
  'Cobán',
  'Q1,250.00',
  '45.33',
]

/** For this text Windows-1252 equals ISO 8859-1. */
const windows1252 = (delimiter: string) =>
  Buffer.from([titles, trip].map((row) => row.join(delimiter)).join('\r\n'), 'latin1')

/** Returns the rows as Excel saves them: date and amounts as numbers, one from a formula. */
function tripWorkbook() {
  const ref = (x: number, y: number) => `${'ABCDEFGHIJ'.charAt(x)}${y}`
  const row = (y: number, cells: string[]) => `<row r="${y}">${cells.join('')}</row>`
  const texts = (y: number, all: string[]) => all.map((text, x) => inlineCell(ref(x, y), text))
  const cells = texts(2, trip)
  cells[0] = '<c r="A2" s="1"><v>46115</v></c>'
  cells[8] = '<c r="I2"><v>1250</v></c>'
  cells[9] = '<c r="J2"><f>136/3</f><v>45.333333333333336</v></c>'
  return buildWorkbook({
    sheets: [{ name: 'Viajes', rows: row(1, texts(1, titles)) + row(2, cells) }],
    formats: ['dd/mm/yyyy'],
  })
}

test('POST /api/importar/rutas: reads the same trip from Windows-1252 CSV, UTF-8 CSV and xlsx', async () => {
  const stored = {
    no_ruta: null,
    fecha: '2026-04-03',
    hora: '00:00:00',
    cliente: 'Núñez Hermanos',
    servicio: 'Flete',
    mercaderia: 'Café, 40 sacos',
    placa: 'C-494CFH',
    piloto: 'José Xicará',
    ayudante: null,
    origen: 'Guatemala',
    destino: 'Cobán',
    precio: 1250,
    combustible: 45.33,
    estado: 'Entregado',
    comentario: null,
  }
  for (const bytes of [windows1252(';'), csv(titles, trip), await tripWorkbook()]) {
    const { vista, detalle } = await previewImport(admin, 'rutas', bytes)
    expect({ detalle, vista }).toEqual({
      detalle: [],
      vista: [{ fila: 2, accion: 'nueva', valores: stored }],
    })
  }
  await runImport(admin, 'rutas', windows1252(';'))
  for (const bytes of [csv(titles, trip), await tripWorkbook()])
    expect(await previewImport(admin, 'rutas', bytes, { duplicados: 'saltar' })).toMatchObject({
      saltadas: 1,
    })
})

test('POST /api/importar/clientes: splits full names and matches names regardless of case and accents', async () => {
  const bytes = csv(['Nombre', 'Teléfono'], ['Juan Pérez López', '5555-1234'], ['Bodesa', ''])
  const preview = await previewImport(admin, 'clientes', bytes)
  expect(preview.vista.map(({ valores }: { valores: object }) => valores)).toEqual([
    { nombre: 'Juan', apellido: 'Pérez López', telefono: '5555-1234' },
    { nombre: 'Bodesa', apellido: null, telefono: null },
  ])
  expect(listErrors(preview.detalle)).toEqual([[3, 'B', 'telefono', 'Este campo es obligatorio.']])
  await runImport(admin, 'clientes', csv(['Nombre', 'Teléfono'], ['Juan Pérez López', '5555-1234']))
  const shouted = csv(['Nombre', 'Teléfono'], ['JUAN PEREZ  LOPEZ', '5555-9999'])
  const { nuevas, cambiadas } = (await runImport(admin, 'clientes', shouted, { duplicados: 'actualizar' }))
    .body.data
  expect([nuevas, cambiadas]).toEqual([0, 1])
  expect((await admin.get('/api/clientes?buscar=juan')).body.data).toMatchObject([
    { nombre: 'Juan', apellido: 'Pérez López', telefono: '5555-9999', version: 2 },
  ])
})

test('POST /api/importar/ayudantes: matches equal names by telephone', async () => {
  const two = csv(['Nombre', 'Apellido', 'Tel'], ['Ana', 'Paz', '5555-0001'], ['Ana', 'Paz', '5555 0002'])
  expect((await runImport(admin, 'ayudantes', two)).body.data.nuevas).toBe(2)
  const again = csv(
    ['Nombre', 'Apellido', 'Tel'],
    ['Ana', 'Paz', '55550002'],
    ['ANA', 'PAZ', '5555-0001'],
    ['Ana', 'Paz', '5555-0002'],
    ['Ana', 'Paz', '5555-0003'],
  )
  for (const duplicados of ['error', 'saltar', 'actualizar'])
    expect([
      duplicados,
      ...listErrors((await previewImport(admin, 'ayudantes', again, { duplicados })).detalle).slice(-2),
    ]).toEqual([
      duplicados,
      [4, null, null, 'Repite la fila 2.'],
      [5, null, null, 'Hay varios ayudantes con ese nombre.'],
    ])
  // The telephone is the key here, so its stored spelling stays.
  const [head, one] = again.toString().split('\r\n')
  const first = Buffer.from([head, one].join('\r\n'))
  expect(await previewImport(admin, 'ayudantes', first, { duplicados: 'actualizar' })).toMatchObject({
    iguales: 1,
  })
})

test('POST /api/importar/camiones: reads the chosen columns and one value for every row', async () => {
  const bytes = csv(['A', 'B', 'C'], ['C-900', 'Hino', 'vieja'], ['C-901', 'Isuzu', 'vieja'])
  const columnas = JSON.stringify({
    placa: 'A',
    marca: 'B',
    modelo: '=2019',
    color: '=Blanco',
    tipo: '=Camión',
    tarjeta_circulacion: '=',
  })
  const preview = await previewImport(admin, 'camiones', bytes, { columnas })
  expect(preview.columnas.map(({ campo }: { campo: string | null }) => campo)).toEqual([
    'placa',
    'marca',
    null,
  ])
  expect(preview.detalle[0]).toEqual({
    fila: 2,
    columna: null,
    campo: 'tarjeta_circulacion',
    valor: '',
    mensaje: 'Este campo es obligatorio.',
  })
  const withText = { columnas: columnas.replace('"="', '"=TC-1"') }
  expect((await previewImport(admin, 'camiones', bytes, withText)).vista[1].valores).toEqual({
    placa: 'C-901',
    marca: 'Isuzu',
    modelo: '2019',
    color: 'Blanco',
    tipo: 'Camión',
    tarjeta_circulacion: 'TC-1',
    numero_unidad: null,
  })
})

test('POST /api/importar/clientes: reports error cells and formulas without value', async () => {
  const rows = `<row r="1">${inlineCell('A1', 'Nombre')}${inlineCell('B1', 'Teléfono')}</row>
    <row r="2"><c r="A2" t="str"><f>C1&amp;"x"</f><v>Ana Paz</v></c><c r="B2" t="e"><f>NA()</f><v>#N/A</v></c></row>
    <row r="3">${inlineCell('A3', 'Luis Sis')}<c r="B3"><f>1+1</f></c></row>`
  const preview = await previewImport(
    admin,
    'clientes',
    await buildWorkbook({ sheets: [{ name: 'H', rows }] }),
  )
  expect(preview.columnas.map(({ muestra }: { muestra: string[] }) => muestra)).toEqual([
    ['Ana Paz', 'Luis Sis'],
    ['#N/A'],
  ])
  expect(preview.detalle).toEqual([
    {
      fila: 2,
      columna: 'B',
      campo: 'telefono',
      valor: '#N/A',
      mensaje: 'La celda tiene un error de Excel: #N/A.',
    },
    {
      fila: 3,
      columna: 'B',
      campo: 'telefono',
      valor: '',
      mensaje: 'La fórmula no tiene valor. Abre la hoja en Excel y guárdala.',
    },
  ])
})

test('POST /api/importar/clientes: lists 200 errors and 20 rows and truncates long texts', async () => {
  const long = 'ñ'.repeat(150)
  const bytes = csv(['Nombre', 'Apellido', 'Tel'], ...Array.from({ length: 250 }, () => [long, 'Sis', '']))
  const preview = await previewImport(admin, 'clientes', bytes)
  expect([preview.filas, preview.errores, preview.detalle.length, preview.vista.length]).toEqual([
    250, 250, 200, 20,
  ])
  // Every row has two errors: a long name and no telephone.
  expect(preview.detalle.at(-1)).toMatchObject({ fila: 101, campo: 'telefono' })
  expect(preview.detalle[0]).toMatchObject({ campo: 'nombre', valor: 'ñ'.repeat(100) })
  expect(preview.columnas[0].muestra[0]).toBe('ñ'.repeat(100))
})
