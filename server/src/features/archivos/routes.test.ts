import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, raw } from '../../platform/db/sql.ts'
import { addFile, aFile, filesIn, openTwoPilots, sendFile, statusAndMessage } from '../../test/archivos.ts'
import { aCamion } from '../../test/factories.ts'
import type { RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'

let office: RutaOffice
let admin: Client
let piloto: Client
let otherPiloto: Client
let ruta: number
beforeAll(async () => {
  ;({ office, admin, piloto, otherPiloto, ruta } = await openTwoPilots())
})
afterAll(() => office.close())

const ofRuta = (id: number) => `/api/archivos?entidad=rutas&entidad_id=${id}`

test('POST /api/archivos: stores by hash, returns the metadata, and GET returns the same bytes', async () => {
  const bytes = aFile('png')
  const query =
    '&clase=comprobante&nombre=Recibo%20%C3%B1and%C3%BA%20%22A%22.png&tomado_en=2026-11-20T08:30:00-06:00'
  const answer = await sendFile(admin, ofRuta(ruta) + query, bytes, { type: 'text/html' })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(answer.body).toEqual({
    success: true,
    message: 'Archivo guardado exitosamente',
    data: {
      id: expect.any(Number),
      entidad: 'rutas',
      entidad_id: ruta,
      clase: 'comprobante',
      nombre: 'Recibo ñandú "A".png',
      tipo_mime: 'image/png',
      bytes: bytes.length,
      sha256,
      tomado_en: '2026-11-20T14:30:00.000Z',
      subido_por: expect.stringMatching(/^administrador-/),
      version: 1,
      creado_en: expect.any(String),
      actualizado_en: expect.any(String),
    },
  })
  const place = join(office.server.archivosDir, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  expect(readFileSync(place).equals(bytes)).toBe(true)

  const { id } = answer.body.data
  const fetched = await admin.get(`/api/archivos/${id}`)
  expect(fetched.body.data).toEqual(answer.body.data)
  const contents = await office.server.app.inject({
    url: `/api/archivos/${id}/contenido`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(contents.rawPayload.equals(bytes)).toBe(true)
  expect(contents.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'content-disposition': `inline; filename="Recibo _and_ _A_.png"; filename*=UTF-8''Recibo%20%C3%B1and%C3%BA%20%22A%22.png`,
    'content-security-policy': 'sandbox',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  ['jpg', 'foto', 'foto.jpg', 'image/jpeg', 'inline'],
  ['png', 'foto', 'foto.png', 'image/png', 'inline'],
  ['webp', 'foto', 'foto.webp', 'image/webp', 'inline'],
  ['pdf', 'documento', 'documento.pdf', 'application/pdf', 'attachment'],
] as const)(
  '%s: clase, name and type follow its bytes',
  async (kind, clase, nombre, tipo_mime, disposition) => {
    const archivo = await addFile(admin, ofRuta(ruta), aFile(kind))
    expect(archivo).toMatchObject({ clase, nombre, tipo_mime, tomado_en: null })
    const { headers } = await admin.get(`/api/archivos/${archivo.id}/contenido`)
    expect(headers['content-disposition']).toBe(
      `${disposition}; filename="${nombre}"; filename*=UTF-8''${nombre}`,
    )
  },
)

test('GET /api/archivos: newest first, without the record’s fields; leaves the record’s version', async () => {
  const { id, version } = await office.create()
  const same = aFile()
  const first = await addFile(admin, ofRuta(id), same)
  const second = await addFile(admin, ofRuta(id), same)
  const list = await admin.get(ofRuta(id))
  expect(list.body).toMatchObject({ success: true, data: [second, first], count: 2 })
  expect(second.id).not.toBe(first.id)
  expect((await office.read(id)).body.data.version).toBe(version)
})

describe('POST /api/archivos: order of errors', () => {
  const nothing = Buffer.alloc(0)
  const large = aFile('jpg', 8 * 1024 ** 2 + 1)
  const errorOf = async (url: string, bytes: Buffer | string = nothing, client = admin, type?: string) => {
    const { status, body } = await sendFile(client, url, bytes, type === undefined ? {} : { type })
    return [status, body.error.campos ?? body.message]
  }

  test('401 and 403 come first', async () => {
    expect((await errorOf('/api/archivos?entidad=nada', '', office.server.anonymous))[0]).toBe(401)
    for (const url of ['/api/archivos', '/api/archivos?entidad=nada', ofRuta(ruta)])
      expect((await errorOf(url, '', piloto))[0]).toBe(403)
    const routes = await office.server.as({ rol: 'usuario', permisos: ['editar_rutas'] })
    expect((await errorOf('/api/archivos?entidad=choferes', '', routes))[0]).toBe(403)
    expect((await errorOf('/api/archivos?entidad=nada', '', routes))[0]).toBe(400)
    const reader = await office.server.as({ rol: 'usuario', permisos: ['ver_rutas'] })
    expect((await errorOf('/api/archivos?entidad=nada', '', reader))[0]).toBe(403)
  })

  test('400 for all wrong query parameters at once', async () => {
    const query = `entidad=nada&entidad_id=0&clase=x&nombre=${'a'.repeat(101)}&tomado_en=2026-11-20T08:30:00`
    expect(Object.keys((await errorOf(`/api/archivos?${query}`))[1]).toSorted()).toEqual(
      ['clase', 'entidad', 'entidad_id', 'nombre', 'tomado_en'].toSorted(),
    )
    for (const moment of ['0001-01-01T00:00:00%2B14:00', '9999-12-31T23:59:59-12:00', '2026-02-30T00:00:00Z'])
      expect(await errorOf(`${ofRuta(ruta)}&tomado_en=${moment}`, aFile())).toMatchObject([
        400,
        { tomado_en: expect.any(String) },
      ])
    expect(Object.keys((await errorOf('/api/archivos'))[1]).toSorted()).toEqual(['entidad', 'entidad_id'])
  })

  test('404 for the record, before any byte', async () => {
    expect(await errorOf(ofRuta(999_999))).toEqual([404, 'Ruta no encontrada'])
    expect(await errorOf('/api/archivos?entidad=choferes&entidad_id=999999', large)).toEqual([
      404,
      'Piloto no encontrado',
    ])
    const url = '/piloto/ruta/999999/archivos'
    expect(await errorOf(url, nothing, piloto)).toEqual([404, 'Ruta no encontrada'])
    expect(await errorOf(`/piloto/ruta/${ruta}/archivos`, aFile(), otherPiloto)).toEqual([
      404,
      'Ruta no encontrada',
    ])
  })

  test('400 for an empty file, then 413 and 415', async () => {
    const before = filesIn(office.server.archivosDir)
    expect(await errorOf(ofRuta(ruta))).toEqual([400, { archivo: 'El archivo está vacío.' }])
    expect(await errorOf(ofRuta(ruta), large)).toEqual([413, 'El archivo pasa de 8 MB.'])
    const page = '<!doctype html><script>alert(1)</script>'
    for (const type of ['image/jpeg', 'application/json', 'nada']) {
      expect(await errorOf(`${ofRuta(ruta)}&nombre=foto.jpg`, page, admin, type)).toEqual([
        415,
        'Solo se aceptan fotos (JPG, PNG, WebP) y PDF.',
      ])
    }
    expect(filesIn(office.server.archivosDir)).toEqual(before)
    expect(await addFile(admin, ofRuta(ruta), aFile('jpg', 8 * 1024 ** 2))).toMatchObject({
      bytes: 8 * 1024 ** 2,
    })
  })

  test('409 at the 31st, also for a piloto and at a restore; one of two concurrent ones succeeds', async () => {
    const { id } = await office.create()
    const bytes = aFile()
    const full = [409, 'Este registro ya tiene 30 archivos.']
    for (let n = 0; n < 29; n++) await addFile(admin, ofRuta(id), bytes)
    const both = await Promise.all([
      sendFile(admin, ofRuta(id), bytes),
      sendFile(piloto, `/piloto/ruta/${id}/archivos`, bytes),
    ])
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409'])
    expect(statusAndMessage(await sendFile(piloto, `/piloto/ruta/${id}/archivos`, bytes))).toEqual(full)

    const [{ id: one }] = (await admin.get(ofRuta(id))).body.data
    expect(statusAndMessage(await admin.delete(`/api/archivos/${one}`))).toEqual([
      200,
      'Archivo eliminado con éxito',
    ])
    await addFile(admin, ofRuta(id), bytes)
    expect(statusAndMessage(await admin.post(`/api/papelera/archivos/${one}/restaurar`))).toEqual(full)
    expect(await many(office.server.db, raw('select from archivos where terminado_en is null'))).toEqual([])
  })
})

describe('deleted files', () => {
  test('appear only in the papelera, and can be restored', async () => {
    const { id, ...rest } = await addFile(admin, `${ofRuta(ruta)}&nombre=puerta.jpg`)
    expect((await admin.delete(`/api/archivos/${id}?version=9`)).status).toBe(409)
    expect((await admin.delete(`/api/archivos/${id}?version=1`)).body).toEqual({
      success: true,
      message: 'Archivo eliminado con éxito',
      data: null,
    })
    for (const url of [`/api/archivos/${id}`, `/api/archivos/${id}/contenido`])
      expect(statusAndMessage(await admin.get(url))).toEqual([404, 'Archivo no encontrado'])
    expect(statusAndMessage(await admin.delete(`/api/archivos/${id}`))).toEqual([
      404,
      'Archivo no encontrado',
    ])
    expect((await admin.get(ofRuta(ruta))).body.data).not.toContainEqual(expect.objectContaining({ id }))
    expect((await admin.get('/api/papelera')).body.data[0]).toMatchObject({
      tipo: 'archivos',
      id,
      nombre: 'puerta.jpg',
    })
    const back = await admin.post(`/api/papelera/archivos/${id}/restaurar`)
    expect([back.status, back.body.data]).toEqual([
      200,
      { id, ...rest, version: 3, actualizado_en: expect.any(String) },
    ])
    const both = await Promise.all([1, 2].map(() => admin.delete(`/api/archivos/${id}`)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  test('files of a deleted record: return 404, are in no list, and return with it', async () => {
    const { id: record } = await office.create()
    const { id } = await addFile(admin, ofRuta(record))
    const other = await addFile(admin, ofRuta(record))
    await admin.delete(`/api/archivos/${other.id}`)
    await admin.delete(`/api/rutas/${record}`)
    expect(statusAndMessage(await admin.get(ofRuta(record)))).toEqual([404, 'Ruta no encontrada'])
    expect(statusAndMessage(await admin.get(`/api/archivos/${id}`))).toEqual([404, 'Archivo no encontrado'])
    expect(statusAndMessage(await admin.delete(`/api/archivos/${id}`))).toEqual([
      404,
      'Archivo no encontrado',
    ])
    expect((await admin.post(`/api/papelera/archivos/${other.id}/restaurar`)).status).toBe(200)
    expect((await admin.get(`/api/archivos/${other.id}`)).status).toBe(404)
    await admin.post(`/api/papelera/rutas/${record}/restaurar`)
    expect((await admin.get(ofRuta(record))).body.count).toBe(2)
  })
})

test('files of a document: disappear and return with its truck', async () => {
  const [tipo] = (await admin.get('/api/documento-tipos')).body.data.filter(
    ({ aplica }: { aplica: string }) => aplica === 'camiones',
  )
  const { id: camion } = (await admin.post('/api/camiones', aCamion())).body.data
  const paper = { tipo_id: tipo.id, entidad: 'camiones', entidad_id: camion }
  const { id } = (await admin.post('/api/documentos', paper)).body.data
  const url = `/api/archivos?entidad=documentos&entidad_id=${id}`
  const archivo = await addFile(admin, url, aFile('pdf'))
  expect((await admin.get(url)).body.data).toEqual([archivo])
  await admin.delete(`/api/camiones/${camion}`)
  expect(statusAndMessage(await admin.get(url))).toEqual([404, 'Documento no encontrado'])
  expect(statusAndMessage(await admin.get(`/api/archivos/${archivo.id}`))).toEqual([
    404,
    'Archivo no encontrado',
  ])
  await admin.post(`/api/papelera/camiones/${camion}/restaurar`)
  expect((await admin.get(url)).body.count).toBe(1)
})
