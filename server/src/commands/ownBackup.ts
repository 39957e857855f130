import { dirname, resolve } from 'node:path'
import { forgetUnnamed, sharedStore } from '../respaldo/files.ts'
import { leftFree } from '../respaldo/own.ts'
import { runCommand } from './command.ts'
import { makeBackup } from './makeBackup.ts'

// One of the program's own backups, which share their files with those beside it: respaldo/schedule.ts starts it.

await runCommand('ownBackup <carpeta>', 1, async (command) => {
  const folder = resolve(command.words[0] ?? '')
  const backups = dirname(folder)
  await makeBackup(command, folder, { storeOf: () => sharedStore(backups), leaves: leftFree })
  await forgetUnnamed(backups, command.signal)
})
