import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartError } from '@flota/postgres/startError.ts'
import { addFiles, type ReferencedHashes } from '../platform/backup/backupFiles.ts'
import { archivosS3Of } from '../platform/envS3.ts'
import type { FileStore } from '../platform/store/FileStore.ts'
import { FolderStore } from '../platform/store/FolderStore.ts'
import { openStore } from '../platform/store/openStore.ts'
import { commandTimeouts } from '../platform/store/s3/Bucket.ts'
import { type Command, printLine, runCommand } from './command.ts'

// npm run archivos -- copiar <folder>: brings a folder's files into the store, by hash, again and again; traer: back.

const usage = 'npm run archivos -- copiar|traer <carpeta>'

const number = new Intl.NumberFormat('es-GT')
const formatFileCount = (count: number) => (count === 1 ? '1 archivo' : `${number.format(count)} archivos`)

/** Damaged files are told by name, but for those beyond so many. */
const maxListedFiles = 100

/** @throws {StartError} where no store is set, no such folder is there, or something else is wanted */
function readStores({ env, words: [what, folder = ''] }: Command): { from: FileStore; to: FileStore } {
  if (what !== 'copiar' && what !== 'traer') throw new StartError(`Uso: ${usage}`)
  if (!archivosS3Of(env)) {
    throw new StartError(
      'ARCHIVOS_S3_URL falta: nombra el almacén, con ARCHIVOS_S3_KEY y ARCHIVOS_S3_SECRET.',
    )
  }
  const path = resolve(folder)
  // A name that was mistyped would look like a folder whose files are all there.
  if (what === 'copiar' && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new StartError(`${path} no es una carpeta que se pueda leer.`)
  const [store, own] = [openStore(env, commandTimeouts), new FolderStore(path)]
  return what === 'copiar' ? { from: own, to: store } : { from: store, to: own }
}

await runCommand(usage, 2, async (command) => {
  const { from, to } = readStores(command)
  const [source, target] = [await from.withSizes(), await to.withSizes()]
  const all: ReferencedHashes = new Map()
  for await (const { sha256, bytes } of source.list()) all.set(sha256, { bytes, rows: 1 })
  const { copied, missing } = await to.asOwner(() =>
    addFiles(all, { from: source, to: target, signal: command.signal }),
  )
  printLine(
    `De ${formatFileCount(all.size)}, ${number.format(copied)} se copiaron y ${number.format(all.size - copied - missing.length)} ya estaban.`,
  )
  if (missing.length === 0) return
  printLine(`No se copiaron ${number.format(missing.length)}, cuyos bytes no son los que dice su nombre:`)
  for (const sha256 of missing.slice(0, maxListedFiles)) printLine(`  ${sha256}`)
  if (missing.length > maxListedFiles) printLine(`  y ${number.format(missing.length - maxListedFiles)} más`)
})
