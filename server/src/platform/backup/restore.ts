import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createZstdDecompress } from 'node:zlib'
import { StartError } from '@flota/postgres/startError.ts'
import pg from 'pg'
import { type DedicatedConnection, inTransaction } from '../db/dedicatedConnection.ts'
import { migrateTo, migrateToLatest, newestVersion } from '../db/migrate.ts'
import { isOlderThanRelease100 } from '../db/release100.ts'
import { type Db, lock, raw, run, scalar, sql } from '../db/sql.ts'
import type { FileStore } from '../store/FileStore.ts'
import { hashOf, type ReferencedHashes, readReferencedHashes, storeFor, verifyFiles } from './backupFiles.ts'
import { damagedBackupError, type Manifest, readManifest, type TableFile } from './manifest.ts'
import {
  type DroppedObject,
  findForeignKeys,
  findIndexes,
  findSequences,
  findTables,
  isDatabaseEmpty,
} from './tables.ts'

export interface Backup {
  folder: string
  manifest: Manifest
  from: FileStore
  /** The undamaged files. Those of a remote store are verified by the copy. */
  files: ReferencedHashes
}

/** Verifies a backup. @throws {StartError} if it is incomplete, damaged or of a newer program */
export async function readBackup(folder: string, from: FileStore = storeFor(folder)): Promise<Backup> {
  const manifest = await readManifest(folder)
  if (manifest.schema > (await newestVersion())) {
    throw new StartError(
      `El respaldo de ${folder} es de una versión más nueva del programa (${manifest.program}). Instala la versión nueva.`,
    )
  }
  if (isOlderThanRelease100(manifest.schema)) {
    throw new StartError(
      `El respaldo de ${folder} es de una versión anterior a la 1.0.0 del programa (${manifest.program}): restáuralo con la 1.0.0 y haz otro.`,
    )
  }
  for (const { file, sha256 } of manifest.tables) {
    if ((await hashOf(createReadStream(join(folder, file)))) !== sha256)
      throw damagedBackupError(folder, file)
  }
  const files = await (from.isRemote ? readReferencedHashes(folder, manifest) : verifyFiles(folder, manifest))
  return { folder, manifest, from: await from.withSizes(), files }
}

export async function assertEmptyDatabase(db: Db): Promise<void> {
  if (await isDatabaseEmpty(db)) return
  throw new StartError('La base de datos de DATABASE_URL no está vacía: indica una nueva o vacía.')
}

/** Restores into an empty database and migrates it, in one transaction that ends with `check`. */
export async function restoreBackup<T>(
  session: DedicatedConnection,
  backup: Backup,
  check: (tx: Db) => Promise<T>,
): Promise<T> {
  const result = await inTransaction(session, '', async () => {
    // Makes a starting program wait for the restored data.
    await lock(session, 'migraciones')
    await assertEmptyDatabase(session)
    await run(session, raw(`set local maintenance_work_mem = '256MB'`))
    await migrateTo(session, backup.manifest.schema)
    await copyTables(session, backup)
    // The copied rows have the checksum of the source's schema files, although this database lacks their objects.
    await migrateToLatest(session, { anew: true })
    await session.query(raw('analyze'))
    return check(session)
  })
  await session.query(raw('vacuum'))
  return result
}

async function copyTables(session: DedicatedConnection, { folder, manifest }: Backup): Promise<void> {
  await assertKnownTables(session, folder, manifest)
  const obstacles = [...(await findForeignKeys(session)), ...(await findIndexes(session))]
  await runAll(session, obstacles, 'drop')
  for (const table of manifest.tables) {
    await run(session, raw(`alter table ${table.name} disable trigger user`))
    // The backup has the present state of the rows that migrations insert.
    await run(session, raw(`delete from ${table.name}`))
    await copyTable(session, table, folder)
    await run(session, raw(`alter table ${table.name} enable trigger user`))
  }
  await runAll(session, obstacles.toReversed(), 'create')
  for (const { name, last } of manifest.sequences) {
    if (last !== null) await setSequence(session, name, last, folder)
  }
}

/** @throws {StartError} if a forged number is outside the sequence's range */
async function setSequence(session: DedicatedConnection, name: string, last: number, folder: string) {
  try {
    await run(session, sql`select setval(${name}, ${last})`)
  } catch (error) {
    // Class 22 are wrong values.
    if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('22')) throw error
    throw damagedBackupError(folder, 'secuencias')
  }
}

/** Rejects forged names, because they become part of SQL statements: they must be those of the database. */
async function assertKnownTables(
  session: DedicatedConnection,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  const tables = await findTables(session)
  const names = (all: { name: string }[]) => all.map(({ name }) => name)
  const same = (found: string[], known: string[]) =>
    JSON.stringify(found.toSorted()) === JSON.stringify(known.toSorted())
  if (!same(names(manifest.tables), names(tables))) throw damagedBackupError(folder, 'tablas')
  for (const { name, columns } of tables) {
    const found = manifest.tables.find((table) => table.name === name)
    if (!same(found?.columns ?? [], columns)) throw damagedBackupError(folder, `columnas de ${name}`)
  }
  const sequences = new Set(names(await findSequences(session)))
  if (!names(manifest.sequences).every((name) => sequences.has(name)))
    throw damagedBackupError(folder, 'secuencias')
}

async function runAll(db: Db, obstacles: DroppedObject[], part: keyof DroppedObject): Promise<void> {
  for (const obstacle of obstacles) await db.query(raw(obstacle[part]))
}

async function copyTable(
  session: DedicatedConnection,
  { name, columns, rows, file, comment }: TableFile,
  folder: string,
) {
  const copied = await session.copyIn(
    `copy ${name} (${columns.join(', ')}) from stdin`,
    createReadStream(join(folder, file)),
    [createZstdDecompress()],
  )
  if (copied !== rows) throw damagedBackupError(folder, file)
  // COMMENT takes no parameters, so PostgreSQL formats the literal.
  const statement = sql`select format('comment on table %s is %L', ${name}::text, ${comment ?? null}::text)`
  await run(session, raw((await scalar<string>(session, statement)) ?? ''))
}
