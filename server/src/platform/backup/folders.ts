import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncDirectory } from '@flota/postgres/dataDir.ts'
import { removeAbandoned } from '@flota/postgres/removeAbandoned.ts'
import { causeOf, StartError } from '@flota/postgres/startError.ts'
import type { z } from 'zod'

/**
 * Rejects a folder that a rename could not replace.
 * @param name shown to the operator
 * @throws {StartError} unless the folder is absent, or empty and not a mount point
 */
export function assertEmptyFolder(folder: string, name: string): void {
  const entry = statSync(folder, { throwIfNoEntry: false })
  if (!entry) return
  if (!entry.isDirectory()) throw new StartError(`${name} (${folder}) es un archivo: indica una carpeta.`)
  if (readdirSync(folder).length > 0) {
    throw new StartError(`${name} (${folder}) no está vacía: indica una carpeta nueva o vacía.`)
  }
  if (statSync(dirname(folder)).dev !== entry.dev) {
    throw new StartError(`${name} (${folder}) es la raíz de un disco: indica una carpeta dentro de él.`)
  }
}

const stagingPrefix = (folder: string): string => `${folder}.parcial-`

/** Lets `fill` write into a staging folder and then renames it to `folder`. Deletes it if `fill` fails. */
export async function makeFolderAtomically<T>(
  folder: string,
  fill: (staging: string) => Promise<T>,
): Promise<T> {
  const staging = makeStagingFolder(folder)
  try {
    const result = await fill(staging)
    syncDirectory(staging)
    renameSync(staging, folder)
    syncDirectory(dirname(folder))
    return result
  } catch (error) {
    // Retry, because an ending process may still write there.
    rmSync(staging, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

function makeStagingFolder(folder: string): string {
  try {
    mkdirSync(dirname(folder), { recursive: true })
    return mkdtempSync(stagingPrefix(folder))
  } catch (error) {
    throw new StartError(`No se puede escribir junto a ${folder}: ${causeOf(error)}.`)
  }
}

/** Deletes the staging folders of killed restores. @returns the deleted paths */
export function removeAbandonedDataDirs(dataDir: string): string[] {
  const above = dirname(dataDir)
  const prefix = basename(stagingPrefix(dataDir))
  const names = existsSync(above) ? readdirSync(above).filter((name) => name.startsWith(prefix)) : []
  return names.map((name) => join(above, name)).filter(removeIfAbandoned)
}

function removeIfAbandoned(path: string): boolean {
  try {
    return removeAbandoned(path)
  } catch {
    // Another user's folder, or a read-only disk: leave it.
    return false
  }
}

const partial = /^(respaldo|antes-de)-.+\.parcial-/

/** Deletes the staging folders of killed backups. The caller must be the only one to make backups there. */
export function removePartialBackups(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => partial.test(each)))
    rmSync(join(folder, name), { recursive: true, force: true })
}

const backupFolderEntries =
  /^(respaldo-.*|antes-de-.*|archivos|(ultimo|fuera)\.json(\.tmp)?|respaldos\.lock|lost\+found)$/

/** Creates a folder of backups with mode 0700. A folder with other entries keeps its mode. */
export function prepareBackups(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!readdirSync(folder).every((name) => backupFolderEntries.test(name))) return
  try {
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700)
  } catch {
    // Only the owner can change the mode: a volume shared through its group keeps it.
  }
}

export function readState<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Ignores errors: the process keeps its state in memory, and the backup itself reports an unwritable folder. */
export function writeState(file: string, state: object): void {
  try {
    writeFileSync(`${file}.tmp`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${file}.tmp`, file)
  } catch {}
}
