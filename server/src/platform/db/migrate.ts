import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { StartError } from '@flota/postgres/startError.ts'
import { adoptRelease100 } from './release100.ts'
import { checkServer } from './requirements.ts'
import { applyFile, applySchema, dropViews, findAppliedSum, readSchema } from './schemaFolder.ts'
import { type Database, type Db, lock, many, raw, run, scalar, sql } from './sql.ts'

const folder = fileURLToPath(new URL('./migrations/', import.meta.url))

interface Migration {
  version: number
  name: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return names.map((name) => ({ version: Number.parseInt(name, 10), name }))
}

const createMigraciones = sql`create table if not exists migraciones (
  version int primary key, nombre text not null, aplicada_en timestamptz not null default now(),
  -- The sum of db/schema/ when it was applied last, in the newest row.
  ahora text)`

/**
 * Applies everything pending in one transaction. Of several processes one does the work while the others wait.
 * @throws {StartError} if the database is newer than the program, older than release 1.0.0, or not usable
 */
export async function migrate(db: Database): Promise<void> {
  await checkServer(db)
  await db.transaction(async (tx) => {
    // A million routes take longer than a call may.
    await run(tx, raw('set local statement_timeout = 0'))
    await migrateToLatest(tx)
    await refreshCollations(tx)
  })
}

/**
 * Brings a database to this program's version, in the caller's transaction.
 * @param anew whether to apply db/schema/ also if its sum is already stored
 * @throws {StartError} if the database is newer, is older than release 1.0.0, or a file fails
 */
export async function migrateToLatest(tx: Db, { anew = false } = {}): Promise<void> {
  const schema = await readSchema()
  const pending = await findPending(tx)
  if (pending.length > 0) await dropViews(tx, schema)
  await applyAll(tx, pending)
  // The row of a migration that was just applied has no sum.
  if (anew || (await findAppliedSum(tx)) !== schema.sum) await applySchema(tx, schema)
}

/** Applies the migrations up to a version to an empty database, for the rows of a backup of that version. */
export async function migrateTo(tx: Db, version: number): Promise<void> {
  const pending = await findPending(tx)
  await applyAll(
    tx,
    pending.filter((migration) => migration.version <= version),
  )
}

async function findPending(tx: Db): Promise<Migration[]> {
  await lock(tx, 'migraciones')
  await run(tx, createMigraciones)
  await adoptRelease100(tx)
  const migrations = await readMigrations()
  const rows = await many<{ version: number }>(tx, sql`select version from migraciones`)
  const applied = rows.map(({ version }) => version)
  const [found, newest] = [Math.max(0, ...applied), migrations.at(-1)?.version ?? 0]
  if (found > newest)
    throw new StartError(
      `La base de datos es de una versión más nueva del programa (${found}, y este llega a ${newest}). Instala la versión nueva.`,
    )
  return migrations.filter(({ version }) => !applied.includes(version))
}

async function applyAll(tx: Db, migrations: Migration[]): Promise<void> {
  for (const { version, name } of migrations) {
    await applyFile(tx, name, await readFile(folder + name, 'utf8'))
    await run(tx, sql`insert into migraciones (version, nombre) values (${version}, ${name})`)
  }
}

export const newestVersion = async (): Promise<number> => (await readMigrations()).at(-1)?.version ?? 0

/** The newest version that was applied; 0 in an empty database. */
export async function findVersion(db: Db): Promise<number> {
  if (!(await scalar(db, sql`select to_regclass('migraciones') is not null`))) return 0
  return (await scalar<number>(db, sql`select max(version) from migraciones`)) ?? 0
}

/**
 * A command migrates nothing, because an older program may be running.
 * @throws {StartError} unless the database is of this program's version
 */
export async function assertSameVersion(db: Db): Promise<void> {
  if ((await findVersion(db)) === (await newestVersion())) return
  throw new StartError('La base de datos es de otra versión del programa: inicia primero este con npm start.')
}

/** An index is in the order of the ICU that built it: when another ICU comes, it is built anew. */
async function refreshCollations(db: Db): Promise<void> {
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
