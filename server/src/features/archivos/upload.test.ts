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
import type { FileKind } from './detectFileType.ts'
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
  // A server that listens on a port has an address of this kind.
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

describe('one key', () => {
  test('twice is one row and one object, whatever became of the record', async () => {
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

  test('the same at once on two processes is one', async () => {
    const [id, bytes, before] = [await aRoute(), aFile(), objects().length]
    const elsewhere = office.server.clientOf(office.server.startAnotherApp(), office.admin.token)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        sendFile(n % 2 ? elsewhere : office.admin, ofRuta(id), bytes, { key: 'c' }),
      ),
    )
    for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body])
    expect(await rows(id)).toEqual([expect.objectContaining({ id: answers[0]?.body.data.id })])
    expect(objects()).toHaveLength(before + 1)
  })

  test('with other bytes or another query it is a conflict; 413 and 415 stand before it', async () => {
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

/** Sends a head, and what is given of the body. */
function begin(url: string, headers: Record<string, string | number>) {
  const { token } = office.admin
  const sent = request({
    port,
    method: 'POST',
    path: url,
    agent: false,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  sent.on('error', () => undefined)
  return sent
}

describe('on the wire', () => {
  test('bytes of unknown length, under any name of their kind, or none', async () => {
    const id = await aRoute()
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'x' }, {}]) {
      const sent = begin(ofRuta(id), { 'transfer-encoding': 'chunked', ...headers })
      const bytes = aFile('webp', 300_000)
      for (let at = 0; at < bytes.length; at += 100_000) sent.write(bytes.subarray(at, at + 100_000))
      sent.end()
      const [response] = await once(sent, 'response')
      expect(response.statusCode).toBe(201)
      response.resume()
    }
    expect(await rows(id)).toHaveLength(3)
  })

  test('what passes 8 MiB without having said so is 413, heard by who still sends', async () => {
    const id = await aRoute()
    const sent = begin(ofRuta(id), { 'transfer-encoding': 'chunked', 'content-type': 'image/jpeg' })
    const chunk = aFile('jpg', 1024 ** 2)
    for (let n = 0; n < 12; n++) sent.write(chunk)
    const [response] = await once(sent, 'response')
    expect(response.statusCode).toBe(413)
    sent.destroy()
    expect(await rows(id)).toEqual([])
  })

  test('who leaves midway leaves neither row nor bytes', async () => {
    const [id, before] = [await aRoute(), objects()]
    const sent = begin(ofRuta(id), { 'content-length': 1_000_000, 'content-type': 'image/jpeg' })
    sent.write(aFile('jpg', 100_000))
    await expect.poll(() => objects().length).toBe(before.length + 1)
    sent.destroy()
    await expect.poll(objects).toEqual(before)
    expect(await rows(id)).toEqual([])
  })

  test('no connection is held while bytes come', async () => {
    const id = await aRoute()
    const held = Array.from({ length: 20 }, () =>
      begin(ofRuta(id), { 'content-length': 1000, 'content-type': 'image/jpeg' }),
    )
    const before = objects().length
    for (const sent of held) sent.write(aFile('jpg', 100))
    await expect.poll(() => objects().length).toBe(before + 20)
    expect(office.server.db.load()).toEqual({ lent: 0, waiting: 0 })
    for (const sent of held) sent.destroy()
    await expect.poll(() => objects().length).toBe(before)
  })
})

test('503 while the disk of ARCHIVOS_DIR is short, after what the bytes say; reads go on', async () => {
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

test('503 where ARCHIVOS_DIR can not be written to', async () => {
  const id = await aRoute()
  const file = join(office.server.archivosDir, 'un-archivo')
  writeFileSync(file, '')
  const env = readEnv({ ARCHIVOS_DIR: join(file, 'dentro') })
  const away = office.server.clientOf(office.server.startAnotherApp({ env }), office.admin.token)
  expect((await sendFile(away, ofRuta(id), aFile())).status).toBe(503)
})

test('who loses the right while bytes come has added nothing', async () => {
  const { server, admin } = office
  const [id, before] = [await aRoute(), objects()]
  const { token, userId } = await server.as({ rol: 'usuario', permisos: ['editar_rutas'] })
  const bytes = aFile()
  const sent = begin(ofRuta(id), { 'content-length': bytes.length, authorization: `Bearer ${token}` })
  sent.write(bytes.subarray(0, 100))
  await expect.poll(() => objects().length).toBe(before.length + 1)
  await admin.put(`/api/usuarios/${userId}`, { permisos: [1] })
  // A right that was just found holds for a moment.
  await sleep(150)
  sent.end(bytes.subarray(100))
  const [response] = await once(sent, 'response')
  expect(response.statusCode).toBe(403)
  expect(await rows(id)).toEqual([])
  expect(objects()).toEqual(before)
})

describe('an upload that was cut off before its row was finished', () => {
  const kind: FileKind = { tipo: 'image/jpeg', signatures: [], clase: 'foto', nombre: 'foto.jpg' }
  const about = { nombre: null }
  /** What kill -9 leaves: the row committed, the bytes in their place. */
  const cutOff = async (id: number, bytes: Buffer) => {
    const received = await store.staging.receive([bytes], bytes.length, true)
    const begun = { entidad: 'rutas', entidad_id: id, about, kind, received } as const
    await insertUnfinishedArchivo(office.server.db, store, begun, office.admin.userId ?? 0)
    return received.sha256
  }
  const age = () =>
    run(
      office.server.db,
      raw(`update archivos set creado_en = now() - interval '25 hours' where terminado_en is null`),
    )

  test('is in no list and not counted; a day later the sweep takes row and bytes', async () => {
    const id = await aRoute()
    const sha256 = await cutOff(id, aFile())
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

  test('its bytes stay where another row names them, be it in the bin; so do those that no row ever named', async () => {
    const [id, bytes] = [await aRoute(), aFile()]
    const sha256 = await cutOff(id, bytes)
    const archivo = (await sendFile(office.admin, ofRuta(id), bytes)).body.data
    await office.admin.delete(`/api/archivos/${archivo.id}`)
    await age()
    const stray = 'de nadie'
    writeFileSync(join(office.server.archivosDir, stray), '')
    await deleteUnfinishedUploads(office.server.db, store)
    expect(await rows(id)).toHaveLength(1)
    expect(objects()).toEqual(expect.arrayContaining([hashPath(sha256), stray]))
  })

  test('of one whose bytes had no name yet the sweep takes what was arriving, a day later', async () => {
    const { path = '' } = await store.staging.receive([aFile()], 10_000, true)
    const left = path.slice(office.server.archivosDir.length + 1)
    await deleteUnfinishedUploads(office.server.db, store)
    expect(objects()).toContain(left)
    const yesterday = Date.now() / 1000 - 25 * 3600
    utimesSync(path, yesterday, yesterday)
    await deleteUnfinishedUploads(office.server.db, store)
    expect(objects()).not.toContain(left)
  })
})
