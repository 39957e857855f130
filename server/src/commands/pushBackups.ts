import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { filesFolder } from '../platform/backup/backupFiles.ts'
import { openOffsiteStore, pushBackups } from '../platform/backup/OffsiteStore.ts'
import { openCommandStore } from '../platform/store/openStore.ts'
import { runCommand } from './command.ts'
import { niceness } from './makeBackup.ts'

// Pushes the automatic backups of BACKUP_DIR to the offsite store, started by platform/backup/schedule.ts.

await runCommand('pushBackups <carpeta>', 1, async ({ env, words: [word = ''], signal }) => {
  setPriority(niceness)
  const folder = resolve(word)
  await pushBackups(openOffsiteStore(env, filesFolder(folder)), {
    folder,
    zone: env.TZ_EMPRESA,
    archivos: openCommandStore(env),
    signal,
  })
})
