import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFile, filesIn, openTwoPilots, sendFile } from '../../test/archivos.ts'
import { imageHeaders } from '../../test/pictures.ts'
import { buildPng } from '../../test/png.ts'
import type { Client } from '../../test/testApp.ts'

// What the bytes of a picture must have (docs/contract/files.md), in every call that takes files.

let office: Awaited<ReturnType<typeof openTwoPilots>>
let targets: Record<string, { client: Client; url: string; empty: string }>
beforeAll(async () => {
  office = await openTwoPilots()
  const { admin, piloto, ruta } = office
  const gasto = await piloto.post(`/piloto/ruta/${ruta}/gastos`, { concepto: 'Peaje', monto: 75 })
  const emptyFoto = 'La foto está vacía. Tómala otra vez.'
  const ofGasto = gasto.body.data.id
  targets = {
    'POST /api/archivos': {
      client: admin,
      url: `/api/archivos?entidad=rutas&entidad_id=${ruta}`,
      empty: 'El archivo está vacío.',
    },
    'POST /piloto/ruta/{id}/archivos': {
      client: piloto,
      url: `/piloto/ruta/${ruta}/archivos`,
      empty: emptyFoto,
    },
    'POST /piloto/gastos/{id}/archivos': {
      client: piloto,
      url: `/piloto/gastos/${ofGasto}/archivos`,
      empty: emptyFoto,
    },
  }
})
afterAll(() => office.office.close())

const heic = 'Este formato (HEIC) no se puede guardar. Elige «Más compatible» en la cámara.'
const wrongKind = 'Solo se aceptan fotos (JPG, PNG, WebP) y PDF.'
const damaged = 'La foto está dañada. Tómala otra vez.'

const bytes = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)))
const brand = (name: string) => bytes('00000018', Buffer.from(`ftyp${name}`), Buffer.alloc(200))
const picture = (name: string, size: [number, number] = [40, 30]) => imageHeaders[name]!(size)

const frame = 'ffc0000b08001e002801011100'
const scan = 'ffda00080101003f0007ff00ffd007'
/** An EXIF segment that holds a whole JPEG. */
const thumbnail = (inner: Buffer) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(inner.length + 8)
  return bytes('ffe1', length, Buffer.from('Exif\0\0'), inner)
}
const wholeJpeg = bytes('ffd8', frame, scan, 'ffd9')
const png = buildPng(40, 30, 2)
const webp = aFile('webp', 200)
const declares = (length: number) => {
  const changed = Buffer.from(webp)
  changed.writeUInt32LE(length, 4)
  return changed
}

const refused: [string, Buffer, string][] = [
  ['HEIC', brand('heic'), heic],
  ['HEIC of several pictures', brand('hevc'), heic],
  ['HEIF', brand('mif1'), heic],
  ['AVIF', brand('avif'), wrongKind],
  ['a video', brand('isom'), wrongKind],
  ['GIF', Buffer.from('GIF89a\x01\0\x01\0'), wrongKind],
  ['text', Buffer.from('hola'), wrongKind],
  ['the first bytes of a JPEG', bytes('ffd8ff'), damaged],
  ['a JPEG without a frame header', bytes('ffd8', scan, 'ffd9'), damaged],
  ['a JPEG of no height', bytes('ffd8', 'ffc0000b080000002801011100', scan, 'ffd9'), damaged],
  ['a JPEG without a scan', bytes('ffd8', frame, 'ffd9'), damaged],
  ['a JPEG without its end', bytes('ffd8', frame, scan), damaged],
  ['a JPEG whose end is only in the thumbnail', bytes('ffd8', thumbnail(wholeJpeg), frame, scan), damaged],
  ['a JPEG that is only a thumbnail', bytes('ffd8', thumbnail(wholeJpeg), 'ffd9'), damaged],
  ['a JPEG whose end is in a segment after the scan', bytes('ffd8', frame, scan, 'fffe0004ffd9'), damaged],
  ['a JPEG cut within a segment', bytes('ffd8', frame, scan, 'ffe1ffff0000ffd9'), damaged],
  ['the first bytes of a PNG', png.subarray(0, 8), damaged],
  ['a PNG cut in half', png.subarray(0, png.length / 2), damaged],
  ['a PNG of no width', buildPng(0, 30, 2, Buffer.alloc(3)), damaged],
  ['a PNG without a header', bytes(png.subarray(0, 8), png.subarray(33)), damaged],
  [
    'a PNG whose IEND is inside another chunk',
    bytes(png.subarray(0, 33), '0000000874455874', '0000000049454e44', '00000000'),
    damaged,
  ],
  ['the first bytes of a WebP', webp.subarray(0, 12), damaged],
  ['a WebP without a size', Buffer.from(webp).fill(0, 23, 30), damaged],
  ['a WebP one byte shorter than it declares', declares(193), damaged],
]

const accepted: [string, Buffer][] = [
  ['a JPEG', wholeJpeg],
  ['a JPEG with bytes after its end', bytes(wholeJpeg, '00ff', Buffer.from('SEFT'), Buffer.alloc(50))],
  ['a JPEG with a thumbnail', bytes('ffd8', thumbnail(wholeJpeg), frame, scan, 'ffd9')],
  [
    'a progressive JPEG with tables between scans',
    bytes('ffd8', frame, scan, 'ffc40004', '0000', scan, 'ffd9'),
  ],
  ['a PNG with bytes after its end', bytes(png, '0000')],
  ['a WebP with bytes after its end', declares(100)],
  ['a WebP as long as it declares', declares(192)],
  ['a small lossless WebP', Buffer.from('UklGRhIAAABXRUJQVlA4TAYAAAAvQWxvAGs=', 'base64')],
  ...Object.keys(imageHeaders).map((name): [string, Buffer] => [name, picture(name)]),
  ['a PDF', aFile('pdf', 100)],
]

const answer = async (client: Client, url: string, payload: Buffer) => {
  const { status, body } = await sendFile(client, url, payload)
  return [status, body.error?.campos ?? body.message]
}

describe.each(['POST /api/archivos', 'POST /piloto/ruta/{id}/archivos', 'POST /piloto/gastos/{id}/archivos'])(
  '%s',
  (call) => {
    test('empty: returns 400 with the sentence of the office or the phone', async () => {
      const { client, url, empty } = targets[call]!
      expect(await answer(client, url, Buffer.alloc(0))).toEqual([400, { archivo: empty }])
    })

    test.each(refused)('%s: returns 415 and stores nothing', async (_name, payload, sentence) => {
      const { client, url } = targets[call]!
      const before = filesIn(office.office.server.archivosDir)
      expect(await answer(client, url, payload)).toEqual([415, sentence])
      expect(filesIn(office.office.server.archivosDir)).toEqual(before)
    })

    test('damaged and above 50 megapixels or 8 MB: returns 413', async () => {
      const { client, url } = targets[call]!
      const huge = picture('JPEG', [9000, 9000]).subarray(0, -2)
      expect(await answer(client, url, huge)).toEqual([413, 'La foto pasa de 50 megapíxeles.'])
      const large = bytes('ffd8', frame, scan, Buffer.alloc(8 * 1024 ** 2))
      expect(await answer(client, url, large)).toEqual([413, 'El archivo pasa de 8 MB.'])
    })
  },
)

test.each(accepted)('%s: is stored, in any chunking', async (_name, payload) => {
  const { id } = await office.office.create()
  const url = `/api/archivos?entidad=rutas&entidad_id=${id}`
  const single = Array.from({ length: payload.length }, (_, at) => payload.subarray(at, at + 1))
  for (const sent of [payload, Readable.from(single.length > 1000 ? [payload] : single)]) {
    const { status, body } = await office.admin.send({ method: 'POST', url, payload: sent })
    expect([status, body.data?.bytes]).toEqual([201, payload.length])
  }
})

test('repeat of a damaged file that an earlier release has stored: returns the stored response', async () => {
  const { id } = await office.office.create()
  const url = `/api/archivos?entidad=rutas&entidad_id=${id}`
  const first = await sendFile(office.admin, url, wholeJpeg, { key: 'k' })
  const cut = wholeJpeg.subarray(0, -2)
  // Other bytes, so the key belongs to another request: the damage is not what refuses them.
  expect((await sendFile(office.admin, url, cut, { key: 'k' })).status).toBe(409)
  expect((await sendFile(office.admin, url, wholeJpeg, { key: 'k' })).body).toEqual(first.body)
})
