import { archivosVariableOf } from '../platform/env.ts'
import { openStore } from '../platform/store/openStore.ts'
import { ofCommands } from '../platform/store/s3/Bucket.ts'
import { runCommand, say, withDatabase } from './command.ts'
import { lostFiles, unnamedFiles } from './missingFiles.ts'
import { holdWriters, isSound, mendData } from './repairData.ts'

// npm run check-data: compares what is kept with what it is kept of, mends it, and tells which files have lost their bytes.

await runCommand('npm run check-data', 0, ({ env }) =>
  withDatabase(env, async (db) => {
    const mended = (await isSound(db))
      ? []
      : await db.transaction(async (tx) => {
          await holdWriters(tx)
          return mendData(tx)
        })
    const store = openStore(env, ofCommands)
    const unnamed = store.isFar ? await unnamedFiles(db, store) : []
    const lost = await lostFiles(db, store, `que no están enteros en ${archivosVariableOf(env)}`)
    for (const line of [...mended, ...lost, ...unnamed]) say(line)
    const who = lost.length === 0 ? 'Los datos' : 'Los demás datos'
    say(mended.length === 0 ? `${who} están bien: no había nada que corregir.` : `${who} quedaron bien.`)
  }),
)
