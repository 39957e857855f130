import { type Db, many, raw, run, sql } from '../platform/db/sql.ts'

/** A nullable column, from PostgreSQL's catalogue. */
export interface NullableColumn {
  table: string
  column: string
  /** Primary key of the table. */
  key: string[]
}

/** Returns all nullable columns except generated ones and those of unfinished uploads and login attempts. */
export const findNullableColumns = (db: Db): Promise<NullableColumn[]> =>
  many<NullableColumn>(
    db,
    sql`select c.relname as table, a.attname as column,
        array(select k.attname::text from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
          where i.indrelid = c.oid and i.indisprimary) as key
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and a.attnum > 0 and not a.attisdropped and not a.attnotnull and a.attgenerated = ''
        and c.relname not in ('subidas', 'intentos')
      order by c.relname, a.attnum`,
  )

const backupTable = (table: string) => `antes.${table}`

/** Copies all rows of these tables, for `restoreColumn`. */
export async function backUpRows(db: Db, tables: readonly string[]): Promise<void> {
  await run(db, raw('create schema antes'))
  for (const table of tables)
    await run(db, raw(`create table ${backupTable(table)} as select * from ${table}`))
}

/** Bypasses the triggers, as an import or an older version may have written the rows. */
const withoutTriggers = (db: Db, statement: string): Promise<number> =>
  db.transaction(async (tx) => {
    await run(tx, raw('set local session_replication_role = replica'))
    return run(tx, raw(statement))
  })

/** @returns the number of rows that had a value @throws {Error} if a constraint requires one */
export const setColumnNull = (db: Db, { table, column }: NullableColumn): Promise<number> =>
  withoutTriggers(db, `update ${table} set ${column} = null where ${column} is not null`)

export const restoreColumn = (db: Db, { table, column, key }: NullableColumn): Promise<number> => {
  const same = key.map((name) => `a.${name} = t.${name}`).join(' and ')
  return withoutTriggers(
    db,
    `update ${table} t set ${column} = a.${column} from ${backupTable(table)} a where ${same} and a.${column} is not null`,
  )
}
