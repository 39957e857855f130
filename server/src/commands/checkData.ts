import { archivosVariableOf } from '../platform/env.ts'
import { openCommandStore } from '../platform/store/openStore.ts'
import { type Command, printLine, runCommand, withDatabase } from './command.ts'
import { reportMissingFiles, reportUnreferencedFiles } from './missingFiles.ts'
import { blockWriters, isConsistent, repairData } from './repairData.ts'

// npm run check-data: repairs derived data (search texts, totals, counts) and reports missing or damaged files, which
// set the exit status 1. --completo also reads all files.

const check = ({ env, values }: Command<{ completo: { type: 'boolean' } }>) =>
  withDatabase(env, async (db) => {
    const repaired = (await isConsistent(db))
      ? []
      : await db.transaction(async (tx) => {
          await blockWriters(tx)
          return repairData(tx)
        })
    const store = openCommandStore(env)
    const unreferenced = store.isRemote ? await reportUnreferencedFiles(db, store) : []
    const where = `que no están enteros en ${archivosVariableOf(env)}`
    const missing = await reportMissingFiles(db, store, where, values.completo)
    if (missing.length > 0) process.exitCode = 1
    for (const line of [...repaired, ...missing, ...unreferenced]) printLine(line)
    const subject = missing.length === 0 ? 'Los datos' : 'Los demás datos'
    printLine(
      repaired.length === 0
        ? `${subject} están bien: no había nada que corregir.`
        : `${subject} quedaron bien.`,
    )
  })

await runCommand('npm run check-data -- [--completo]', 0, check, { completo: { type: 'boolean' } })
