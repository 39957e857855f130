import { archivosVariableOf } from '../platform/env.ts'
import { openStore } from '../platform/store/openStore.ts'
import { commandTimeouts } from '../platform/store/s3/Bucket.ts'
import { printLine, runCommand, withDatabase } from './command.ts'
import { reportMissingFiles, reportUnnamedFiles } from './missingFiles.ts'
import { blockWriters, isConsistent, repairData } from './repairData.ts'

// npm run check-data: compares what is kept with what it is kept of, mends it, and tells which files have lost their bytes.

await runCommand('npm run check-data', 0, ({ env }) =>
  withDatabase(env, async (db) => {
    const mended = (await isConsistent(db))
      ? []
      : await db.transaction(async (tx) => {
          await blockWriters(tx)
          return repairData(tx)
        })
    const store = openStore(env, commandTimeouts)
    const unnamed = store.isRemote ? await reportUnnamedFiles(db, store) : []
    const lost = await reportMissingFiles(db, store, `que no están enteros en ${archivosVariableOf(env)}`)
    for (const line of [...mended, ...lost, ...unnamed]) printLine(line)
    const who = lost.length === 0 ? 'Los datos' : 'Los demás datos'
    printLine(
      mended.length === 0 ? `${who} están bien: no había nada que corregir.` : `${who} quedaron bien.`,
    )
  }),
)
