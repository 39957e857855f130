import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { StartError } from '@flota/postgres/startError.ts'
import { filesFolder } from '../platform/backup/backupFiles.ts'
import { OffsiteStore, pushBackups } from '../platform/backup/OffsiteStore.ts'
import { respaldoS3Of } from '../platform/envS3.ts'
import { openCommandStore } from '../platform/store/openStore.ts'
import { runCommand } from './command.ts'
import { niceness } from './makeBackup.ts'

// Pushes the automatic backups of BACKUP_DIR to the offsite store, started by platform/backup/schedule.ts.

await runCommand('pushBackups <carpeta>', 1, async ({ env, words: [word = ''], signal }) => {
  setPriority(niceness)
  const location = respaldoS3Of(env)
  if (!location) throw new StartError('RESPALDO_S3_URL falta: nombra el almacén de los respaldos.')
  const folder = resolve(word)
  await pushBackups(new OffsiteStore(location, filesFolder(folder)), {
    folder,
    zone: env.TZ_EMPRESA,
    archivos: openCommandStore(env),
    signal,
  })
})
