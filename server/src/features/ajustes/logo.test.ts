import { OPS } from 'unpdf/pdfjs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { filesIn } from '../../test/archivos.ts'
import { aRuta } from '../../test/factories.ts'
import { fetchHoja } from '../../test/hojas.ts'
import { expectConflict, staleMessage } from '../../test/openOffice.ts'
import { buildPng } from '../../test/png.ts'
import { readPdf } from '../../test/readPdf.ts'
import { insertReferences } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// The company's name and logo (docs/contract/screens.md).

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as({ username: 'ana' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await admin.put('/api/ajustes', { nombre: null, logo: null })
})

const dataUrl = (bytes: Buffer | string) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
const put = (body: unknown) => admin.put('/api/ajustes', body)
const config = async () => (await server.anonymous.get('/api/config')).body.data
const svgOf = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 60 20">${content}</svg>`
const plainSvg = svgOf(
  `<defs><path id="a" d="M0 0h9v9z"/></defs><use xlink:href="#a" style="fill:url(#b)"/>
  <g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:export-filename="C:\\Logos\\logo.png"/>`,
)
const png = buildPng(30, 10, 6)

test('logo: everybody gets it at an address of its own, and browsers keep it', async () => {
  expect(await config()).not.toHaveProperty('logo')
  const { body } = await put({ logo: dataUrl(png) })
  expect(body.data.logo).toMatch(/^\/api\/logo\/[\da-f]{16}$/)
  expect(await config()).toMatchObject({ empresa: 'Transportes', logo: body.data.logo })
  const answer = await server.app.inject({ url: body.data.logo })
  expect([answer.statusCode, answer.rawPayload]).toEqual([200, png])
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  const other = (await put({ logo: dataUrl(plainSvg) })).body.data.logo
  expect(other).not.toBe(body.data.logo)
  expect((await server.app.inject({ url: other })).headers['content-type']).toBe('image/svg+xml')
  for (const gone of [body.data.logo, '/api/logo/0123456789abcdef', '/api/logo/1', '/api/logo/%25'])
    expect((await server.anonymous.get(gone)).body).toMatchObject({ message: 'Logo no encontrado' })
})

test('logo: the stored address changes nothing, another is refused, null removes it', async () => {
  const { logo, version } = (await put({ logo: dataUrl(png) })).body.data
  expect((await put({ logo, nit: '1', version })).body.data).toMatchObject({ logo, nit: '1' })
  const refused = await put({ logo: '/api/logo/0123456789abcdef' })
  expect([refused.status, refused.body.error.campos]).toEqual([
    400,
    { logo: 'Ese logo ya no está. Elige el archivo otra vez.' },
  ])
  expect((await put({ logo: '' })).body.data.logo).toBeNull()
  expect(await config()).not.toHaveProperty('logo')
})

test('logo: of two administrators with the same version one gets 409, and only one logo stays', async () => {
  const { version } = (await admin.get('/api/ajustes')).body.data
  const answers = await Promise.all(
    [png, buildPng(31, 10, 2)].map((bytes) => put({ logo: dataUrl(bytes), version })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  for (const answer of answers) if (answer.status === 409) expectConflict(answer, staleMessage)
  const stored = answers.find(({ status }) => status === 200)?.body.data.logo
  expect((await config()).logo).toBe(stored)
  const rows = sql`select from archivos where entidad = 'ajustes' and terminado_en is not null`
  expect(await many(server.db, rows)).toHaveLength(1)
})

const withElement = 'que un logo no puede llevar. Quítalo o elige un PNG.'
const unreadable = 'El SVG no se puede leer. Guárdalo como «SVG simple» o como PNG.'
test.each<[name: string, bytes: Buffer | string, sentence: string]>([
  ['script', svgOf('<script>alert(1)</script>'), `El SVG tiene un script, ${withElement}`],
  ['event', svgOf('<path d="M0 0" OnLoad="x()"/>'), `El SVG tiene un evento (OnLoad), ${withElement}`],
  ['foreignObject', svgOf('<foreignObject/>'), `El SVG tiene un foreignObject, ${withElement}`],
  ['HTML', svgOf('<p xmlns="http://www.w3.org/1999/xhtml"/>'), `El SVG tiene HTML, ${withElement}`],
  ['animation', svgOf('<set attributeName="href"/>'), `El SVG tiene un elemento «set», ${withElement}`],
  ...[
    '<image href="https://x.gt/a.png"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    '<use xlink:href="otro.svg#a"/>',
    '<path fill="url( \'https://x.gt/a\' )"/>',
    '<style>@import "a.css";</style>',
    '<style><![CDATA[a { fill: u\\72l(x) }]]></style>',
    '<style>@im<!-- -->port "a.css";</style>',
    '<style>@im<![CDATA[port "a.css";]]></style>',
    '<g xml:base="https://x.gt"/>',
  ].map((content): [string, string, string] => [
    content,
    svgOf(content),
    `El SVG tiene una referencia externa, ${withElement}`,
  ]),
  [
    'stylesheet',
    `<?xml-stylesheet href="a"?>${plainSvg}`,
    `El SVG tiene una referencia externa, ${withElement}`,
  ],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${plainSvg}`, unreadable],
  ['no namespace', '<svg><path d="M0 0"/></svg>', unreadable],
  ['broken XML', svgOf('<g>'), unreadable],
  ['an element in a style', svgOf('<style>@im<g/>port "a.css";</style>'), unreadable],
  ['a page', '<html><body><svg/></body></html>', unreadable],
  ['text', 'hola', 'El logo debe ser PNG, JPG o SVG.'],
  ['PDF', '%PDF-1.7 …', 'El logo debe ser PNG, JPG o SVG.'],
  ['a cut PNG', png.subarray(0, 50), 'El archivo está dañado. Elige otro.'],
  ['20 megapixels', buildPng(5000, 4000, 0), 'El logo pasa de 16 megapíxeles.'],
  ['nothing', '', 'El archivo está vacío.'],
  ['200 kB and a byte', Buffer.concat([png, Buffer.alloc(200 * 1024)]), 'El logo pasa de 200 kB.'],
])('PUT /api/ajustes: returns 400 for a logo with %s', async (_name, bytes, sentence) => {
  const before = (await admin.get('/api/ajustes')).body.data
  const { status, body } = await put({ logo: dataUrl(bytes) })
  expect([status, body.error.campos]).toEqual([400, { logo: sentence }])
  expect((await admin.get('/api/ajustes')).body.data).toEqual(before)
})

test('PUT /api/ajustes: returns 400 for a logo that is no data URL, beside other errors', async () => {
  const { body } = await put({ logo: 'https://x.gt/logo.png', papel: 'oficio' })
  expect(body.error.campos).toMatchObject({ logo: 'Envía el logo como data:image/png;base64,…' })
  expect(Object.keys(body.error.campos)).toEqual(['logo', 'papel'])
})

test('logo: is logged, and its files are no record of /api/archivos or the bin', async () => {
  const changes = sql`select cambios from bitacora where tipo in ('ajustes', 'archivos') order by id`
  const before = (await many(server.db, changes)).length
  await put({ logo: dataUrl(plainSvg), nit: '77' })
  await put({ logo: dataUrl(png) })
  await put({ logo: null })
  expect((await many(server.db, changes)).slice(before)).toMatchObject([
    { cambios: { logo: [null, 'SVG de 1 kB'], nit: [expect.anything(), '77'] } },
    { cambios: { logo: ['SVG de 1 kB', 'PNG de 1 kB'] } },
    { cambios: { logo: ['PNG de 1 kB', null] } },
  ])
  await put({ logo: dataUrl(plainSvg) })
  for (const { id } of await many<{ id: number }>(server.db, sql`select id from archivos`))
    expect((await admin.get(`/api/archivos/${id}`)).status).toBe(404)
  expect((await admin.get('/api/papelera?buscar=logo')).body.count).toBe(0)
})

test('replaced logo: its bytes stay until the cleanup of unfinished uploads', async () => {
  const { logo } = (await put({ logo: dataUrl(svgOf('<path d="M0 0h1v1z"/>')) })).body.data
  await put({ logo: dataUrl(png) })
  const rows = await many<{ sha256: string }>(
    server.db,
    sql`select sha256 from archivos
      where terminado_en is null and sha256 like ${`${logo.slice(-16)}%`} and creado_en > now() - interval '1 minute'`,
  )
  expect(rows).toHaveLength(1)
  expect(filesIn(server.archivosDir).filter((file) => file.includes(rows[0]!.sha256))).toHaveLength(1)
})

/** Returns the pictures of a PDF's first page. */
async function picturesIn(file: Uint8Array) {
  const { fnArray } = await (await (await readPdf(file)).getPage(1)).getOperatorList()
  return fnArray.filter((operator) => operator === OPS.paintImageXObject).length
}

test.each([
  ['PNG', png],
  ['PNG that no PDF can show', buildPng(2500, 2000, 6)],
  ['SVG', Buffer.from(plainSvg)],
])('papers: have the name and a logo as %s; without one only the name', async (_name, bytes) => {
  const references = await insertReferences(server.db)
  const { id } = (
    await admin.post('/api/rutas', aRuta({ ...references, ayudante_id: Number(references.ayudante_id) }))
  ).body.data
  const papers = async () => {
    const { file } = await fetchHoja(server, admin, `${id}/hoja`)
    const report = await server.app.inject({
      url: '/api/reportes/exportar?formato=pdf',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const { info } = await (await readPdf(file)).getMetadata()
    return [await picturesIn(file), await picturesIn(report.rawPayload), Object(info).Author]
  }
  expect(await papers()).toEqual([0, 0, 'Transportes'])
  expect((await put({ logo: dataUrl(bytes), nombre: "Fletes O'Brien" })).status).toBe(200)
  expect(await papers()).toEqual([1, 1, "Fletes O'Brien"])
  await put({ logo: null })
  expect(await papers()).toEqual([0, 0, "Fletes O'Brien"])
})

test('report: comes on the paper of the settings, another by papel', async () => {
  const sizeOf = async (query: string) => {
    const { rawPayload } = await server.app.inject({
      url: `/api/reportes/exportar?formato=pdf${query}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const { view } = await (await readPdf(rawPayload)).getPage(1)
    return view.slice(2).map(Math.round)
  }
  const [a4, letter] = [
    [595, 842],
    [612, 792],
  ]
  expect(await sizeOf('')).toEqual(a4)
  await put({ papel: 'carta' })
  expect(await sizeOf('')).toEqual(letter)
  expect(await sizeOf('&papel=a4')).toEqual(a4)
  await put({ papel: null })
  expect(await sizeOf('&papel=carta')).toEqual(letter)
})

test('GET /api/config: says only that prices exclude VAT', async () => {
  expect(await config()).not.toHaveProperty('precios_incluyen_iva')
  await put({ precios_incluyen_iva: false })
  expect(await config()).toMatchObject({ precios_incluyen_iva: false })
  await put({ precios_incluyen_iva: null })
})
