import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatInteger } from '@flota/contract/core/format.ts'
import { StartError } from '@flota/postgres/startError.ts'
import { addFiles, type ReferencedHashes } from '../platform/backup/backupFiles.ts'
import { archivosS3Of } from '../platform/envS3.ts'
import type { FileStore } from '../platform/store/FileStore.ts'
import { FolderStore } from '../platform/store/FolderStore.ts'
import { openCommandStore } from '../platform/store/openStore.ts'
import { type Command, printLine, runCommand } from './command.ts'
import { maxListedFiles, unlistedFilesLine } from './missingFiles.ts'

// npm run archivos -- copiar <folder> copies a folder's files into the S3 store; traer copies them back. Repeatable.

const usage = 'npm run archivos -- copiar|traer <carpeta>'

const formatFileCount = (count: number) => (count === 1 ? '1 archivo' : `${formatInteger(count)} archivos`)

function readStores({ env, words: [verb, folder = ''] }: Command): { from: FileStore; to: FileStore } {
  if (verb !== 'copiar' && verb !== 'traer') throw new StartError(`Uso: ${usage}`)
  if (!archivosS3Of(env)) {
    throw new StartError(
      'ARCHIVOS_S3_URL falta: nombra el almacén, con ARCHIVOS_S3_KEY y ARCHIVOS_S3_SECRET.',
    )
  }
  const path = resolve(folder)
  // A mistyped folder would look like an empty one.
  if (verb === 'copiar' && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new StartError(`${path} no es una carpeta que se pueda leer.`)
  const [remote, local] = [openCommandStore(env), new FolderStore(path)]
  return verb === 'copiar' ? { from: local, to: remote } : { from: remote, to: local }
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
    `De ${formatFileCount(all.size)}, ${formatInteger(copied)} se copiaron y ${formatInteger(all.size - copied - missing.length)} ya estaban.`,
  )
  if (missing.length === 0) return
  printLine(`No se copiaron ${formatInteger(missing.length)}, cuyos bytes no son los que dice su nombre:`)
  for (const sha256 of missing.slice(0, maxListedFiles)) printLine(`  ${sha256}`)
  for (const line of unlistedFilesLine(missing.length)) printLine(line)
})
