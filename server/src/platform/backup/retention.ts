import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Lock, lockFile } from '@flota/postgres/dataDirLock.ts'
import { causeOf, StartError } from '@flota/postgres/startError.ts'
import { sharedFolder } from './backupFiles.ts'
import { backupName, namesBeyond } from './backupName.ts'
import { prepareBackups, removePartialBackups } from './folders.ts'
import { deleteUnreferenced } from './sharedFiles.ts'

interface RetainedBackup<T> {
  path: string
  made: T
  /** Older backups in the folder whose manifest or rows can't be read. */
  unreadable: string[]
}

/**
 * Makes one more backup in a folder of several, in which the `keep` newest stay (docs/contract/configuration.md, --keep).
 * @throws {StartError} when another one is being made there
 */
export async function makeRetainedBackup<T>(
  folder: string,
  maxBackups: number,
  make: (path: string) => Promise<T>,
  signal: AbortSignal,
): Promise<RetainedBackup<T>> {
  const lock = lockBackups(folder)
  try {
    removePartialBackups(folder)
    const path = join(folder, unusedName(folder))
    const made = await make(path)
    for (const name of namesBeyond(readdirSync(folder), maxBackups))
      rmSync(join(folder, name), { recursive: true, force: true })
    return { path, made, unreadable: await deleteUnreferenced(folder, signal) }
  } finally {
    lock.release()
  }
}

/** Two at once would take away each other's files, which no backup names before it is whole. */
function lockBackups(folder: string): Lock {
  let lock: Lock | undefined
  try {
    prepareBackups(folder)
    lock = lockFile(join(folder, 'respaldos.lock'))
  } catch (error) {
    throw new StartError(`No se puede escribir en ${folder}: ${causeOf(error)}.`)
  }
  if (!lock) throw new StartError(`En ${folder} se está haciendo otro respaldo: espera a que termine.`)
  return lock
}

/** The first second from now on that no backup there bears. */
function unusedName(folder: string): string {
  const second = 1000
  for (let moment = Date.now(); ; moment += second) {
    const name = backupName(new Date(moment))
    if (!existsSync(join(folder, name))) return name
  }
}

/** What such a folder holds. The program's own backups have more beside them. */
const knownEntries = /^(respaldo-.*|archivos|respaldos\.lock|lost\+found)$/

/**
 * Old files are taken away from a folder of several backups: it must be one.
 * @param own BACKUP_DIR, which the program thins by rules of its own
 * @throws {StartError} when it is anything else
 */
export function assertBackupFolder(folder: string, own: string | undefined, archivosDir: string): void {
  const there = statSync(folder, { throwIfNoEntry: false })
  if (there && !there.isDirectory()) throw new StartError(`${folder} es un archivo: indica una carpeta.`)
  if (own !== undefined && resolveRealPath(folder) === resolveRealPath(own)) {
    throw new StartError(`${folder} es BACKUP_DIR, donde el programa hace los suyos: indica otra carpeta.`)
  }
  const names = there ? readdirSync(folder) : []
  const isArchivos = resolveRealPath(sharedFolder(folder)) === resolveRealPath(archivosDir)
  if (
    isArchivos ||
    !names.every((name) => knownEntries.test(name)) ||
    (names.includes('archivos') && names.length === 1)
  ) {
    throw new StartError(
      `En ${folder} hay algo que no es de estos respaldos: indica una carpeta nueva o vacía, o la de antes.`,
    )
  }
}

/** Where a path leads, also one that is not there yet. */
function resolveRealPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  return path === dirname(path)
    ? path
    : join(resolveRealPath(dirname(path)), path.slice(dirname(path).length))
}
