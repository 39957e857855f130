import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesIn } from '../../test/archivos.ts'
import { type S3Server, startS3Server } from '../../test/s3Server.ts'
import { readEnv } from '../env.ts'
import type { FileStore } from './FileStore.ts'
import { FolderStore, hashPath } from './FolderStore.ts'
import { openStore } from './openStore.ts'

let folder: string
let s3: S3Server
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flota-archivos-'))
  s3 = await startS3Server()
})
afterEach(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const storeAt = (env: Record<string, string>) => openStore(readEnv({ DATA_DIR: folder, ...env }))

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function put(store: FileStore, bytes: Buffer): Promise<string> {
  const received = await store.staging.receive([bytes], bytes.length, true)
  await store.put(received)
  return received.sha256
}

async function read(store: FileStore, sha256: string) {
  const stored = await store.open(sha256)
  return stored && [stored.bytes, Buffer.concat(await Array.fromAsync(stored.chunks))]
}

const listed = async (store: FileStore) =>
  (await Array.fromAsync(store.list())).toSorted((a, b) => a.bytes - b.bytes)

describe.each<[string, () => FileStore]>([
  ['a folder', () => storeAt({})],
  ['a bucket', () => storeAt(s3.env('ARCHIVOS_S3'))],
  ['a bucket’s prefix', () => storeAt(s3.env('ARCHIVOS_S3', 'fotos%20de%202026/las-nuestras'))],
])('store in %s', (_what, storeOf) => {
  test('put: makes a file readable and listed by its hash until remove', async () => {
    const store = storeOf()
    await store.prepare()
    expect(await listed(store)).toEqual([])
    const [small, large] = [randomBytes(1), randomBytes(300_000)]
    for (const bytes of [large, small, large]) expect(await put(store, bytes)).toBe(hashOf(bytes))
    const all = [small, large].map((bytes) => ({ sha256: hashOf(bytes), bytes: bytes.length }))
    expect(await listed(store)).toEqual(all)
    for (const bytes of [small, large]) {
      expect(await read(store, hashOf(bytes))).toEqual([bytes.length, bytes])
      expect(await store.sizeOf(hashOf(bytes))).toBe(bytes.length)
    }
    await store.remove(hashOf(small))
    expect(await listed(store)).toEqual(all.slice(1))
    // As another program sees it.
    expect(await listed(storeOf())).toEqual(all.slice(1))
  })

  test('open, sizeOf, remove: accept a missing file', async () => {
    const absent = hashOf(randomBytes(8))
    for (const prepared of [false, true]) {
      const store = storeOf()
      if (prepared) await store.prepare()
      expect([await store.open(absent), await store.sizeOf(absent)]).toEqual([undefined, undefined])
      expect(await listed(store)).toEqual([])
      await store.remove(absent)
    }
  })

  test('staging: is not listed, and is empty after discard', async () => {
    const store = storeOf()
    const received = await store.staging.receive([randomBytes(9)], 9, true)
    expect(await listed(store)).toEqual([])
    await store.staging.discard(received)
    expect(filesIn(folder)).toEqual([])
  })

  test('close: releases an unread file', async () => {
    const store = storeOf()
    const sha256 = await put(store, randomBytes(9))
    await (await store.open(sha256))?.close()
    expect(await read(store, sha256)).toBeDefined()
  })
})

test('FolderStore.list: ignores foreign files', async () => {
  const store = new FolderStore(folder)
  const sha256 = await put(store, randomBytes(9))
  for (const other of ['léeme.txt', hashOf(randomBytes(8))]) await writeFile(join(folder, other), 'x')
  expect(await listed(store)).toEqual([{ sha256, bytes: 9 }])
})

test('FolderStore.open: throws when the file is truncated during a read', async () => {
  const store = new FolderStore(folder)
  const sha256 = await put(store, randomBytes(300_000))
  const stored = await store.open(sha256)
  await truncate(join(folder, hashPath(sha256)), 100_000)
  await expect(Array.fromAsync(stored?.chunks ?? [])).rejects.toThrow('cut off')
})
