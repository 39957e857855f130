import { dirname, resolve } from 'node:path'
import { leftFree, type Made } from '../respaldo/own.ts'
import { addShared, forgetUnnamed } from '../respaldo/shared.ts'
import { runCommand, say } from './command.ts'
import { makeBackup } from './makeBackup.ts'

// One of the program's own backups, which share their files with those beside it: respaldo/schedule.ts starts it.

await runCommand('ownBackup <carpeta>', 1, async (command) => {
  const folder = resolve(command.words[0] ?? '')
  const backups = dirname(folder)
  const { missing, renewed } = await makeBackup(command, folder, (named, adding) =>
    addShared(backups, named, { ...adding, leaves: leftFree }),
  )
  const unreadable = await forgetUnnamed(backups, command.signal)
  const made: Made = { archivos_faltan: missing, renewed, unreadable }
  say(JSON.stringify(made))
})
