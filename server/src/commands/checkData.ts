import { archivosVariableOf } from '../platform/env.ts'
import { openCommandStore } from '../platform/store/openStore.ts'
import { printLine, runCommand, withDatabase } from './command.ts'
import { reportMissingFiles, reportUnreferencedFiles } from './missingFiles.ts'
import { blockWriters, isConsistent, repairData } from './repairData.ts'

// npm run check-data: repairs derived data (search texts, totals, counts) and reports missing or damaged files.

await runCommand('npm run check-data', 0, ({ env }) =>
  withDatabase(env, async (db) => {
    const repaired = (await isConsistent(db))
      ? []
      : await db.transaction(async (tx) => {
          await blockWriters(tx)
          return repairData(tx)
        })
    const store = openCommandStore(env)
    const unreferenced = store.isRemote ? await reportUnreferencedFiles(db, store) : []
    const missing = await reportMissingFiles(db, store, `que no están enteros en ${archivosVariableOf(env)}`)
    for (const line of [...repaired, ...missing, ...unreferenced]) printLine(line)
    const subject = missing.length === 0 ? 'Los datos' : 'Los demás datos'
    printLine(
      repaired.length === 0
        ? `${subject} están bien: no había nada que corregir.`
        : `${subject} quedaron bien.`,
    )
  }),
)
