import { readdir, readFile } from 'node:fs/promises'
import { type Database, raw, run, sql } from '../db/sql.ts'
import { emptyDatabase } from './emptyDatabase.ts'

const folder = new URL('../db/migrations/', import.meta.url)

/** Makes an empty database what an older program made of it: with the migrations up to this one. */
export async function asOlder(db: Database, version: number): Promise<void> {
  await run(
    db,
    sql`create table migraciones (
      version int primary key, nombre text not null, aplicada_en timestamptz not null default now())`,
  )
  for (const name of (await readdir(folder)).toSorted().slice(0, version)) {
    await db.query(raw(await readFile(new URL(name, folder), 'utf8')))
    await run(
      db,
      sql`insert into migraciones (version, nombre) values (${Number.parseInt(name, 10)}, ${name})`,
    )
  }
}

export async function oldDatabase(version: number): Promise<{ db: Database; drop: () => Promise<void> }> {
  const { pool, drop } = await emptyDatabase()
  const db = pool()
  await asOlder(db, version)
  return { db, drop }
}
