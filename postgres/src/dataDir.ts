import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Account, isRoot } from './account.ts'
import { HOLDER_FILE, LOCK_FILE } from './dataDirLock.ts'
import { causeOf, StartError } from './startError.ts'

/** Creates DATA_DIR if needed. @returns its path without links @throws {StartError} if it is unusable */
export function prepareDataDir(path: string): string {
  const dataDir = resolve(path)
  try {
    if (statSync(dataDir, { throwIfNoEntry: false }) === undefined) {
      // Parent directories keep the default mode, because PostgreSQL's account must traverse them.
      mkdirSync(dirname(dataDir), { recursive: true })
      mkdirSync(dataDir, { mode: 0o700 })
      syncDirectory(dirname(dataDir))
    }
    if (!statSync(dataDir).isDirectory()) throw new Error('es un archivo')
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `No se puede usar DATA_DIR (${dataDir}): ${causeOf(error)}. Indica un directorio donde se pueda escribir.`,
    )
  }
  rejectForeignFiles(dataDir)
  return realpathSync(dataDir)
}

/** Rejects a folder with foreign files: changing the owner of, for example, /var would break the machine. */
function rejectForeignFiles(dataDir: string): void {
  const names = readdirSync(dataDir).filter((name) => name !== 'lost+found')
  if (names.length > 0 && !names.includes(LOCK_FILE) && !names.includes('pg')) {
    throw new StartError(
      `DATA_DIR (${dataDir}) contiene archivos que no son de este programa: indica un directorio nuevo o vacío.`,
    )
  }
}

/** Gives DATA_DIR and the database in it to the account, with mode 0700. */
export function chownDataDir(dataDir: string, account: Account): void {
  for (const name of ['run', 'log']) mkdirSync(join(dataDir, name), { recursive: true, mode: 0o700 })
  // The whole tree at every start repairs an interrupted change of owner, or files that root restored.
  for (const name of ['pg', 'run', 'log', LOCK_FILE, HOLDER_FILE]) chownTree(join(dataDir, name), account)
  chownTopDirectory(dataDir, account)
}

/** Changes the mode only as the owner: a volume shared through its group (Kubernetes) keeps it. */
export function chownTopDirectory(dataDir: string, account: Account): void {
  if (isRoot) lchownSync(dataDir, account.uid, account.gid)
  if (statSync(dataDir).uid === account.uid) chmodSync(dataDir, 0o700)
}

/** Changes the owner of a file or directory tree. Does nothing unless root runs it. */
export function chownTree(path: string, account: Account): void {
  if (!isRoot) return
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry === undefined) return
  if (entry.uid !== account.uid || entry.gid !== account.gid) lchownSync(path, account.uid, account.gid)
  if (entry.isDirectory()) for (const name of readdirSync(path)) chownTree(join(path, name), account)
}

/** Flushes a directory to disk, so that new and renamed entries survive a power cut. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
