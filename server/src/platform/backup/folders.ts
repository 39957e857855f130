import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { removeAbandoned } from '@flota/postgres/removeAbandoned.ts'
import { causeOf, StartError } from '@flota/postgres/startError.ts'

/** @throws {StartError} with the operator's word `what`, unless it is absent or empty and replaceable in one step */
export function assertEmptyFolder(folder: string, what: string): void {
  const there = statSync(folder, { throwIfNoEntry: false })
  if (!there) return
  if (!there.isDirectory()) throw new StartError(`${what} (${folder}) es un archivo: indica una carpeta.`)
  if (readdirSync(folder).length > 0) {
    throw new StartError(`${what} (${folder}) no está vacía: indica una carpeta nueva o vacía.`)
  }
  if (statSync(dirname(folder)).dev !== there.dev) {
    throw new StartError(`${what} (${folder}) es la raíz de un disco: indica una carpeta dentro de él.`)
  }
}

/** Beside the folder that it is to become. */
const stagingPrefix = (folder: string): string => `${folder}.parcial-`

/** Makes a folder all at once: `fill` writes into one beside it, which takes its name when nothing is missing. */
export async function makeFolderAtomically<T>(
  folder: string,
  fill: (staging: string) => Promise<T>,
): Promise<T> {
  const staging = makeStagingFolder(folder)
  try {
    const result = await fill(staging)
    syncFolder(staging)
    renameSync(staging, folder)
    syncFolder(dirname(folder))
    return result
  } catch (error) {
    // What ends late may still write a last line there.
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

/** What was made or renamed in it outlives a power cut. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Takes away what restores of DATA_DIR that were killed left beside it. @returns what it took away */
export function removeAbandonedDataDirs(dataDir: string): string[] {
  const above = dirname(dataDir)
  const begin = basename(stagingPrefix(dataDir))
  const left = existsSync(above) ? readdirSync(above).filter((name) => name.startsWith(begin)) : []
  return left.map((name) => join(above, name)).filter(removeIfAbandoned)
}

function removeIfAbandoned(path: string): boolean {
  try {
    return removeAbandoned(path)
  } catch {
    // Somebody else's, or a disk that takes no writes: it is in nobody's way.
    return false
  }
}

/** Takes away what backups that were killed left in a folder of several; nobody else may be making one there. */
export function removePartialBackups(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => partial.test(each)))
    rmSync(join(folder, name), { recursive: true, force: true })
}

const partial = /^(respaldo|antes-de)-.+\.parcial-/

/** What stands in a folder of several backups and in no other. */
const backupFolderEntries =
  /^(respaldo-.*|antes-de-.*|archivos|(ultimo|fuera)\.json(\.tmp)?|respaldos\.lock|lost\+found)$/

/** Creates the folder of several backups with mode 0700; a folder that holds other things too keeps its mode. */
export function prepareBackups(folder: string): void {
  // Those above keep the usual mode.
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!readdirSync(folder).every((name) => backupFolderEntries.test(name))) return
  try {
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700)
  } catch {
    // Only the owner can; a volume that is lent through its group stays as it is.
  }
}
