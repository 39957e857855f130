import { readFile } from 'node:fs/promises'
import { type Database, type Db, raw } from '../platform/db/sql.ts'
import { createEmptyDatabase } from './emptyDatabase.ts'

const run = async (tx: Db, file: string) => {
  await tx.query(raw(await readFile(new URL(file, import.meta.url), 'utf8')))
}

/** Makes an empty database what release 1.0.0 made of it. @param isFilled whether with rows in every table */
export async function makeRelease100(db: Database, { isFilled = true } = {}): Promise<void> {
  // Two transactions: the dump sets search_path for its own.
  await db.transaction((tx) => run(tx, 'release100.sql'))
  if (isFilled) await db.transaction((tx) => run(tx, 'release100Rows.sql'))
}

/** A new database of release 1.0.0 with rows in every table, on the server of the run. */
export async function release100Database() {
  const { pool, drop } = await createEmptyDatabase()
  const db = pool()
  await makeRelease100(db)
  return { db, pool, drop }
}
