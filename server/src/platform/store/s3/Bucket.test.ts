import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type S3Server, startS3Server } from '../../../test/s3Server.ts'
import { readEnv } from '../../env.ts'
import { StoreUnavailableError } from '../FileStore.ts'
import { hashPath } from '../FolderStore.ts'
import { openStore, prepareStore } from '../openStore.ts'

let folder: string
let s3: S3Server
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flota-s3-'))
  s3 = await startS3Server()
})
afterEach(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const withoutRetries = { silenceMs: 300, retryWindowMs: 0 }
const envOf = (changes: Record<string, string> = {}) =>
  readEnv({ DATA_DIR: folder, ...s3.env('ARCHIVOS_S3'), ...changes })
const aStore = (timeouts = withoutRetries, changes = {}) => openStore(envOf(changes), timeouts)

async function put(bytes: Buffer, store = aStore()): Promise<string> {
  const received = await store.staging.receive([bytes], bytes.length, true)
  await store.put(received)
  await store.staging.discard(received)
  return received.sha256
}
const read = async (sha256: string, store = aStore()) =>
  Buffer.concat(await Array.fromAsync((await store.open(sha256))?.chunks ?? []))
const methods = () => s3.requests.map(({ method }) => method)

describe('prepareStore', () => {
  test('writes, reads and deletes one object', async () => {
    await prepareStore(envOf())
    expect(methods()).toEqual(['PUT', 'GET', 'DELETE'])
    expect([...s3.objects]).toEqual([])
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'a wrong secret',
      { ARCHIVOS_S3_SECRET: 'otro-secreto' },
      '403 SignatureDoesNotMatch The word of the store',
    ],
    ['a wrong key', { ARCHIVOS_S3_KEY: 'OTRA' }, '403 InvalidAccessKeyId The word of the store'],
    ['a closed port', { ARCHIVOS_S3_URL: 'http://127.0.0.1:1/cubo' }, 'nadie escucha ahí'],
  ])('throws the store’s message for %s', async (_what, changes, word) => {
    const env = envOf(changes)
    await expect(prepareStore(env)).rejects.toThrow(
      `ARCHIVOS_S3_URL no se puede usar (${env.ARCHIVOS_S3_URL}): ${word}.`,
    )
  })

  test('names ARCHIVOS_S3_URL when the store returns other bytes than it received', async () => {
    s3.setFault(({ method }) => {
      if (method === 'GET') for (const key of s3.objects.keys()) s3.objects.set(key, Buffer.from('otra cosa'))
      return undefined
    })
    const { ARCHIVOS_S3_URL } = envOf()
    await expect(prepareStore(envOf())).rejects.toThrow(
      `ARCHIVOS_S3_URL no se puede usar (${ARCHIVOS_S3_URL}): lo que se escribió no se lee igual.`,
    )
  })

  test('throws for a missing bucket', async () => {
    const ARCHIVOS_S3_URL = s3.url.replace(/cubo$/, 'otro')
    await expect(prepareStore(envOf({ ARCHIVOS_S3_URL }))).rejects.toThrow('404 NoSuchBucket')
  })
})

test('put: skips an object of the right size and replaces another', async () => {
  const bytes = randomBytes(5000)
  const sha256 = await put(bytes)
  await put(bytes)
  expect(methods()).toEqual(['HEAD', 'PUT', 'HEAD'])
  s3.objects.set(hashPath(sha256), bytes.subarray(1))
  await put(bytes)
  expect(await read(sha256)).toEqual(bytes)
})

test('Bucket: retries 5xx responses', async () => {
  const bytes = randomBytes(5000)
  const failed = new Set<string>()
  s3.setFault(({ method }) => (failed.size < failed.add(method).size ? 500 : undefined))
  const store = aStore({ silenceMs: 5000, retryWindowMs: 60_000 })
  const sha256 = await put(bytes, store)
  expect(await read(sha256, store)).toEqual(bytes)
  expect(methods()).toEqual(['HEAD', 'HEAD', 'PUT', 'PUT', 'GET', 'GET'])
})

test.each<['silent' | 'cut' | 503]>([['silent'], ['cut'], [503]])(
  'Bucket: throws StoreUnavailableError when the store is %s',
  async (fault) => {
    const bytes = randomBytes(300_000)
    const sha256 = await put(bytes)
    s3.setFault(({ method }) => (fault === 'cut' && method === 'HEAD' ? undefined : fault))
    await expect(read(sha256)).rejects.toThrow(StoreUnavailableError)
    if (fault === 'cut') return
    await expect(aStore().sizeOf(sha256)).rejects.toThrow(StoreUnavailableError)
    await expect(Array.fromAsync(aStore().list())).rejects.toThrow(StoreUnavailableError)
    await expect(aStore().remove(sha256)).rejects.toThrow(StoreUnavailableError)
    await expect(put(randomBytes(5))).rejects.toThrow(StoreUnavailableError)
    expect(s3.objects.get(hashPath(sha256))).toEqual(bytes)
  },
)

test('open: reads a response without Content-Length', async () => {
  const bytes = randomBytes(300_000)
  const sha256 = await put(bytes)
  s3.setFault(({ method }) => (method === 'GET' ? 'unsized' : undefined))
  expect(await read(sha256)).toEqual(bytes)
  expect((await aStore().open(sha256))?.bytes).toBe(bytes.length)
})

test('open: throws when the bucket is missing', async () => {
  const gone = aStore(withoutRetries, { ARCHIVOS_S3_URL: s3.url.replace(/cubo$/, 'otro') })
  await expect(gone.open(createHash('sha256').digest('hex'))).rejects.toThrow('NoSuchBucket')
})

test('CircuitBreaker: rejects at once while the store is unavailable and recovers afterwards', async () => {
  const sha256 = await put(randomBytes(9))
  const store = aStore()
  s3.setFault(() => 'silent')
  await expect(store.sizeOf(sha256)).rejects.toThrow(StoreUnavailableError)
  const before = s3.requests.length
  await Promise.all(
    Array.from({ length: 50 }, () => expect(store.sizeOf(sha256)).rejects.toThrow(StoreUnavailableError)),
  )
  expect(s3.requests.length - before).toBeLessThanOrEqual(1)
  s3.setFault(() => undefined)
  await expect.poll(() => store.sizeOf(sha256).catch(() => 'away')).toBe(9)
})
