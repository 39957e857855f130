import { dirname, resolve } from 'node:path'
import { type BackupReport, minFreeBytes } from '../platform/backup/automaticBackup.ts'
import { countRows, findMissingFiles, readReferencedHashes } from '../platform/backup/backupFiles.ts'
import { addSharedFiles, deleteUnreferenced } from '../platform/backup/sharedFiles.ts'
import type { Env } from '../platform/env.ts'
import { archivosS3Of } from '../platform/envS3.ts'
import { StoreUnavailableError } from '../platform/store/FileStore.ts'
import { openCommandStore } from '../platform/store/openStore.ts'
import { type Command, printLine, runCommand } from './command.ts'
import { type BackupResult, makeBackup } from './makeBackup.ts'

// Makes an automatic backup, started by platform/backup/schedule.ts.

/** Returns the number of rows whose file is missing in the S3 store; null if the store is unavailable. */
async function countMissingFiles(
  env: Env,
  folder: string,
  { manifest }: BackupResult,
): Promise<number | null> {
  const referenced = await readReferencedHashes(folder, manifest)
  try {
    return countRows(referenced, await findMissingFiles(referenced, openCommandStore(env)))
  } catch (error) {
    if (error instanceof StoreUnavailableError) return null
    throw error
  }
}

/** Copies the files as well, unless they are in an S3 store. */
async function makeAutomaticBackup(
  command: Command,
  folder: string,
  backups: string,
): Promise<Omit<BackupReport, 'unreadable'>> {
  if (archivosS3Of(command.env)) {
    const result = await makeBackup(command, folder, undefined)
    return { archivos_faltan: await countMissingFiles(command.env, folder, result), renewed: 0 }
  }
  const { missing, renewed } = await makeBackup(command, folder, (referenced, options) =>
    addSharedFiles(backups, referenced, { ...options, minFreeBytes }),
  )
  return { archivos_faltan: missing, renewed }
}

await runCommand('automaticBackup <carpeta>', 1, async (command) => {
  const folder = resolve(command.words[0] ?? '')
  const backups = dirname(folder)
  const report = await makeAutomaticBackup(command, folder, backups)
  const unreadable = await deleteUnreferenced(backups, command.signal)
  printLine(JSON.stringify({ ...report, unreadable } satisfies BackupReport))
})
