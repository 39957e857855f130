import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFile, aFile, filesIn, statusAndMessage } from '../../test/archivos.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { imageHeaders } from '../../test/pictures.ts'

// The bytes of a file decide its name's ending and the size of a picture.

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const aRuta = async () => `/api/archivos?entidad=rutas&entidad_id=${(await office.create()).id}`

describe('file name', () => {
  const storedName = async (nombre: string, kind: Parameters<typeof aFile>[0]) =>
    (await addFile(office.admin, `${await aRuta()}&nombre=${encodeURIComponent(nombre)}`, aFile(kind))).nombre

  test.each([
    ['factura.hta', 'pdf', 'factura.hta.pdf'],
    ['factura.pdf', 'pdf', 'factura.pdf'],
    ['FACTURA.PDF', 'pdf', 'FACTURA.PDF'],
    ['recibo', 'pdf', 'recibo.pdf'],
    ['recibo.', 'pdf', 'recibo..pdf'],
    ['foto.pdf', 'jpg', 'foto.pdf.jpg'],
    ['foto.Jpeg', 'jpg', 'foto.Jpeg'],
    ['foto.JPG', 'jpg', 'foto.JPG'],
    ['foto.jpeg', 'png', 'foto.jpeg.png'],
    ['foto.png', 'webp', 'foto.png.webp'],
    // Looks as if it ended in pdf.
    ['factura\u202efdp.hta', 'pdf', 'facturafdp.hta.pdf'],
    ['a\u200e\u200f\u061c\u202a\u2069b\u0007\u0085\r\nc.pdf', 'pdf', 'abc.pdf'],
    ['factura.pdf\u202e', 'pdf', 'factura.pdf'],
    ['\u202e \u2066', 'pdf', 'documento.pdf'],
    ['ñandú 😀', 'webp', 'ñandú 😀.webp'],
  ] as const)('%j of %s bytes is %j', async (sentName, kind, nombre) => {
    expect(await storedName(sentName, kind)).toBe(nombre)
  })

  test('has at most 100 characters with its ending', async () => {
    expect(await storedName(`${'😀'.repeat(96)}.hta`, 'pdf')).toBe(`${'😀'.repeat(96)}.pdf`)
    expect(await storedName('a'.repeat(100), 'webp')).toBe(`${'a'.repeat(95)}.webp`)
    expect(await storedName(`${'a'.repeat(96)}.pdf`, 'pdf')).toBe(`${'a'.repeat(96)}.pdf`)
  })

  test('appears in the response and in Content-Disposition', async () => {
    const archivo = await addFile(office.admin, `${await aRuta()}&nombre=factura.hta`, aFile('pdf'))
    const { headers } = await office.admin.get(`/api/archivos/${archivo.id}/contenido`)
    expect(headers['content-disposition']).toBe(
      `attachment; filename="factura.hta.pdf"; filename*=UTF-8''factura.hta.pdf`,
    )
  })
})

describe.each(Object.entries(imageHeaders))('%s', (_what, picture) => {
  const send = async (payload: Buffer | Readable) =>
    office.admin.send({
      method: 'POST',
      url: await aRuta(),
      payload,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const tooLarge = [413, 'La foto pasa de 50 megapíxeles.']

  test('with 50 megapixels: accepted; with one more row: returns 413 and stores nothing', async () => {
    expect(statusAndMessage(await send(picture([10_000, 5000])))).toEqual([
      201,
      'Archivo guardado exitosamente',
    ])
    const before = filesIn(office.server.archivosDir)
    expect(statusAndMessage(await send(picture([10_000, 5001])))).toEqual(tooLarge)
    expect(statusAndMessage(await send(picture([5001, 10_000])))).toEqual(tooLarge)
    expect(filesIn(office.server.archivosDir)).toEqual(before)
  })

  test('inside a PDF: is not measured', async () => {
    const bytes = Buffer.concat([aFile('pdf'), picture([16_000, 16_000])])
    expect((await addFile(office.admin, await aRuta(), bytes)).tipo_mime).toBe('application/pdf')
  })

  test('is measured in any chunking', async () => {
    const bytes = picture([16_000, 16_000])
    const few = Array.from({ length: Math.min(bytes.length, 100) }, (_, at) => bytes.subarray(at, at + 1))
    for (const chunks of [
      [...few, bytes.subarray(100)],
      [bytes.subarray(0, -15), ...[...bytes.subarray(-15)].map((byte) => Buffer.from([byte]))],
    ])
      expect(statusAndMessage(await send(Readable.from(chunks.filter((chunk) => chunk.length > 0))))).toEqual(
        tooLarge,
      )
  })
})
