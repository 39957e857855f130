import { dirname, resolve } from 'node:path'
import { type BackupReport, minFreeBytes } from '../platform/backup/automaticBackup.ts'
import { countRows, findMissingFiles, readReferencedHashes } from '../platform/backup/backupFiles.ts'
import { addSharedFiles, deleteUnreferenced } from '../platform/backup/sharedFiles.ts'
import type { Env } from '../platform/env.ts'
import { archivosS3Of } from '../platform/envS3.ts'
import { openStore } from '../platform/store/openStore.ts'
import { commandTimeouts } from '../platform/store/s3/Bucket.ts'
import { StoreUnavailableError } from '../platform/store/storeUnavailable.ts'
import { type Command, printLine, runCommand } from './command.ts'
import { type BackupResult, makeBackup } from './makeBackup.ts'

// One of the program's own backups, which share their files with those beside it: respaldo/schedule.ts starts it.

/** How many files the store that has them has not whole; null where it is away. */
async function countMissingFiles(
  env: Env,
  folder: string,
  { manifest }: BackupResult,
): Promise<number | null> {
  const named = await readReferencedHashes(folder, manifest)
  try {
    return countRows(named, await findMissingFiles(named, openStore(env, commandTimeouts)))
  } catch (error) {
    if (error instanceof StoreUnavailableError) return null
    throw error
  }
}

/** With its files; of the rows alone where a store has them. */
async function makeAutomaticBackup(
  command: Command,
  folder: string,
  backups: string,
): Promise<Omit<BackupReport, 'unreadable'>> {
  if (archivosS3Of(command.env)) {
    const made = await makeBackup(command, folder, undefined)
    return { archivos_faltan: await countMissingFiles(command.env, folder, made), renewed: 0 }
  }
  const { missing, renewed } = await makeBackup(command, folder, (named, adding) =>
    addSharedFiles(backups, named, { ...adding, leaves: minFreeBytes }),
  )
  return { archivos_faltan: missing, renewed }
}

await runCommand('ownBackup <carpeta>', 1, async (command) => {
  const folder = resolve(command.words[0] ?? '')
  const backups = dirname(folder)
  const made = await makeAutomaticBackup(command, folder, backups)
  const unreadable = await deleteUnreferenced(backups, command.signal)
  printLine(JSON.stringify({ ...made, unreadable } satisfies BackupReport))
})
