import { runCommand, say, withDatabase } from './command.ts'
import { holdWriters, isSound, mendData } from './mendData.ts'

// npm run check-data: compares what is kept with what it is kept of, and mends it.

await runCommand('npm run check-data', 0, ({ env }) =>
  withDatabase(env, async (db) => {
    const mended = (await isSound(db))
      ? []
      : await db.transaction(async (tx) => {
          await holdWriters(tx)
          return mendData(tx)
        })
    for (const line of mended) say(line)
    say(
      mended.length === 0 ? 'Los datos están bien: no había nada que corregir.' : 'Los datos quedaron bien.',
    )
  }),
)
