import { importTipos } from '@flota/contract/importarCampos.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { aCamion } from '../../test/factories.ts'
import { csv, postSheet, previewImport, runImport, undoImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { buildWorkbook, buildZip, inlineCell } from '../../test/workbooks.ts'

// What is refused, with which sentence, and in which order (docs/contract/imports.md).

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

const old = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0])
const unreadable = { archivo: 'No se pudo leer el archivo. Guárdalo de nuevo como .xlsx o CSV.' }

test.each<[string, () => Promise<Uint8Array>, number, string | Record<string, string>]>([
  ['nothing', async () => utf8(''), 400, { archivo: 'El archivo está vacío.' }],
  ['more than 10 MiB', async () => Buffer.alloc(10 * 1024 ** 2 + 1, 'a'), 413, 'El archivo pasa de 10 MB.'],
  ['.xls, and a book with a password', async () => old, 415, 'Guárdalo como .xlsx o CSV, sin contraseña.'],
  [
    'a .docx',
    () => buildZip({ 'word/document.xml': '<w/>' }),
    415,
    'Solo se aceptan hojas de Excel (.xlsx) o CSV.',
  ],
  ['a PDF', async () => utf8('%PDF-1.7\n1,2'), 415, 'Solo se aceptan hojas de Excel (.xlsx) o CSV.'],
  ['a NUL', async () => utf8('Placa,Marca\n\0,1'), 415, 'Solo se aceptan hojas de Excel (.xlsx) o CSV.'],
  [
    'half a book',
    async () => (await buildWorkbook({ sheets: [{ name: 'H', rows: rowsOf('C-1') }] })).slice(0, 500),
    400,
    unreadable,
  ],
  ['a quote that is never closed', async () => utf8('Placa,"Marca\nC-1,Hino'), 400, unreadable],
  ['headings alone', async () => trucks(), 400, { archivo: 'El archivo no tiene filas.' }],
  [
    'more than 20,000 rows',
    async () => utf8(`Placa${'\nC'.repeat(20_001)}`),
    400,
    { archivo: 'El archivo tiene más de 20,000 filas.' },
  ],
])('%s', async (_, make, status, said) => {
  const answer = await runImport(admin, 'camiones', await make(), {}, 'una')
  const { message, error } = answer.body
  expect([answer.status, typeof said === 'string' ? message : error.campos]).toEqual([status, said])
})

test('a sheet that is not there, or that is hidden', async () => {
  const book = await buildWorkbook({
    sheets: [
      { name: 'Oculta', state: 'hidden', rows: rowsOf('C-1') },
      { name: 'Camiones', rows: rowsOf('C-2') },
      { name: 'Otra', rows: rowsOf('C-3') },
    ],
  })
  expect(await previewImport(admin, 'camiones', book)).toMatchObject({
    hoja: 'Camiones',
    hojas: ['Camiones', 'Otra'],
    vista: [{ valores: { placa: 'C-2' } }],
  })
  expect(await previewImport(admin, 'camiones', book, { hoja: 'Otra' })).toMatchObject({
    hoja: 'Otra',
    vista: [{ valores: { placa: 'C-3' } }],
  })
  for (const hoja of ['Oculta', 'otra', 'Camiones ']) {
    const { status, body } = await postSheet(admin, 'camiones', book, { hoja })
    expect([hoja, status, body.error.campos]).toEqual([hoja, 400, { hoja: 'No existe esa hoja.' }])
  }
  // Of CSV it is not looked at.
  expect((await postSheet(admin, 'camiones', trucks(truck('C-4')), { hoja: 'Otra' })).status).toBe(200)
})

test('columns that are no such object', async () => {
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

test('each refusal comes before the next', async () => {
  const nobody = server.anonymous
  const clerk = await server.as({ rol: 'usuario', permisos: ['crear_rutas'] })
  const wrong = { prueba: 'no', duplicados: 'x' }
  const said = async (
    client: Client,
    tipo: string,
    bytes: Uint8Array,
    query: Record<string, string>,
    key?: string,
  ) => {
    const { status, body } = await postSheet(client, tipo, bytes, query, key)
    return [status, body.error?.campos ? Object.keys(body.error.campos) : body.message]
  }
  expect((await said(nobody, 'usuarios', old, wrong))[0]).toBe(401)
  expect((await said(clerk, 'camiones', old, wrong))[0]).toBe(403)
  expect(await said(clerk, 'usuarios', old, wrong)).toEqual([404, 'Tipo de importación no encontrado'])
  expect(await said(admin, 'camiones', old, wrong)).toEqual([400, ['duplicados']])

  const key = 'en orden'
  const brought = { prueba: 'no' }
  expect((await said(admin, 'camiones', trucks(truck('C-6')), brought, key))[0]).toBe(201)
  // The key has other data now: what is wrong with the file is told before that.
  expect((await said(admin, 'camiones', old, brought, key))[0]).toBe(415)
  expect(await said(admin, 'camiones', trucks(), brought, key)).toEqual([400, ['archivo']])
  expect(await said(admin, 'camiones', csv(['Placa'], ['C-6']), brought, key)).toEqual([400, ['columnas']])
  const other = [409, 'Ese envío ya se hizo con otros datos.']
  expect(await said(admin, 'camiones', trucks(truck('')), brought, key)).toEqual(other)
  await whileAnotherImports(async () => {
    expect(await said(admin, 'camiones', trucks(truck('')), brought, key)).toEqual(other)
    const busy = [409, 'Hay otra importación en curso. Espera a que termine.']
    expect(await said(admin, 'camiones', trucks(truck('')), brought)).toEqual(busy)
    expect(await said(admin, 'camiones', trucks(truck('')), brought, 'otra')).toEqual(busy)
    // What is only looked at waits for nobody.
    expect((await said(admin, 'camiones', trucks(truck('')), {}))[0]).toBe(200)
  })
  expect(await said(admin, 'camiones', trucks(truck('')), brought)).toEqual([400, ['archivo']])
})

/** As long as `work` goes on another process has the company's turn. */
async function whileAnotherImports(work: () => Promise<void>): Promise<void> {
  await server.db.transaction(async (tx) => {
    await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('importaciones', 0))`)
    await work()
  })
}

test('undone while another import is under way', async () => {
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

test('24 hours and a minute later it stays', async () => {
  const { id, deshacer_hasta } = (await runImport(admin, 'camiones', trucks(truck('C-8')))).body.data
  const at = (minutes: number) => () => new Date(Date.parse(deshacer_hasta) + minutes * 60_000)
  const later = (minutes: number) =>
    server.clientOf(server.startAnotherApp({ now: at(minutes) }), admin.token, admin.userId)
  const { status, body } = await undoImport(later(1), id)
  expect([status, body.message]).toEqual([409, 'Ya pasaron 24 horas.'])
  expect((await undoImport(later(-1), id)).status).toBe(200)
})

test('a pilot brings in nothing', async () => {
  const piloto = await server.as({ rol: 'piloto' })
  for (const tipo of importTipos) expect((await postSheet(piloto, tipo, old)).status).toBe(403)
  expect((await piloto.get('/api/importaciones')).status).toBe(403)
  expect((await undoImport(piloto, 1)).status).toBe(403)
})
