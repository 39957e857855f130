import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartError } from '@flota/postgres/startError.ts'
import { respaldoS3Of, type S3Env, type S3Location } from '../envS3.ts'
import { type FileStore, StoreUnavailableError } from '../store/FileStore.ts'
import { S3Store } from '../store/S3Store.ts'
import { Bucket, commandTimeouts } from '../store/s3/Bucket.ts'
import {
  addFiles,
  filesFolderName,
  filesStore,
  type ReferencedHashes,
  readReferencedHashes,
} from './backupFiles.ts'
import { type Manifest, manifestName, readManifest } from './manifest.ts'
import { backupNames, expiredNames, findBackups } from './retention.ts'

/** A bucket with copies of automatic backups, in the layout of BACKUP_DIR (docs/contract/configuration.md). */
class OffsiteStore {
  readonly files: FileStore
  readonly #bucket: Bucket

  constructor(location: S3Location, folder: string) {
    this.#bucket = new Bucket(location, commandTimeouts)
    this.files = new S3Store(this.#bucket.below(filesFolderName), folder)
  }

  /** Lists the complete backups with their bytes, and the names of partial ones. */
  async list(): Promise<{ whole: Map<string, number>; parts: string[] }> {
    const objects = await Array.fromAsync(this.#bucket.list('respaldo-'))
    const backups = Map.groupBy(objects, ({ key }) => key.split('/', 1)[0] ?? '')
    const [whole, parts] = [new Map<string, number>(), [] as string[]]
    for (const name of backupNames([...backups.keys()])) {
      const files = backups.get(name) ?? []
      if (!files.some(({ key }) => key === `${name}/${manifestName}`)) parts.push(name)
      else
        whole.set(
          name,
          files.reduce((total, { bytes }) => total + bytes, 0),
        )
    }
    return { whole, parts }
  }

  /** Uploads a backup's rows and finally its manifest, which marks the backup as complete. */
  async put(name: string, folder: string, { tables }: Manifest): Promise<void> {
    for (const { file, sha256, bytes } of tables)
      await this.#bucket.put(`${name}/${file}`, join(folder, file), sha256, bytes)
    const manifest = await readFile(join(folder, manifestName))
    const sha256 = createHash('sha256').update(manifest).digest('hex')
    await this.#bucket.put(`${name}/${manifestName}`, manifest, sha256, manifest.length)
  }

  /**
   * Downloads a backup's rows into a folder.
   * @param only name of the one table to download
   * @throws {StartError} if there is no such complete backup
   */
  async fetch(name: string, folder: string, only?: string): Promise<Manifest> {
    if (backupNames([name]).length === 0 || !(await this.#fetchOne(name, manifestName, folder)))
      throw new StartError(`No hay un respaldo completo s3:${name}: npm run restore -- s3 dice cuáles hay.`)
    const manifest = await readManifest(folder)
    for (const { file } of manifest.tables.filter((table) => only === undefined || table.name === only))
      if (!(await this.#fetchOne(name, file, folder)))
        throw new StartError(`A s3:${name} le falta ${file}: usa otro.`)
    return manifest
  }

  /** Deletes the manifest first, so that the rest counts as partial. */
  async remove(name: string): Promise<void> {
    await this.#bucket.remove(`${name}/${manifestName}`)
    for (const { key } of await Array.fromAsync(this.#bucket.list(`${name}/`))) await this.#bucket.remove(key)
  }

  async #fetchOne(name: string, file: string, folder: string): Promise<boolean> {
    const stored = await this.#bucket.open(`${name}/${file}`)
    if (!stored) return false
    await pipeline(stored.chunks, createWriteStream(join(folder, file), { mode: 0o600 }))
    return true
  }
}

/** @param folder local staging folder for uploads @throws {StartError} if no offsite store is configured */
export function openOffsiteStore(env: S3Env, folder: string): OffsiteStore {
  const location = respaldoS3Of(env)
  if (location) return new OffsiteStore(location, folder)
  throw new StartError(
    'RESPALDO_S3_URL falta: nombra el almacén de los respaldos, con RESPALDO_S3_KEY y RESPALDO_S3_SECRET.',
  )
}

interface PushContext {
  /** BACKUP_DIR. */
  folder: string
  zone: string
  /** Store with the files of backups that have rows alone. */
  archivos: FileStore
  signal: AbortSignal
}

/**
 * Uploads the missing automatic backups and deletes expired ones from the bucket.
 * @throws {StoreUnavailableError}
 */
export async function pushBackups(store: OffsiteStore, context: PushContext): Promise<void> {
  const { whole } = await store.list()
  const local = findBackups(context.folder)
  const expired = new Set(expiredNames([...new Set([...local, ...whole.keys()])], context.zone))
  const files = await store.files.withSizes()
  for (const name of local.toReversed().filter((each) => !whole.has(each) && !expired.has(each))) {
    context.signal.throwIfAborted()
    await pushOne(name, store, files, context)
  }
  await applyRetention(store, files, context)
}

/** Uploads the files before the rows, so that the rows never reference a missing file. */
async function pushOne(
  name: string,
  store: OffsiteStore,
  files: FileStore,
  context: PushContext,
): Promise<void> {
  const folder = join(context.folder, name)
  try {
    const manifest = await readManifest(folder)
    const from = manifest.sin_archivos ? context.archivos : filesStore(context.folder)
    const referenced = await readReferencedHashes(folder, manifest)
    await addFiles(referenced, { from: await from.withSizes(), to: files, signal: context.signal })
    await store.put(name, folder, manifest)
  } catch (error) {
    if (error instanceof StoreUnavailableError || context.signal.aborted) throw error
    // Retention may have deleted the backup meanwhile. The next automatic backup reports an unreadable one.
    const isComplete = existsSync(join(folder, manifestName))
    if (isComplete && (await readManifest(folder).catch(() => undefined))) throw error
  }
}

async function applyRetention(
  store: OffsiteStore,
  files: FileStore,
  { folder, zone }: PushContext,
): Promise<void> {
  const { whole, parts } = await store.list()
  const expired = expiredNames([...whole.keys()], zone)
  for (const name of [...parts, ...expired]) await store.remove(name)
  const unreferenced = new Set(await Array.fromAsync(files.list(), ({ sha256 }) => sha256))
  for (const name of whole.keys()) {
    // The newest backup references nearly all files; most often no other one needs to be read.
    if (unreferenced.size === 0) return
    if (expired.includes(name)) continue
    const referenced = await readHashesReferencedBy(name, store, folder)
    // An unreadable backup may reference any file: delete none.
    if (!referenced) return
    for (const sha256 of referenced.keys()) unreferenced.delete(sha256)
  }
  for (const sha256 of unreferenced) await store.files.remove(sha256)
}

/** Reads the local copy of a backup if there is one. Returns undefined if the backup is unreadable. */
async function readHashesReferencedBy(
  name: string,
  store: OffsiteStore,
  folder: string,
): Promise<ReferencedHashes | undefined> {
  const local = join(folder, name)
  const manifest = await readManifest(local).catch(() => undefined)
  const referenced = manifest && (await readReferencedHashes(local, manifest).catch(() => undefined))
  if (referenced) return referenced
  const fetched = await mkdtemp(join(tmpdir(), 'flota-respaldo-'))
  try {
    return await readReferencedHashes(fetched, await store.fetch(name, fetched, 'archivos'))
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error
    return undefined
  } finally {
    await rm(fetched, { recursive: true, force: true })
  }
}
