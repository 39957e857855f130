import { once } from 'node:events'
import { utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, raw, run, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import { FolderStore, hashPath } from '../../platform/store/FolderStore.ts'
import { aFile, filesIn, sendFile } from '../../test/archivos.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { deleteUnfinishedUploads } from './cleanupJob.ts'
import type { FileKind } from './fileKinds.ts'
import { insertUnfinishedArchivo } from './queries.ts'

let office: RutaOffice
let store: FileStore
let port: number
beforeAll(async () => {
  office = await openOffice()
  store = new FolderStore(office.server.archivosDir)
  const app = office.server.startAnotherApp()
  app.addHook('preClose', async () => app.server.closeAllConnections())
  await app.listen({ port: 0, host: '127.0.0.1' })
  // A server that listens on a port has an AddressInfo.
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => office.close())

const ofRuta = (id: number) => `/api/archivos?entidad=rutas&entidad_id=${id}`
const aRoute = async () => (await office.create()).id
const objects = () => filesIn(office.server.archivosDir)
const rows = (entidadId: number) =>
  many<{ id: number; sha256: string; terminado_en: string | null }>(
    office.server.db,
    sql`select id, sha256, terminado_en from archivos where entidad_id = ${entidadId} order by id`,
  )

describe('Idempotency-Key of an upload', () => {
  test('repeated: creates one row and one object, whatever happened to the record', async () => {
    const [id, bytes, before] = [await aRoute(), aFile(), objects().length]
    const url = `${ofRuta(id)}&nombre=puerta.jpg`
    const first = await sendFile(office.admin, url, bytes, { key: 'a' })
    expect(first.status).toBe(201)
    const elsewhere = office.server.clientOf(office.server.startAnotherApp(), office.admin.token)
    for (const client of [office.admin, elsewhere]) {
      const again = await sendFile(client, url, bytes, { key: 'a' })
      expect([again.status, again.body]).toEqual([201, first.body])
    }
    expect(await rows(id)).toHaveLength(1)
    expect(objects()).toHaveLength(before + 1)
    await office.admin.delete(`/api/rutas/${id}`)
    expect((await sendFile(office.admin, url, bytes, { key: 'a' })).body).toEqual(first.body)
  })

  test('concurrent on two processes: creates one file', async () => {
    const [id, bytes, before] = [await aRoute(), aFile(), objects().length]
    const elsewhere = office.server.clientOf(office.server.startAnotherApp(), office.admin.token)
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        sendFile(n % 2 ? elsewhere : office.admin, ofRuta(id), bytes, { key: 'c' }),
      ),
    )
    for (const { status, body } of responses) expect([status, body]).toEqual([201, responses[0]?.body])
    expect(await rows(id)).toEqual([expect.objectContaining({ id: responses[0]?.body.data.id })])
    expect(objects()).toHaveLength(before + 1)
  })

  test('with other bytes or query: returns 409, after 413 and 415', async () => {
    const [id, bytes] = [await aRoute(), aFile()]
    const status = async (url: string, body: Buffer) =>
      (await sendFile(office.admin, url, body, { key: 'd' })).status
    expect(await status(ofRuta(id), Buffer.from('<html>'))).toBe(415)
    expect(await status(ofRuta(id), bytes)).toBe(201)
    expect(await status(ofRuta(id), aFile())).toBe(409)
    expect(await status(`${ofRuta(id)}&clase=firma`, bytes)).toBe(409)
    expect(await status(ofRuta(id), Buffer.from('<html>'))).toBe(415)
    expect(await status(ofRuta(id), aFile('jpg', 8 * 1024 ** 2 + 1))).toBe(413)
    expect(await rows(id)).toHaveLength(1)
  })
})

/** Sends the head and part of the body. */
function begin(url: string, headers: Record<string, string | number>) {
  const { token } = office.admin
  const req = request({
    port,
    method: 'POST',
    path: url,
    agent: false,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  req.on('error', () => undefined)
  return req
}

describe('upload over a socket', () => {
  test('accepts chunked bytes under any file name or none', async () => {
    const id = await aRoute()
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'x' }, {}]) {
      const req = begin(ofRuta(id), { 'transfer-encoding': 'chunked', ...headers })
      const bytes = aFile('webp', 300_000)
      for (let at = 0; at < bytes.length; at += 100_000) req.write(bytes.subarray(at, at + 100_000))
      req.end()
      const [response] = await once(req, 'response')
      expect(response.statusCode).toBe(201)
      response.resume()
    }
    expect(await rows(id)).toHaveLength(3)
  })

  test('returns 413 to a client that is still sending when a chunked body exceeds 8 MiB', async () => {
    const id = await aRoute()
    const req = begin(ofRuta(id), { 'transfer-encoding': 'chunked', 'content-type': 'image/jpeg' })
    const chunk = aFile('jpg', 1024 ** 2)
    for (let n = 0; n < 12; n++) req.write(chunk)
    const [response] = await once(req, 'response')
    expect(response.statusCode).toBe(413)
    req.destroy()
    expect(await rows(id)).toEqual([])
  })

  test('aborted: leaves no row and no bytes', async () => {
    const [id, before] = [await aRoute(), objects()]
    const req = begin(ofRuta(id), { 'content-length': 1_000_000, 'content-type': 'image/jpeg' })
    req.write(aFile('jpg', 100_000))
    await expect.poll(() => objects().length).toBe(before.length + 1)
    req.destroy()
    await expect.poll(objects).toEqual(before)
    expect(await rows(id)).toEqual([])
  })

  test('holds no database connection while bytes arrive', async () => {
    const id = await aRoute()
    const uploads = Array.from({ length: 20 }, () =>
      begin(ofRuta(id), { 'content-length': 1000, 'content-type': 'image/jpeg' }),
    )
    const before = objects().length
    for (const req of uploads) req.write(aFile('jpg', 100))
    await expect.poll(() => objects().length).toBe(before + 20)
    expect(office.server.db.load()).toEqual({ inUse: 0, waiting: 0 })
    for (const req of uploads) req.destroy()
    await expect.poll(() => objects().length).toBe(before)
  })
})

test('ARCHIVOS_DIR short of space: returns 503 after checking the bytes; reads work', async () => {
  const id = await aRoute()
  const { admin, server } = office
  await sendFile(admin, ofRuta(id), aFile())
  const before = objects()
  const env = readEnv({ ARCHIVOS_DIR: server.archivosDir, DISCO_MINIMO_MB: '999999999' })
  const short = server.clientOf(server.startAnotherApp({ env }), admin.token)
  const statuses = async (body: Buffer) => (await sendFile(short, ofRuta(id), body)).status
  expect(await statuses(aFile())).toBe(503)
  expect(await statuses(Buffer.from('<html>'))).toBe(415)
  expect((await sendFile(short, ofRuta(999_999), aFile())).status).toBe(404)
  const [archivo] = (await short.get(ofRuta(id))).body.data
  expect((await short.get(`/api/archivos/${archivo.id}/contenido`)).status).toBe(200)
  expect(objects()).toEqual(before)
})

test('ARCHIVOS_DIR not writable: returns 503', async () => {
  const id = await aRoute()
  const file = join(office.server.archivosDir, 'un-archivo')
  writeFileSync(file, '')
  const env = readEnv({ ARCHIVOS_DIR: join(file, 'dentro') })
  const otherClient = office.server.clientOf(office.server.startAnotherApp({ env }), office.admin.token)
  expect((await sendFile(otherClient, ofRuta(id), aFile())).status).toBe(503)
})

test('right revoked during the upload: adds nothing', async () => {
  const { server, admin } = office
  const [id, before] = [await aRoute(), objects()]
  const { token, userId } = await server.as({ rol: 'usuario', permisos: ['editar_rutas'] })
  const bytes = aFile()
  const req = begin(ofRuta(id), { 'content-length': bytes.length, authorization: `Bearer ${token}` })
  req.write(bytes.subarray(0, 100))
  await expect.poll(() => objects().length).toBe(before.length + 1)
  await admin.put(`/api/usuarios/${userId}`, { permisos: [1] })
  // A permission is cached for a moment.
  await sleep(150)
  req.end(bytes.subarray(100))
  const [response] = await once(req, 'response')
  expect(response.statusCode).toBe(403)
  expect(await rows(id)).toEqual([])
  expect(objects()).toEqual(before)
})

describe('upload interrupted before its row is finished', () => {
  const kind: FileKind = { tipo: 'image/jpeg', clase: 'foto', nombre: 'foto.jpg' }
  const about = { nombre: null }
  /** Leaves what kill -9 leaves: the row committed, the bytes stored. */
  const interruptUpload = async (id: number, bytes: Buffer) => {
    const received = await store.staging.receive([bytes], bytes.length, true)
    const file = { entidad: 'rutas', entidad_id: id, about, kind, received } as const
    await insertUnfinishedArchivo(office.server.db, store, file, office.admin.userId ?? 0)
    return received.sha256
  }
  const age = () =>
    run(
      office.server.db,
      raw(`update archivos set creado_en = now() - interval '25 hours' where terminado_en is null`),
    )

  test('is in no list and not counted; the cleanup deletes row and bytes after a day', async () => {
    const id = await aRoute()
    const sha256 = await interruptUpload(id, aFile())
    const [row] = await rows(id)
    expect(row).toMatchObject({ sha256, terminado_en: null })
    expect((await office.admin.get(ofRuta(id))).body.data).toEqual([])
    expect((await office.admin.get(`/api/archivos/${row?.id}`)).status).toBe(404)
    expect((await office.admin.get('/api/papelera')).body.data).not.toContainEqual(
      expect.objectContaining({ tipo: 'archivos', id: row?.id }),
    )
    await deleteUnfinishedUploads(office.server.db, store)
    expect([await rows(id), objects()]).toEqual([[row], expect.arrayContaining([hashPath(sha256)])])
    await age()
    await deleteUnfinishedUploads(office.server.db, store)
    expect(await rows(id)).toEqual([])
    expect(objects()).not.toContain(hashPath(sha256))
  })

  test('keeps bytes that another row has, also a deleted one, and bytes without any row', async () => {
    const [id, bytes] = [await aRoute(), aFile()]
    const sha256 = await interruptUpload(id, bytes)
    const archivo = (await sendFile(office.admin, ofRuta(id), bytes)).body.data
    await office.admin.delete(`/api/archivos/${archivo.id}`)
    await age()
    const stray = 'de nadie'
    writeFileSync(join(office.server.archivosDir, stray), '')
    await deleteUnfinishedUploads(office.server.db, store)
    expect(await rows(id)).toHaveLength(1)
    expect(objects()).toEqual(expect.arrayContaining([hashPath(sha256), stray]))
  })

  test('of unnamed bytes: the cleanup deletes the staged file after a day', async () => {
    const { path = '' } = await store.staging.receive([aFile()], 10_000, true)
    const stagedPath = path.slice(office.server.archivosDir.length + 1)
    await deleteUnfinishedUploads(office.server.db, store)
    expect(objects()).toContain(stagedPath)
    const yesterday = Date.now() / 1000 - 25 * 3600
    utimesSync(path, yesterday, yesterday)
    await deleteUnfinishedUploads(office.server.db, store)
    expect(objects()).not.toContain(stagedPath)
  })
})
