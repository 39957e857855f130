import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartError } from '@flota/postgres/startError.ts'
import type { S3Location } from '../../envS3.ts'
import type { FileStore } from '../../store/FileStore.ts'
import { S3Store } from '../../store/S3Store.ts'
import { Bucket, commandTimeouts } from '../../store/s3/Bucket.ts'
import { filesFolderName } from '../backupFiles.ts'
import { backupNames } from '../backupName.ts'
import { type Manifest, manifestName, readManifest } from '../manifest.ts'

/** A bucket that holds own backups off this machine, laid out as BACKUP_DIR is (docs/contract/configuration.md). */
export class OffsiteStore {
  /** The files that the backups there share. */
  readonly files: FileStore
  readonly #bucket: Bucket

  /** @param folder on this machine, for files that are on their way */
  constructor(place: S3Location, folder: string) {
    this.#bucket = new Bucket(place, commandTimeouts)
    this.files = new S3Store(this.#bucket.below(filesFolderName), folder)
  }

  /** The backups there, with their bytes, and what is there of others that were cut off. */
  async list(): Promise<{ whole: Map<string, number>; parts: string[] }> {
    const found = new Map<string, { bytes: number; isWhole: boolean }>()
    for await (const { key, bytes } of this.#bucket.list('respaldo-')) {
      const [name = '', file] = key.split('/')
      const known = found.get(name) ?? { bytes: 0, isWhole: false }
      found.set(name, { bytes: known.bytes + bytes, isWhole: known.isWhole || file === manifestName })
    }
    const names = backupNames([...found.keys()])
    return {
      whole: new Map(
        names.flatMap((name) => (found.get(name)?.isWhole ? [[name, found.get(name)?.bytes ?? 0]] : [])),
      ),
      parts: names.filter((name) => !found.get(name)?.isWhole),
    }
  }

  /** Its rows; the manifest last, which makes it whole. */
  async put(name: string, folder: string, { tables }: Manifest): Promise<void> {
    for (const { file, sha256, bytes } of tables)
      await this.#bucket.put(`${name}/${file}`, join(folder, file), sha256, bytes)
    const manifest = await readFile(join(folder, manifestName))
    const sha256 = createHash('sha256').update(manifest).digest('hex')
    await this.#bucket.put(`${name}/${manifestName}`, manifest, sha256, manifest.length)
  }

  /**
   * Brings its rows into a folder.
   * @param only of these tables alone
   * @throws {StartError} where there is no such backup
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

  /** What makes it whole goes first. */
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
