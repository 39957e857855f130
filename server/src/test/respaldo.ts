import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transientTables } from '../platform/backup/tables.ts'
import { type Database, many, one, raw, sql } from '../platform/db/sql.ts'
import { findConnection } from './emptyDatabase.ts'

export const neverAborted = new AbortController().signal

/** Creates a folder for backups. */
export async function createBackupFolder() {
  const path = await mkdtemp(join(tmpdir(), 'flota-respaldo-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Rows of each table. */
export type DatabaseContents = Record<string, string[]>

/** Returns every row of every table as sorted text: equal databases have equal contents. */
export async function readContents(db: Database): Promise<DatabaseContents> {
  const tables = await many<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const rows = async (table: string) => {
    const all = await one<{ rows: string[] }>(
      db,
      sql`select coalesce(array_agg(t::text order by t::text), '{}') as rows from ${raw(table)} t`,
    )
    return [table, all?.rows ?? []] as const
  }
  return Object.fromEntries(await Promise.all(tables.map(({ name }) => rows(name))))
}

export const withoutTables = (contents: DatabaseContents, ...tables: string[]): DatabaseContents =>
  Object.fromEntries(Object.entries(contents).filter(([table]) => !tables.includes(table)))

/** Returns the contents a restored database has. */
export const restoredContents = (contents: DatabaseContents): DatabaseContents =>
  withoutTables(contents, ...transientTables)

/** Returns the URL of a test database as an operator writes it. */
export async function findDatabaseUrl(db: Database): Promise<string> {
  const { host, user, database } = await findConnection(db)
  return `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`
}
