import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { aCamion } from '../../test/factories.ts'
import {
  csv,
  type ImportQuery,
  postSheet,
  previewImport,
  runImport,
  undoImport,
} from '../../test/importar.ts'
import { readSheets } from '../../test/readXlsx.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { buildWorkbook, inlineCell } from '../../test/workbooks.ts'
import { purgeImportSnapshots } from './undo.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  await admin.post('/api/camiones', aCamion({ placa: 'C-100BBB' }))
})
afterAll(() => server.close())

const omitting: ImportQuery = { omitir_errores: 'si' }
const titles = ['Placa', 'Marca', 'Modelo', 'Color', 'Tipo', 'Tarjeta', 'Kilómetros']
const truck = (placa: string, color = 'Blanco') => [placa, "O'Neill", 2018, color, 'Cabezal', 'TC-1', '1,200']

const download = (id: number, { token }: Client = admin) =>
  server.app.inject({
    method: 'GET',
    url: `/api/importaciones/${id}/omitidas`,
    headers: { authorization: `Bearer ${token}` },
  })
const notThere = { status: 404, message: 'Importación no encontrada' }
async function refusal(id: number, client?: Client) {
  const answer = await download(id, client)
  return { status: answer.statusCode, message: answer.json().message }
}
const rowsOf = async (id: number) => (await readSheets((await download(id)).rawPayload)).rows[0]

test('POST /api/importar: omitir_errores stores good rows and returns the others, which come in corrected', async () => {
  const sheet = csv(titles, truck('C-101BBB'), truck('C-100BBB'), truck('', ''), truck('C-102BBB'))
  const preview = await previewImport(admin, 'camiones', sheet, omitting)
  expect(preview).toMatchObject({ filas: 4, nuevas: 2, omitidas: 0, errores: 2 })
  const { status, body } = await runImport(admin, 'camiones', sheet, omitting)
  expect([status, body.message]).toEqual([201, 'Se importaron 2 registros.'])
  expect(body.data).toMatchObject({ filas: 4, nuevas: 2, cambiadas: 0, iguales: 0, saltadas: 0, omitidas: 2 })
  const rows = await rowsOf(body.data.id)
  expect(rows?.slice(0, 2)).toEqual([
    [...titles, 'Motivo'],
    [...truck('C-100BBB').map(String), 'La placa ya existe'],
  ])
  expect(rows?.[2]?.at(-1)).toMatch(/^Placa: .+ · Color: .+/)
  const again = await previewImport(admin, 'camiones', Buffer.from((await download(body.data.id)).rawPayload))
  expect(again).toMatchObject({ filas: 2, errores: 2 })
  expect(again.columnas.at(-1)).toMatchObject({ titulo: 'Motivo', campo: null })
  const mapped = { columnas: JSON.stringify({ placa: 'A', color: 'H' }) }
  const forced = await previewImport(
    admin,
    'camiones',
    Buffer.from((await download(body.data.id)).rawPayload),
    mapped,
  )
  expect(forced.faltan).toContain('color')
})

test('POST /api/importar: omitir_errores is the 400 with groups when no row is good or a column lacks', async () => {
  const sheet = csv(titles, truck('C-100BBB'), ...Array.from({ length: 12 }, () => truck('', '')))
  const { status, body } = await runImport(admin, 'camiones', sheet, omitting)
  expect([status, body.message]).toEqual([400, 'Hay 13 filas con errores. No se importó nada.'])
  expect(body.error.filas).toHaveLength(25)
  expect(body.error.grupos).toMatchObject([
    { campo: 'placa', filas: 12, primeras: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
    { campo: 'color', filas: 12 },
    { campo: null, mensaje: 'La placa ya existe', filas: 1, primeras: [2] },
  ])
  expect((await previewImport(admin, 'camiones', sheet)).grupos).toEqual(body.error.grupos)
  const without = csv(['Placa'], ['C-103BBB'])
  const lacking = await runImport(admin, 'camiones', without, omitting)
  expect([lacking.status, Object.keys(lacking.body.error.campos)]).toEqual([400, ['columnas']])
  expect((await previewImport(admin, 'camiones', without)).grupos[0]).toEqual({
    campo: 'marca',
    mensaje: 'Falta la columna Marca.',
    filas: 1,
    primeras: [2],
  })
})

test('GET /api/importaciones/:id/omitidas: returns dates, hours, errors and numbers of a book of 1904 as they were', async () => {
  const cells = [
    inlineCell('A2', 'Nadie'),
    '<c r="B2" s="1"><v>44653.5</v></c>',
    '<c r="C2" s="2"><v>0.25</v></c>',
    '<c r="D2"><v>12.5</v></c>',
    '<c r="E2" t="e"><v>#N/A</v></c>',
  ]
  const headings = ['Cliente', 'Desde', 'Hora', 'Precio', 'Origen', 'Motivo', 'Destino', 'Servicio']
  const row = (y: number, all: string[]) => `<row r="${y}">${all.join('')}</row>`
  const texts = (y: number, all: string[]) =>
    all.map((text, x) => inlineCell(`${'ABCDEFGH'.charAt(x)}${y}`, text))
  const good = ['', '3/4/2026', '', '10', 'Guatemala', 'x', 'Cobán', 'Flete']
  const book = await buildWorkbook({
    sheets: [{ name: 'Hoja', rows: row(1, texts(1, headings)) + row(2, cells) + row(3, texts(3, good)) }],
    formats: ['dd/mm/yyyy', 'hh:mm'],
    is1904: true,
  })
  const { status, body } = await runImport(admin, 'tarifas', book, omitting)
  expect([status, body.data.omitidas]).toEqual([201, 1])
  const archivo = Buffer.from((await download(body.data.id)).rawPayload)
  const [first] = (await previewImport(admin, 'tarifas', archivo)).vista
  expect(first.valores.vigente_desde).toBe('2026-04-03')
  const { columnas } = await previewImport(admin, 'tarifas', archivo)
  expect(
    columnas.map((each: { titulo: string; muestra: string[] }) => [each.titulo, each.muestra[0]]),
  ).toEqual([
    ['Cliente', 'Nadie'],
    ['Desde', '03/04/2026'],
    ['Hora', '06:00'],
    ['Precio', '12.5'],
    ['Origen', '#N/A'],
    ['Destino', undefined],
    ['Servicio', undefined],
    ['Motivo', expect.stringContaining('Cliente no encontrado.')],
  ])
})

test('GET /api/importaciones/:id/omitidas: returns 404 without omitted rows, without the right to undo, and after 24 h', async () => {
  const sheet = csv(titles, truck('C-110BBB'), truck(''))
  const { body } = await runImport(admin, 'camiones', sheet, omitting)
  const { id } = body.data
  const whole = await runImport(admin, 'camiones', csv(titles, truck('C-111BBB')), omitting)
  expect(whole.body.data.omitidas).toBe(0)
  expect(await refusal(whole.body.data.id)).toEqual(notThere)
  expect(await refusal(999_999)).toEqual(notThere)
  for (const permisos of [['crear_rutas'], ['ver_rutas']] as const)
    expect(await refusal(id, await server.as({ rol: 'usuario', permisos }))).toEqual(notThere)
  expect((await undoImport(admin, id)).status).toBe(200)
  expect((await download(id)).statusCode).toBe(200)
  await run(server.db, sql`update importaciones set creado_en = creado_en - interval '24 hours 1 minute'`)
  expect(await refusal(id)).toEqual(notThere)
  await purgeImportSnapshots(server.db)
  expect(await run(server.db, sql`select from importaciones_omitidas`)).toBe(0)
})

test('POST /api/importar: omitir_errores answers a repeated key once', async () => {
  const sheet = csv(titles, truck('C-120BBB'), truck(''))
  const send = () => postSheet(admin, 'camiones', sheet, { ...omitting, prueba: 'no' }, 'omitidas')
  const [first, second] = await Promise.all([send(), send()])
  expect([first.status, second.body]).toEqual([201, first.body])
})
