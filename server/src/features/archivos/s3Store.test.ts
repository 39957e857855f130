import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, one, run, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { StoreUnavailableError } from '../../platform/store/FileStore.ts'
import { hashPath } from '../../platform/store/FolderStore.ts'
import { openStore } from '../../platform/store/openStore.ts'
import { addFile, aFile, filesIn, sendFile } from '../../test/archivos.ts'
import { aPersona } from '../../test/factories.ts'
import { type S3Server, startS3Server } from '../../test/s3Server.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { deleteUnfinishedUploads } from './cleanupJob.ts'

let folder: string
let s3: S3Server
let server: TestApp
let admin: Client
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flota-lejos-'))
  s3 = await startS3Server()
  server = await testApp({ env: readEnv({ DATA_DIR: folder, ...s3.env('ARCHIVOS_S3') }) })
  admin = await server.as()
  const { id } = (await admin.post('/api/clientes', aPersona())).body.data
  url = `/api/archivos?entidad=clientes&entidad_id=${id}`
})
afterAll(async () => {
  await server.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const store = () =>
  openStore(readEnv({ DATA_DIR: folder, ...s3.env('ARCHIVOS_S3') }), { silenceMs: 300, retryWindowMs: 0 })
const contents = (id: number) => admin.get(`/api/archivos/${id}/contenido`)
const unfinished = () =>
  many<{ sha256: string }>(server.db, sql`select sha256 from archivos where terminado_en is null`)

test('upload: hashes the file here and stores it under the same name as in a folder', async () => {
  const bytes = aFile('jpg', 300_000)
  const { id, sha256 } = await addFile(admin, url, bytes)
  expect(s3.objects.get(hashPath(sha256))).toEqual(bytes)
  expect(filesIn(folder)).toEqual([])
  const stored = await server.app.inject({
    url: `/api/archivos/${id}/contenido`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([stored.statusCode, stored.headers['content-length'], stored.rawPayload]).toEqual([
    200,
    '300000',
    bytes,
  ])
  expect(stored.headers['content-security-policy']).toBe('sandbox')
})

test('missing object: returns 404, as in a folder', async () => {
  const { id, sha256 } = await addFile(admin, url)
  s3.objects.delete(hashPath(sha256))
  expect((await contents(id)).status).toBe(404)
})

test.each(['silent', 500] as const)(
  'store fails (%s): calls that need bytes return 503 with Retry-After, others work, and the cleanup waits',
  async (fault) => {
    const { id } = await addFile(admin, url)
    const listed = (await admin.get(url)).body
    s3.setFault(() => fault)
    const requests = [
      contents(id),
      sendFile(admin, url, aFile()),
      sendFile(admin, url, aFile(), { key: `k${fault}` }),
    ]
    const [list, record, other] = [
      admin.get(url),
      admin.get(`/api/archivos/${id}`),
      admin.post('/api/clientes', aPersona()),
    ]
    expect((await list).body).toEqual(listed)
    expect([(await record).status, (await other).status]).toEqual([200, 201])
    for (const { status, headers, body } of await Promise.all(requests))
      expect([status, headers['retry-after'], body.error.code]).toEqual([503, '1', 'NO_DISPONIBLE'])
    expect((await admin.get(url)).body).toEqual(listed)
    expect(filesIn(folder)).toEqual([])

    // A failed upload may have stored its object.
    const remaining = await unfinished()
    expect(remaining).toHaveLength(2)
    await run(
      server.db,
      sql`update archivos set creado_en = now() - interval '25 hours' where terminado_en is null`,
    )
    const arriving = join(folder, 'archivos/llegando/cortada')
    await writeFile(arriving, 'x')
    await utimes(arriving, 0, 0)
    await expect(deleteUnfinishedUploads(server.db, store())).rejects.toThrow(StoreUnavailableError)
    expect(await unfinished()).toHaveLength(2)
    expect(filesIn(folder)).toEqual([])

    s3.setFault(() => undefined)
    for (const { sha256 } of remaining) s3.objects.set(hashPath(sha256), Buffer.from('x'))
    await deleteUnfinishedUploads(server.db, store())
    expect(await unfinished()).toEqual([])
    for (const { sha256 } of remaining) expect(s3.objects.has(hashPath(sha256))).toBe(false)
    await expect.poll(async () => (await contents(id)).status).toBe(200)
    expect((await sendFile(admin, url, aFile())).status).toBe(201)
  },
)

test('truncated download: is never taken for complete', async () => {
  const { id } = await addFile(admin, url, aFile('jpg', 300_000))
  s3.setFault(({ method }) => (method === 'GET' ? 'cut' : undefined))
  const outcome = contents(id).then(
    ({ status }) => status,
    () => 'cut off',
  )
  expect(await outcome).not.toBe(200)
  s3.setFault(() => undefined)
})

test('the same bytes twice: are stored once, and stay while a row has their hash', async () => {
  const bytes = aFile()
  await expect.poll(async () => (await sendFile(admin, url, bytes)).status).toBe(201)
  const before = s3.requests.length
  const { sha256 } = await addFile(admin, url, bytes)
  expect(s3.requests.slice(before).map(({ method }) => method)).toEqual(['HEAD'])
  expect(await one(server.db, sql`select count(*) as n from archivos where sha256 = ${sha256}`)).toEqual({
    n: 2,
  })
})
