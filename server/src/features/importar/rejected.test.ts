import { importTipos } from '@flota/contract/imports/importarCampos.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { aCamion } from '../../test/factories.ts'
import { csv, postSheet, previewImport, runImport, undoImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { buildWorkbook, buildZip, inlineCell } from '../../test/workbooks.ts'

// Rejected sheets, their messages and the order of the checks (docs/contract/imports.md).

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const utf8 = (text: string) => new TextEncoder().encode(text)
const trucks = (...rows: string[][]) => csv(Object.keys(aCamion()), ...rows)
const truck = (placa: string) => Object.values(aCamion({ placa }))
const rowsOf = (placa: string) =>
  [Object.keys(aCamion()), truck(placa)]
    .map((row, y) => {
      const cells = row.map((cell, x) => inlineCell(`${'ABCDEF'.charAt(x)}${y + 1}`, cell)).join('')
      return `<row r="${y + 1}">${cells}</row>`
    })
    .join('')

const oldWorkbook = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0])
const unreadable = { archivo: 'No se pudo leer el archivo. Guárdalo de nuevo como .xlsx o CSV.' }

test.each<[string, () => Promise<Uint8Array>, number, string | Record<string, string>]>([
  ['an empty body', async () => utf8(''), 400, { archivo: 'El archivo está vacío.' }],
  ['more than 10 MiB', async () => Buffer.alloc(10 * 1024 ** 2 + 1, 'a'), 413, 'El archivo pasa de 10 MB.'],
  [
    'an .xls or a workbook with a password',
    async () => oldWorkbook,
    415,
    'Guárdalo como .xlsx o CSV, sin contraseña.',
  ],
  ...['<html><table>', '\ufeff\n <?xml version="1.0"?><Workbook>', '<!DOCTYPE html>', '<TABLE border=1>'].map(
    (head): [string, () => Promise<Uint8Array>, number, string] => [
      `an .xls that begins with ${head}`,
      async () => utf8(`${head}<tr><td>Placa</td></tr>`),
      415,
      'Guárdalo como .xlsx o CSV, sin contraseña.',
    ],
  ),
  [
    'a .docx',
    () => buildZip({ 'word/document.xml': '<w/>' }),
    415,
    'Solo se aceptan hojas de Excel (.xlsx) o CSV.',
  ],
  ['a PDF', async () => utf8('%PDF-1.7\n1,2'), 415, 'Solo se aceptan hojas de Excel (.xlsx) o CSV.'],
  [
    'a CSV with a NUL',
    async () => utf8('Placa,Marca\n\0,1'),
    415,
    'Solo se aceptan hojas de Excel (.xlsx) o CSV.',
  ],
  [
    'a truncated workbook',
    async () => (await buildWorkbook({ sheets: [{ name: 'H', rows: rowsOf('C-1') }] })).slice(0, 500),
    400,
    unreadable,
  ],
  ['an unclosed quote', async () => utf8('Placa,"Marca\nC-1,Hino'), 400, unreadable],
  ['a sheet without rows', async () => trucks(), 400, { archivo: 'El archivo no tiene filas.' }],
  [
    'more than 20,000 rows',
    async () => utf8(`Placa${'\nC'.repeat(20_001)}`),
    400,
    { archivo: 'El archivo tiene más de 20,000 filas.' },
  ],
])('POST /api/importar/camiones: rejects %s', async (_, make, status, expected) => {
  const answer = await runImport(admin, 'camiones', await make(), {}, 'una')
  const { message, error } = answer.body
  expect([answer.status, typeof expected === 'string' ? message : error.campos]).toEqual([status, expected])
})

test.each(['abc', '', '1e400', '2.5', '9007199254740993', '-7', '0', '1', '1048577', '0x10'])(
  'POST /api/importar/camiones: rejects the file when a row has the number %j',
  async (r) => {
    const rows = `${rowsOf('C-1')}<row r="${r}">${inlineCell('A1', 'C-2')}</row>`
    const bytes = await buildWorkbook({ sheets: [{ name: 'H', rows }] })
    for (const send of [postSheet, runImport]) {
      const { status, body } = await send(admin, 'camiones', bytes)
      expect([status, body.error?.campos]).toEqual([400, unreadable])
    }
  },
)

test('POST /api/importar/camiones: numbers a row without a number after the one above', async () => {
  const cells = truck('C-1').map((cell, x) => inlineCell('ABCDEF'.charAt(x), cell))
  const rowAfter = (r: number) => `<row r="${r}"/><row>${cells.join('')}</row>`
  const bytesWith = (rows: string) =>
    buildWorkbook({ sheets: [{ name: 'H', rows: rowsOf('C-1').split('<row r="2"')[0] + rows }] })
  const { vista } = await previewImport(admin, 'camiones', await bytesWith(rowAfter(1_048_575)))
  expect(vista[0].fila).toBe(1_048_576)
  const { status, body } = await postSheet(admin, 'camiones', await bytesWith(rowAfter(1_048_576)))
  expect([status, body.error.campos]).toEqual([400, unreadable])
})

test('POST /api/importar/camiones: reads the named sheet, and returns 400 when it is hidden or missing', async () => {
  const workbook = await buildWorkbook({
    sheets: [
      { name: 'Oculta', state: 'hidden', rows: rowsOf('C-1') },
      { name: 'Camiones', rows: rowsOf('C-2') },
      { name: 'Otra', rows: rowsOf('C-3') },
    ],
  })
  expect(await previewImport(admin, 'camiones', workbook)).toMatchObject({
    hoja: 'Camiones',
    hojas: ['Camiones', 'Otra'],
    vista: [{ valores: { placa: 'C-2' } }],
  })
  expect(await previewImport(admin, 'camiones', workbook, { hoja: 'Otra' })).toMatchObject({
    hoja: 'Otra',
    vista: [{ valores: { placa: 'C-3' } }],
  })
  for (const hoja of ['Oculta', 'otra', 'Camiones ']) {
    const { status, body } = await postSheet(admin, 'camiones', workbook, { hoja })
    expect([hoja, status, body.error.campos]).toEqual([hoja, 400, { hoja: 'No existe esa hoja.' }])
  }
  // CSV ignores the sheet's name.
  expect((await postSheet(admin, 'camiones', trucks(truck('C-4')), { hoja: 'Otra' })).status).toBe(200)
})

test('POST /api/importar/camiones: returns 400 when columnas is invalid', async () => {
  for (const columnas of [
    '[]',
    '{"chasis":"A"}',
    '{"placa":"a"}',
    '{"placa":"CW"}',
    '{"placa":1}',
    '{"__proto__":"A"}',
  ])
    for (const prueba of ['si', 'no']) {
      const { status, body } = await postSheet(admin, 'camiones', trucks(truck('C-5')), { columnas, prueba })
      expect([columnas, status, body.error.campos]).toEqual([
        columnas,
        400,
        { columnas: 'El valor no es válido.' },
      ])
    }
})

test('POST /api/importar/:tipo: checks access, query, file, columns, key and rows in this order', async () => {
  const { anonymous } = server
  const clerk = await server.as({ rol: 'usuario', permisos: ['crear_rutas'] })
  const wrongQuery = { prueba: 'no', duplicados: 'x' }
  const post = async (
    client: Client,
    tipo: string,
    bytes: Uint8Array,
    query: Record<string, string>,
    key?: string,
  ) => {
    const { status, body } = await postSheet(client, tipo, bytes, query, key)
    return [status, body.error?.campos ? Object.keys(body.error.campos) : body.message]
  }
  expect((await post(anonymous, 'usuarios', oldWorkbook, wrongQuery))[0]).toBe(401)
  expect((await post(clerk, 'camiones', oldWorkbook, wrongQuery))[0]).toBe(403)
  expect(await post(clerk, 'usuarios', oldWorkbook, wrongQuery)).toEqual([
    404,
    'Tipo de importación no encontrado',
  ])
  expect(await post(admin, 'camiones', oldWorkbook, wrongQuery)).toEqual([400, ['duplicados']])

  const key = 'en orden'
  const importQuery = { prueba: 'no' }
  expect((await post(admin, 'camiones', trucks(truck('C-6')), importQuery, key))[0]).toBe(201)
  // The key belongs to other data, but errors of the file come first.
  expect((await post(admin, 'camiones', oldWorkbook, importQuery, key))[0]).toBe(415)
  expect(await post(admin, 'camiones', trucks(), importQuery, key)).toEqual([400, ['archivo']])
  expect(await post(admin, 'camiones', csv(['Placa'], ['C-6']), importQuery, key)).toEqual([
    400,
    ['columnas'],
  ])
  const reusedKey = [409, 'Ese envío ya se hizo con otros datos.']
  expect(await post(admin, 'camiones', trucks(truck('')), importQuery, key)).toEqual(reusedKey)
  await whileAnotherImports(async () => {
    expect(await post(admin, 'camiones', trucks(truck('')), importQuery, key)).toEqual(reusedKey)
    const busy = [409, 'Hay otra importación en curso. Espera a que termine.']
    expect(await post(admin, 'camiones', trucks(truck('')), importQuery)).toEqual(busy)
    expect(await post(admin, 'camiones', trucks(truck('')), importQuery, 'otra')).toEqual(busy)
    // A preview needs no lock.
    expect((await post(admin, 'camiones', trucks(truck('')), {}))[0]).toBe(200)
  })
  expect(await post(admin, 'camiones', trucks(truck('')), importQuery)).toEqual([400, ['archivo']])
})

/** Holds the import lock while `work` runs. */
async function whileAnotherImports(work: () => Promise<void>): Promise<void> {
  await server.db.transaction(async (tx) => {
    await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('importaciones', 0))`)
    await work()
  })
}

test('POST /api/importaciones/:id/deshacer: returns 409 while another import runs', async () => {
  const { id } = (await runImport(admin, 'camiones', trucks(truck('C-7')))).body.data
  await whileAnotherImports(async () => {
    const { status, body } = await undoImport(admin, id)
    expect([status, body.message]).toEqual([409, 'Hay otra importación en curso. Espera a que termine.'])
    expect((await undoImport(admin, id, { version: 9 })).body.message).toBe(
      'Otro usuario modificó este registro. Recarga para ver los cambios.',
    )
  })
  expect((await undoImport(admin, id)).status).toBe(200)
})

test('POST /api/importaciones/:id/deshacer: returns 409 after 24 hours', async () => {
  const { id, deshacer_hasta } = (await runImport(admin, 'camiones', trucks(truck('C-8')))).body.data
  const at = (minutes: number) => () => new Date(Date.parse(deshacer_hasta) + minutes * 60_000)
  const clientAt = (minutes: number) =>
    server.clientOf(server.startAnotherApp({ now: at(minutes) }), admin.token, admin.userId)
  const { status, body } = await undoImport(clientAt(1), id)
  expect([status, body.message]).toEqual([409, 'Ya pasaron 24 horas.'])
  expect((await undoImport(clientAt(-1), id)).status).toBe(200)
})

test('POST /api/importar/:tipo: returns 403 for a pilot', async () => {
  const piloto = await server.as({ rol: 'piloto' })
  for (const tipo of importTipos) expect((await postSheet(piloto, tipo, oldWorkbook)).status).toBe(403)
  expect((await piloto.get('/api/importaciones')).status).toBe(403)
  expect((await undoImport(piloto, 1)).status).toBe(403)
})
