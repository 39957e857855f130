import { createReadStream, existsSync, readdirSync, statfsSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createZstdDecompress } from 'node:zlib'
import { StartError } from '@flota/postgres/startError.ts'
import { FileStore } from '../fileStore.ts'
import { hashOf } from './hashOf.ts'
import { damaged, type Manifest, readManifest } from './manifest.ts'

/** Where a backup's files lie: in it, or beside it where several share them. */
const storeName = 'archivos'
export const sharedStore = (backups: string) => new FileStore(join(backups, storeName))
export const ownStore = (folder: string) => new FileStore(join(folder, storeName))
export const storeOf = (folder: string) =>
  existsSync(join(folder, storeName)) ? ownStore(folder) : sharedStore(dirname(folder))

/** The hashes that a backup's rows name, but for uploads that were never finished; none where it is older than files. */
export async function namedIn(folder: string, { tables }: Manifest): Promise<Set<string>> {
  const named = new Set<string>()
  const table = tables.find(({ name }) => name === 'archivos')
  if (!table) return named
  const [hash, finished] = ['sha256', 'terminado_en'].map((column) => table.columns.indexOf(column))
  const rows = createReadStream(join(folder, table.file)).pipe(createZstdDecompress())
  // A tab or a line's end in a text is written as \t and \n.
  for await (const line of createInterface({ input: rows })) {
    const values = line.split('\t')
    if (values[finished ?? -1] !== '\\N') named.add(values[hash ?? -1] ?? '')
  }
  return named
}

interface Adding {
  from: FileStore
  to: FileStore
  signal: AbortSignal
  /** Bytes that must be free afterwards. */
  leaves?: number
}

/** Adds what is not there yet. @returns what `from` lacks, or has with other bytes */
export async function addFiles(named: Iterable<string>, adding: Adding): Promise<string[]> {
  const { from, to, signal, leaves = 0 } = adding
  const missing: string[] = []
  for (const sha256 of named) {
    signal.throwIfAborted()
    const path = from.pathOf(sha256)
    if (existsSync(to.pathOf(sha256))) continue
    if (!existsSync(path)) {
      missing.push(sha256)
      continue
    }
    if (leaves > 0) await refuseFull(to, path, leaves)
    const received = await to.receive(createReadStream(path), Number.POSITIVE_INFINITY, true)
    if (received.sha256 === sha256) await to.keep(received)
    else missing.push(sha256)
    await to.drop(received)
  }
  return missing
}

async function refuseFull(store: FileStore, path: string, leaves: number): Promise<void> {
  await store.prepare()
  const { bavail, bsize } = statfsSync(store.folder)
  if (bavail * bsize - (await stat(path)).size >= leaves) return
  throw new StartError('No se hizo el respaldo: quedaría menos de 1 GB libre en el disco.')
}

/**
 * Reads them all. @returns which there are, and which there are not: those can be added later
 * @throws {StartError} when one has other bytes than its name says
 */
export async function checkFiles(folder: string, manifest: Manifest) {
  const store = storeOf(folder)
  const there: string[] = []
  const missing: string[] = []
  for (const sha256 of await namedIn(folder, manifest)) {
    const found = await hashOf(store.pathOf(sha256))
    if (found !== undefined && found !== sha256) throw damaged(folder, store.pathOf(sha256))
    ;(found === undefined ? missing : there).push(sha256)
  }
  return { there, missing }
}

/** Takes away what no backup beside names; while one of them can't be read, nothing. */
export async function forgetUnnamed(backups: string, signal: AbortSignal): Promise<void> {
  const store = sharedStore(backups)
  const unnamed = new Set(hashesIn(store.folder))
  // The newest names nearly all: the others are read for what it does not.
  for (const name of readdirSync(backups).toSorted().toReversed()) {
    if (unnamed.size === 0) return
    const folder = join(backups, name)
    if (!existsSync(join(folder, 'manifest.json'))) continue
    signal.throwIfAborted()
    for (const sha256 of await namedIn(folder, await readManifest(folder))) unnamed.delete(sha256)
  }
  for (const sha256 of unnamed) await rm(store.pathOf(sha256), { force: true })
}

const hashesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((path) => path.split('/').at(-1) ?? '')
        .filter((name) => /^[0-9a-f]{64}$/.test(name))
    : []
