import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '../../platform/env.ts'
import { colors } from '../../platform/pdf/colors.ts'
import { fetchHoja } from '../../test/hojas.ts'
import { invalidCamposOf, openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { readCode, readPages, readPdf } from '../../test/readPdf.ts'
import type { Client } from '../../test/testApp.ts'

// Sheet of a trip (docs/contract/trips.md).

let office: RutaOffice
let piloto: Client
beforeAll(async () => {
  office = await openOffice()
  const { admin, references, server } = office
  await admin.put(`/api/choferes/${references.chofer_id}`, {
    nombre: 'Óscar',
    apellido: 'Ñáñez',
    telefono: '5555-1234',
    tipo_licencia: 'A',
    vencimiento: '2027-06-30',
  })
  piloto = await server.as({ rol: 'piloto', piloto_id: references.chofer_id })
})
afterAll(() => office.close())

const aTrip = (changes: Record<string, unknown> = {}) =>
  office.create({
    fecha: '2026-11-24',
    hora: '12:00',
    origen: 'Puerto Quetzal',
    destino: 'Cobán',
    servicio: 'Flete',
    mercaderia: 'Azúcar',
    precio: 1250,
    comentario: 'Entregar antes de las diez',
    ...changes,
  })

const textsOf = async (client: Client, path: string) => {
  const { status, file } = await fetchHoja(office.server, client, path)
  expect(status).toBe(200)
  return (await readPages(file)).map(({ pieces }) => pieces.map(({ text }) => text))
}
const textOf = async (client: Client, path: string) => {
  const pages = await textsOf(client, path)
  expect(pages).toHaveLength(1)
  return pages[0]!
}

test('trip sheet: one letter page that browsers display', async () => {
  const { id, no_ruta } = await aTrip()
  const { status, headers, file } = await fetchHoja(office.server, office.admin, `${id}/hoja`)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="hoja_${id}.pdf"`,
    'cache-control': 'no-store',
  })
  const document = await readPdf(file)
  expect(document.numPages).toBe(1)
  expect((await document.getPage(1)).view).toEqual([0, 0, 612, 792])
  expect((await document.getMetadata()).info).toMatchObject({
    Title: `Hoja de ruta · ${no_ruta}`,
    Language: 'es-GT',
  })
  const tree = JSON.stringify(await (await document.getPage(1)).getStructTree())
  expect(tree).toContain(`/ver-ruta/${id}`)
})

test('trip sheet: has all fields of a trip', async () => {
  const nit = { nit: '1234567-8', direccion: '6a avenida 3-20, zona 9', telefono: '2222-3333' }
  await office.admin.put('/api/ajustes', nit)
  const { id, no_ruta } = await aTrip()
  const { cliente_nombre, cliente_apellido, ayudante_nombre, ayudante_apellido, ...ruta } = (
    await office.read(id)
  ).body.data
  const texts = await textOf(office.admin, `${id}/hoja?precio=si`)
  for (const text of [
    'Hoja de ruta',
    'Documento no negociable',
    'Transportes',
    'NIT: 1234567-8',
    '6a avenida 3-20, zona 9',
    'Tel.: 2222-3333',
    no_ruta,
    '24/11/2026 12:00',
    'Puerto Quetzal',
    'Cobán',
    'Flete',
    'Azúcar',
    `${ruta.camion_placa} · ${ruta.camion_marca} ${ruta.camion_modelo}`,
    'Óscar Ñáñez',
    'A · vence 30/06/2027',
    `${cliente_nombre} ${cliente_apellido}`,
    `${ayudante_nombre} ${ayudante_apellido}`,
    'Entregar antes de las diez',
    'Precio',
    'Q1,250.00',
    'Firma de despacho',
    'Firma del piloto',
    'Firma de quien recibe',
    'Parada',
    'Km',
  ])
    expect(texts).toContain(text)
})

test('trip sheet: absent optional fields take no space', async () => {
  await office.admin.put('/api/ajustes', { nit: null, direccion: null, telefono: null })
  const { id } = await aTrip({ ayudante_id: null, comentario: null })
  const texts = await textOf(office.admin, `${id}/hoja`)
  expect(texts.join(' ')).not.toMatch(/NIT|Tel\.|null|Precio|Q\d/)
  expect(texts).toEqual(expect.arrayContaining(['Sin ayudante', 'Sin comentarios']))
})

describe('price', () => {
  test.each(['', '?precio=no', '?precio='])("price: absent with '%s'", async (query) => {
    const { id } = await aTrip()
    expect((await textOf(office.admin, `${id}/hoja${query}`)).join(' ')).not.toMatch(/precio|Q\s?\d|1,?250/i)
  })

  test.each(['', '?precio=no', '?precio=si'])("price: never printed for a pilot with '%s'", async (query) => {
    const { id } = await aTrip()
    const texts = await textOf(piloto, `${id}/hoja${query}`)
    expect(texts).toContain('Óscar Ñáñez')
    expect(texts.join(' ')).not.toMatch(/precio|Q\s?\d|1,?250/i)
  })

  test('precio: returns 400 for another value', async () => {
    const { id } = await aTrip()
    expect(invalidCamposOf(await office.admin.get(`/api/rutas/${id}/hoja?precio=quizas`))).toEqual(['precio'])
    expect(invalidCamposOf(await office.admin.get(`/api/rutas/hojas?ids=${id}&precio=1`))).toEqual(['precio'])
  })
})

describe('QR code', () => {
  const read = async (from: Parameters<typeof fetchHoja>[0], id: number, headers = {}) => {
    const { file } = await fetchHoja(from, office.admin, `${id}/hoja`, headers)
    return readCode(file, 1, colors.code)
  }

  test('QR code: uses the address of the request', async () => {
    const { id } = await aTrip()
    expect(await read(office.server, id, { host: 'flota.local:3000' })).toBe(
      `http://flota.local:3000/ver-ruta/${id}`,
    )
  })

  test('QR code: uses the forwarded address behind a proxy', async () => {
    const { id } = await aTrip()
    const app = office.server.startAnotherApp({ env: readEnv({ TRUST_PROXY: 'true' }) })
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'flota.miempresa.gt' }
    expect(await read({ ...office.server, app }, id, headers)).toBe(
      `https://flota.miempresa.gt/ver-ruta/${id}`,
    )
  })

  test.each(['https://flota.miempresa.gt', `https://${'x'.repeat(180)}.gt`])(
    'QR code: uses URL_PUBLICA %s',
    async (url) => {
      const { id } = await aTrip()
      const app = office.server.startAnotherApp({ env: readEnv({ URL_PUBLICA: url }) })
      expect(await read({ ...office.server, app }, id)).toBe(`${url}/ver-ruta/${id}`)
    },
  )

  test('QR code: a host that is too long still gives one page', async () => {
    const { id } = await aTrip()
    const { status } = await fetchHoja(office.server, office.admin, `${id}/hoja`, { host: 'x'.repeat(8000) })
    expect(status).toBe(200)
  })
})

describe('long texts', () => {
  const words = 'Entregar la carga en el muelle siete antes del mediodía, con la póliza firmada. '
  const long = {
    origen:
      'Bodega central de la zona portuaria número tres, frente a la aduana de Santo Tomás de Castilla, 0123',
    destino: 'M'.repeat(100),
    servicio: 'servicio de flete '.repeat(11).trim(),
    mercaderia: 'Ñ'.repeat(200),
  }
  /** Returns text outside the sheet or overlapping other text. */
  const misplaced = ({ pieces }: Awaited<ReturnType<typeof readPages>>[number]) =>
    pieces.filter(({ left, right, y }, index) => {
      const next = pieces.slice(index + 1).find((other) => Math.abs(other.y - y) < 1.5)
      const inside = left > 15.9 && right < 200.1 && y > 12 && y < 271
      return !inside || (next !== undefined && next.left < right)
    })

  test('trip sheet: a comment of 2,000 characters fits the page', async () => {
    const comentario = words.repeat(26).slice(0, 2000).trim()
    const { id } = await aTrip({ ...long, no_ruta: 'W'.repeat(30), comentario })
    const [page, ...others] = await readPages(
      (await fetchHoja(office.server, office.admin, `${id}/hoja?precio=si`)).file,
    )
    expect(others).toEqual([])
    expect(misplaced(page!)).toEqual([])
    const sheetText = page!.lines.flat().join(' ')
    expect(sheetText).toContain(comentario)
    expect(sheetText).toContain('Documento no negociable')
  })

  test("trip sheet: text that can't shrink further ends in …", async () => {
    const { id } = await aTrip({ ...long, comentario: 'W'.repeat(2000) })
    const [page] = await readPages((await fetchHoja(office.server, office.admin, `${id}/hoja`)).file)
    expect(misplaced(page!)).toEqual([])
    expect(page!.pieces.some(({ text }) => /^W+…$/.test(text))).toBe(true)
  })

  test('trip sheet: keeps the line breaks of a comment', async () => {
    const { id } = await aTrip({ comentario: 'Uno\nDos\r\nTres 🚚' })
    expect(await textOf(office.admin, `${id}/hoja`)).toEqual(
      expect.arrayContaining(['Uno', 'Dos', expect.stringMatching(/^Tres/)]),
    )
  })
})

test('trip sheet: returns 404 for a route of another pilot, in the bin or unknown', async () => {
  const { id } = await aTrip()
  const otro = await office.admin.post('/api/choferes', {
    nombre: 'Ana',
    apellido: 'Paz',
    telefono: '1',
    tipo_licencia: 'B',
    vencimiento: '2027-01-01',
  })
  const stranger = await office.server.as({ rol: 'piloto', piloto_id: otro.body.data.id })
  const deleted = await aTrip()
  await office.admin.delete(`/api/rutas/${deleted.id}`)
  for (const [client, path] of [
    [stranger, id],
    [office.admin, deleted.id],
    [office.admin, 2_000_000_000],
    [office.admin, '99999999999999999999'],
  ] as const)
    expect(await client.get(`/api/rutas/${path}/hoja`)).toMatchObject({
      status: 404,
      body: { success: false, message: 'Ruta no encontrada', error: { code: 'NO_ENCONTRADO' } },
    })
})
