import { type Db, many, raw, run, sql } from '@flota/server/platform/db/sql.ts'
import type { Row } from './rows.ts'

/** Inserts the columns that the rows and the table share: the program names all of them. */
export async function insertRows(tx: Db, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const given = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const shared = await many<{ name: string }>(
    tx,
    sql`select attname as name from pg_attribute where attrelid = ${table}::regclass and attname = any(${given})`,
  )
  const columns = raw(shared.map(({ name }) => name).join(', '))
  await run(
    tx,
    sql`insert into ${raw(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows)}::json)`,
  )
  if (shared.some(({ name }) => name === 'id'))
    await run(tx, sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${raw(table)}`)
}

/** Inserts the rows of each table in the given order. */
export async function insertTables(tx: Db, tables: Record<string, readonly Row[]>): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) await insertRows(tx, table, rows)
}
