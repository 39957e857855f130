import { dirname, resolve } from 'node:path'
import { leftFree, type Made } from '../platform/backup/automaticBackup.ts'
import { findMissing, namedIn, rowsOf } from '../platform/backup/backupFiles.ts'
import { addShared, forgetUnnamed } from '../platform/backup/sharedFiles.ts'
import type { Env } from '../platform/env.ts'
import { archivosS3Of } from '../platform/envS3.ts'
import { openStore } from '../platform/store/openStore.ts'
import { ofCommands } from '../platform/store/s3/Bucket.ts'
import { StoreAway } from '../platform/store/storeUnavailable.ts'
import { type Command, runCommand, say } from './command.ts'
import { type MadeBackup, makeBackup } from './makeBackup.ts'

// One of the program's own backups, which share their files with those beside it: respaldo/schedule.ts starts it.

/** How many files the store that has them has not whole; null where it is away. */
async function missingIn(env: Env, folder: string, { manifest }: MadeBackup): Promise<number | null> {
  const named = await namedIn(folder, manifest)
  try {
    return rowsOf(named, await findMissing(named, openStore(env, ofCommands)))
  } catch (error) {
    if (error instanceof StoreAway) return null
    throw error
  }
}

/** With its files; of the rows alone where a store has them. */
async function make(command: Command, folder: string, backups: string): Promise<Omit<Made, 'unreadable'>> {
  if (archivosS3Of(command.env)) {
    const made = await makeBackup(command, folder, undefined)
    return { archivos_faltan: await missingIn(command.env, folder, made), renewed: 0 }
  }
  const { missing, renewed } = await makeBackup(command, folder, (named, adding) =>
    addShared(backups, named, { ...adding, leaves: leftFree }),
  )
  return { archivos_faltan: missing, renewed }
}

await runCommand('ownBackup <carpeta>', 1, async (command) => {
  const folder = resolve(command.words[0] ?? '')
  const backups = dirname(folder)
  const made = await make(command, folder, backups)
  const unreadable = await forgetUnnamed(backups, command.signal)
  say(JSON.stringify({ ...made, unreadable } satisfies Made))
})
