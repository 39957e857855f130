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

/** Makes DATA_DIR where there is none, and refuses what can't be one. Gives its path without links. */
export function prepareDataDir(path: string): string {
  const dataDir = resolve(path)
  try {
    if (statSync(dataDir, { throwIfNoEntry: false }) === undefined) {
      // The directories above keep the usual mode: whoever serves the data has to pass through them.
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

/** DATA_DIR changes owner and mode: with /var by mistake, that would break the machine. */
function rejectForeignFiles(dataDir: string): void {
  const names = readdirSync(dataDir).filter((name) => name !== 'lost+found')
  if (names.length > 0 && !names.includes(LOCK_FILE) && !names.includes('pg')) {
    throw new StartError(
      `DATA_DIR (${dataDir}) contiene archivos que no son de este programa: indica un directorio nuevo o vacío.`,
    )
  }
}

/** Gives DATA_DIR and what is the database's in it to the account, at mode 0700. */
export function chownDataDir(dataDir: string, account: Account): void {
  for (const name of ['run', 'log']) mkdirSync(join(dataDir, name), { recursive: true, mode: 0o700 })
  // The whole tree at every start: a hand-over that was cut short, or a backup restored by root, mends itself.
  for (const name of ['pg', 'run', 'log', LOCK_FILE, HOLDER_FILE]) chownTree(join(dataDir, name), account)
  chownTopDirectory(dataDir, account)
}

/** Only the owner can change the mode; a volume lent through its group (Kubernetes) stays as it is. */
export function chownTopDirectory(dataDir: string, account: Account): void {
  if (isRoot) lchownSync(dataDir, account.uid, account.gid)
  if (statSync(dataDir).uid === account.uid) chmodSync(dataDir, 0o700)
}

/** As root, changes the owner of a file, or of a directory and all that is in it, where it is another. */
export function chownTree(path: string, account: Account): void {
  if (!isRoot) return
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry === undefined) return
  if (entry.uid !== account.uid || entry.gid !== account.gid) lchownSync(path, account.uid, account.gid)
  if (entry.isDirectory()) for (const name of readdirSync(path)) chownTree(join(path, name), account)
}

/** A new or renamed entry outlives a power cut only when its directory is on disk too. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
