import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { OPS } from 'unpdf/pdfjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { hashPath } from '../../platform/store/FolderStore.ts'
import { aFile, sendFile } from '../../test/archivos.ts'
import { fetchHoja } from '../../test/hojas.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { buildPng } from '../../test/png.ts'
import { readPages, readPdf } from '../../test/readPdf.ts'
import { findLogRowsOfRecord } from '../../test/tripEvents.ts'
import { watchMemoryMb } from '../../test/watchMemory.ts'

// Delivery receipt (docs/contract/road.md).

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
  await office.admin.put('/api/ajustes', { nit: '7845123-6', telefono: '2440-7100' })
})
afterAll(() => office.close())

const path = (id: number) => `${id}/entrega/hoja`
const print = async (id: number) => {
  const { status, headers, file } = await fetchHoja(office.server, office.admin, path(id))
  expect(status).toBe(200)
  const document = await readPdf(file)
  expect(document.numPages).toBe(1)
  const [page] = await readPages(file)
  return { headers, document, text: page!.pieces.map(({ text }) => text).join('\n') }
}
/** Returns the sizes of the painted pictures, in order. */
async function painted(document: Awaited<ReturnType<typeof readPdf>>) {
  const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList()
  return fnArray.flatMap((operator, index) =>
    operator === OPS.paintImageXObject ? [[argsArray[index][1], argsArray[index][2]]] : [],
  )
}
const add = async (id: number, clase: string, bytes: Buffer) => {
  const { status, body } = await sendFile(
    office.admin,
    `/api/archivos?entidad=rutas&entidad_id=${id}&clase=${clase}`,
    bytes,
  )
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}
/** Stores bytes that uploads refuse today. */
const addOfEarlierRelease = async (id: number, clase: string, bytes: Buffer) => {
  const { id: archivo, sha256 } = await add(id, clase, aFile())
  await writeFile(join(office.server.archivosDir, hashPath(sha256)), bytes)
  await run(
    office.server.db,
    sql`update archivos set bytes = ${bytes.length},
        tipo_mime = ${bytes[0] === 0xff ? 'image/jpeg' : 'image/png'} where id = ${archivo}`,
  )
}
/** Returns a JPEG of that size without points. */
const aJpeg = (width: number, height: number, length = 400) => {
  const head = Buffer.from('ffd8ffc0000b080000000001011100', 'hex')
  head.writeUInt16BE(height, 7)
  head.writeUInt16BE(width, 9)
  return Buffer.concat([
    head,
    Buffer.from('ffda0002', 'hex'),
    Buffer.alloc(length, 7),
    Buffer.from('ffd9', 'hex'),
  ])
}

test('delivery receipt: one letter page with recipient, cargo, time and place, without amounts', async () => {
  const { id, no_ruta } = await office.create({
    estado: 'Entregado',
    precio: 98_765.43,
    origen: 'Puerto Quetzal',
    destino: 'Cobán',
    mercaderia: 'Azúcar',
    fecha: '2026-11-24',
    hora: '12:00',
  })
  await office.admin.put(`/api/rutas/${id}/entrega`, {
    recibio: 'Óscar Ñ',
    documento: 'DPI 1234',
    nota: 'Bodega 3',
    sin_evidencia_motivo: 'Sin batería',
  })
  await office.admin.put(`/api/rutas/${id}/tiempos`, { llegada_carga: '2026-11-24T05:30:00-06:00' })
  await office.admin.put(`/api/clientes/${office.references.cliente_id}/reglas`, { tarifa_demora: 777 })
  const { headers, document, text } = await print(id)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="entrega_${id}.pdf"`,
    'cache-control': 'no-store',
  })
  expect((await document.getPage(1)).view).toEqual([0, 0, 612, 792])
  for (const expectedText of [
    'Comprobante de entrega',
    'Transportes',
    'NIT: 7845123-6',
    'Tel.: 2440-7100',
    no_ruta,
    'Azúcar',
    'Puerto Quetzal',
    'Cobán',
    'Entregado',
    '24/11/2026 12:00',
    '24/11/2026 05:30',
    'Óscar Ñ',
    'DPI 1234',
    'Bodega 3',
    'Sin batería',
    'Documento no negociable',
  ])
    expect(text).toContain(expectedText)
  expect(text).not.toMatch(/98,765|777\.00|Q\d|foto/)
  expect(await painted(document)).toEqual([])
  expect((await findLogRowsOfRecord(office.server.db, 'rutas', id)).map(({ accion }) => accion)).toEqual([
    'crear',
    'editar',
    'editar',
  ])
})

test('delivery receipt: has the newest signature and the first four photos, and counts the others', async () => {
  const { id } = await office.create()
  await add(id, 'firma', buildPng(50, 20, 6))
  await add(id, 'foto', aFile('webp'))
  await add(id, 'foto', aJpeg(400, 300))
  await add(id, 'firma', buildPng(60, 30, 6))
  await add(id, 'foto', buildPng(41, 31, 2))
  await add(id, 'comprobante', aJpeg(10, 10))
  await add(id, 'foto', aFile('png'))
  await add(id, 'foto', buildPng(42, 32, 3))
  const last = await add(id, 'foto', buildPng(43, 33, 4))
  const four = [
    [400, 300],
    [41, 31],
    [42, 32],
    [43, 33],
  ]
  const first = await print(id)
  expect(await painted(first.document)).toEqual([[60, 30], ...four])
  expect(first.text).toContain('y 2 fotos más')
  await office.admin.delete(`/api/archivos/${last.id}`)
  await add(id, 'foto', aJpeg(44, 34))
  await add(id, 'foto', aJpeg(45, 35))
  const second = await print(id)
  expect(await painted(second.document)).toEqual([[60, 30], ...four.slice(0, 3), [44, 34]])
  expect(second.text).toContain('y 3 fotos más')
})

describe('unusable pictures', () => {
  const damaged = Buffer.from(buildPng(40, 30, 6))
  damaged.writeUInt32BE(0x7fffffff, 33)
  const chunk = buildPng(40, 30, 6)
  test.each([
    ['a PNG whose chunk is longer than the file', damaged],
    ['a PNG that unpacks to more than fits', buildPng(5000, 4000, 6, deflateSync(Buffer.alloc(100)))],
    ['a PNG that unpacks to more than its size', buildPng(40, 30, 6, deflateSync(Buffer.alloc(50_000_000)))],
    ['a PNG whose rows are missing', buildPng(40, 30, 6, deflateSync(Buffer.alloc(100)))],
    ['a PNG whose data is none', buildPng(40, 30, 6, Buffer.from('hola'))],
    ['a PNG that ends early', chunk.subarray(0, chunk.length - 40)],
    ['a PNG above 1 MiB', Buffer.concat([buildPng(40, 30, 2), Buffer.alloc(1024 * 1024)])],
    ['a JPEG without a size', aJpeg(0, 0)],
  ])('delivery receipt: counts %s as a further photo', async (_name, bytes) => {
    const { id } = await office.create()
    await addOfEarlierRelease(id, 'foto', bytes)
    await addOfEarlierRelease(id, 'firma', bytes)
    const { document, text } = await print(id)
    expect([await painted(document), text.includes('y 1 foto más')]).toEqual([[], true])
  })

  test('delivery receipt: counts files that are missing in the store', async () => {
    const { id } = await office.create()
    const { sha256 } = await add(id, 'foto', buildPng(40, 30, 2))
    await rm(join(office.server.archivosDir, hashPath(sha256)))
    expect((await print(id)).text).toContain('y 1 foto más')
  })
})

test('delivery receipt: the longest texts fit the page', async () => {
  const { id } = await office.create({ origen: 'Ñ'.repeat(100), mercaderia: 'Ü'.repeat(200) })
  const words = Array.from({ length: 250 }, (_, n) => `fila${String(n).padStart(3, '0')}`).join(' ')
  await office.admin.put(`/api/rutas/${id}/entrega`, {
    nota: words.slice(0, 2000),
    recibio: 'W'.repeat(100),
    sin_evidencia_motivo: 'x'.repeat(200),
  })
  const { text } = await print(id)
  for (const word of ['fila000', 'fila120', 'fila249']) expect(text).toContain(word)
})

test('delivery receipt: 12 MB of photos take less than 60 MB of memory', async () => {
  const { id } = await office.create()
  for (const at of [1, 2, 3, 4]) await add(id, 'foto', aJpeg(4000 + at, 3000, 3_000_000))
  await print(id)
  const rises: number[] = []
  for (let round = 0; round < 4; round++) {
    const rose = await watchMemoryMb(process.pid)
    const { status, file } = await fetchHoja(office.server, office.admin, path(id))
    expect([status, file.length > 12_000_000]).toEqual([200, true])
    rises.push(await rose())
  }
  // Garbage of the rounds before adds to a round, by when it is collected.
  expect(Math.min(...rises)).toBeLessThan(60)
})

test('delivery receipt: needs permission to read routes, and returns 404 for an unknown route', async () => {
  const { id } = await office.create()
  const piloto = await office.server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
  expect((await piloto.get(`/api/rutas/${path(id)}`)).status).toBe(403)
  await office.admin.delete(`/api/rutas/${id}`)
  for (const deletedId of [id, 2_000_000])
    expect(await office.admin.get(`/api/rutas/${path(deletedId)}`)).toMatchObject({
      status: 404,
      body: { message: 'Ruta no encontrada' },
    })
})
