import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { todayIn } from '@flota/contract/core/dates.ts'
import { type Lock, lockFile } from '@flota/postgres/dataDirLock.ts'
import { causeOf, StartError } from '@flota/postgres/startError.ts'
import { filesFolder } from './backupFiles.ts'
import { prepareBackups, removePartialBackups } from './folders.ts'
import { manifestName } from './manifest.ts'
import { deleteUnreferenced } from './sharedFiles.ts'

/** Retention of automatic backups: the newest ones, and the last one of each of the newest days. */
const maxNewest = 24
const maxDays = 14

const pattern = /^respaldo-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z$/

/** Returns the name of a backup's folder. It sorts by the moment and is valid on Windows. */
export const backupName = (moment: Date): string =>
  `respaldo-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

const momentOf = (name: string): Date => new Date(name.replace(pattern, '$1:$2:$3Z'))

/** Filters the names of backups, newest first. */
export const backupNames = (names: readonly string[]): string[] =>
  names
    .filter((name) => pattern.test(name))
    .toSorted()
    .toReversed()

export const findBackups = (folder: string): string[] =>
  existsSync(folder)
    ? backupNames(readdirSync(folder)).filter((name) => existsSync(join(folder, name, manifestName)))
    : []

/** Returns the automatic backups to delete (docs/contract/configuration.md). Ignores all other names. */
export function expiredNames(names: readonly string[], zone: string): string[] {
  const backups = backupNames(names)
  const lastOfDays = new Map<string, string>()
  for (const name of backups) {
    const day = todayIn(zone, momentOf(name))
    if (!lastOfDays.has(day)) lastOfDays.set(day, name)
  }
  const retained = new Set([...backups.slice(0, maxNewest), ...[...lastOfDays.values()].slice(0, maxDays)])
  return backups.filter((name) => !retained.has(name))
}

interface RetainedBackup<T> {
  path: string
  result: T
  /** Older backups in the folder with an unreadable manifest or unreadable rows. */
  unreadable: string[]
}

/**
 * Makes one more backup in a folder of backups and deletes all but the newest `maxBackups`
 * (docs/contract/configuration.md, --keep).
 * @throws {StartError} if another process makes a backup in the folder
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
    const result = await make(path)
    for (const name of backupNames(readdirSync(folder)).slice(maxBackups))
      rmSync(join(folder, name), { recursive: true, force: true })
    return { path, result, unreadable: await deleteUnreferenced(folder, signal) }
  } finally {
    lock.release()
  }
}

/** Without the lock, two backups would delete each other's files: no manifest references those yet. */
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

/** Returns the name for the present second, or for the next one without a backup. */
function unusedName(folder: string): string {
  const second = 1000
  for (let moment = Date.now(); ; moment += second) {
    const name = backupName(new Date(moment))
    if (!existsSync(join(folder, name))) return name
  }
}

const knownEntries = /^(respaldo-.*|archivos|respaldos\.lock|revision\.json(\.tmp)?|lost\+found)$/

/**
 * Rejects a folder with anything but backups, because a backup with `--keep` deletes old files from it.
 * @param automaticFolder BACKUP_DIR, which has a retention of its own
 * @throws {StartError}
 */
export function assertBackupFolder(
  folder: string,
  automaticFolder: string | undefined,
  archivosDir: string,
): void {
  const entry = statSync(folder, { throwIfNoEntry: false })
  if (entry && !entry.isDirectory()) throw new StartError(`${folder} es un archivo: indica una carpeta.`)
  if (automaticFolder !== undefined && resolveRealPath(folder) === resolveRealPath(automaticFolder)) {
    throw new StartError(`${folder} es BACKUP_DIR, donde el programa hace los suyos: indica otra carpeta.`)
  }
  const names = entry ? readdirSync(folder) : []
  const isArchivos = resolveRealPath(filesFolder(folder)) === resolveRealPath(archivosDir)
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

/** Resolves links, also in a path that does not exist yet. */
function resolveRealPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  return path === dirname(path)
    ? path
    : join(resolveRealPath(dirname(path)), path.slice(dirname(path).length))
}
