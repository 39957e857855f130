import type { Sql } from 'sql-template-tag'
import { type Db, many, raw, run, sql } from './sql.ts'

/** So many rows are read and written at once: others are served in between. */
const batchSize = 250

/** All rows in their order, never in memory together: a batch is emptied when the next is asked for. In a snapshot. */
export async function* readBatches<Row>(tx: Db, statement: Sql): AsyncGenerator<Row[]> {
  await run(tx, sql`declare filas no scroll cursor for ${statement}`)
  for (;;) {
    const rows = await many<Row>(tx, raw(`fetch ${batchSize} from filas`))
    if (rows.length === 0) return
    const isLast = rows.length < batchSize
    yield rows
    // Else V8 keeps each batch alive through pg's result of the one before.
    rows.length = 0
    if (isLast) return
  }
}
