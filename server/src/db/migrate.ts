import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { StartError } from '@flota/postgres/startError.ts'
import { checkServer } from './requirements.ts'
import { type Database, type Db, lock, many, raw, run, sql } from './sql.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))

interface Migration {
  version: number
  name: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return names.map((name) => ({ version: Number.parseInt(name, 10), name }))
}

const appliedVersions = async (db: Db) => {
  await run(
    db,
    sql`create table if not exists migraciones (
      version int primary key, nombre text not null, aplicada_en timestamptz not null default now())`,
  )
  return (await many<{ version: number }>(db, sql`select version from migraciones`)).map((m) => m.version)
}

/**
 * Brings the database to this program's version: forward only, each file in a transaction of its own.
 * Several processes may start at once: the first does the work, the others wait for it.
 * @throws {StartError} when the database is newer than the program, or is not one it can use
 */
export async function migrate(db: Database): Promise<void> {
  await checkServer(db)
  const migrations = await readMigrations()
  for (let pending = true; pending; ) {
    pending = await db.transaction((tx) => applyNext(tx, migrations))
  }
  await db.transaction(refreshCollations)
}

/** @returns whether there was one to apply */
async function applyNext(db: Db, migrations: Migration[]): Promise<boolean> {
  await lock(db, 'migraciones')
  const applied = await appliedVersions(db)
  const newest = migrations.at(-1)?.version ?? 0
  if (applied.some((version) => version > newest)) {
    throw new StartError(
      `La base de datos es de una versión más nueva del programa (${Math.max(...applied)}, y este llega a ${newest}). Instala la versión nueva.`,
    )
  }
  const next = migrations.find(({ version }) => !applied.includes(version))
  if (!next) return false
  await db.query(raw(await readFile(folder + next.name, 'utf8')))
  await run(db, sql`insert into migraciones (version, nombre) values (${next.version}, ${next.name})`)
  return true
}

/** An index is in the order of the ICU that built it: when another ICU comes, it is built anew. */
async function refreshCollations(db: Db): Promise<void> {
  await lock(db, 'migraciones')
  const stale = await many<{ oid: number; name: string }>(
    db,
    sql`select c.oid, quote_ident(n.nspname) || '.' || quote_ident(c.collname) as name
      from pg_collation c join pg_namespace n on n.oid = c.collnamespace
      where c.collprovider = 'i' and n.nspname = current_schema()
        and c.collversion is distinct from pg_collation_actual_version(c.oid)`,
  )
  for (const { oid, name } of stale) {
    const indexes = await many<{ name: string }>(
      db,
      sql`select indexrelid::regclass::text as name from pg_index where ${oid} = any(indcollation::oid[])`,
    )
    for (const index of indexes) await db.query(raw(`reindex index ${index.name}`))
    await db.query(raw(`alter collation ${name} refresh version`))
  }
}
