import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { StartError } from '@flota/postgres/startError.ts'
import { sharedFolder } from '../platform/backup/backupFiles.ts'
import { OffsiteStore } from '../platform/backup/offsite/OffsiteStore.ts'
import { pushBackups } from '../platform/backup/offsite/push.ts'
import { respaldoS3Of } from '../platform/envS3.ts'
import { openStore } from '../platform/store/openStore.ts'
import { commandTimeouts } from '../platform/store/s3/Bucket.ts'
import { runCommand } from './command.ts'

// Puts the own backups of BACKUP_DIR into the store off this machine: respaldo/schedule.ts starts it.

/** How far behind everybody else's work, as `nice` counts. */
const niceness = 10

await runCommand('pushBackups <carpeta>', 1, async ({ env, words: [word = ''], signal }) => {
  setPriority(niceness)
  const place = respaldoS3Of(env)
  if (!place) throw new StartError('RESPALDO_S3_URL falta: nombra el almacén de los respaldos.')
  const folder = resolve(word)
  await pushBackups(new OffsiteStore(place, sharedFolder(folder)), {
    folder,
    zone: env.TZ_EMPRESA,
    archivos: openStore(env, commandTimeouts),
    signal,
  })
})
