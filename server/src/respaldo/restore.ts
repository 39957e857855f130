import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createZstdDecompress } from 'node:zlib'
import { StartError } from '@flota/postgres/startError.ts'
import { applyPending, newestVersion } from '../db/migrate.ts'
import { inTransaction, type Session } from '../db/session.ts'
import { type Db, lock, one, raw, run, sql } from '../db/sql.ts'
import { checkFiles } from './files.ts'
import { hashOf } from './hashOf.ts'
import { damaged, type Manifest, readManifest, type TableFile } from './manifest.ts'
import { findIndexes, findReferences, findTables, isEmpty, type Obstacle } from './tables.ts'

export interface Backup {
  folder: string
  manifest: Manifest
  /** The hashes of the files that came with it, and of those that its rows name beside. */
  files: { there: string[]; missing: string[] }
}

/** Reads the whole before anything is written. @throws {StartError} when it is cut off, damaged or too new */
export async function readBackup(folder: string): Promise<Backup> {
  const manifest = await readManifest(folder)
  if (manifest.schema > (await newestVersion())) {
    throw new StartError(
      `El respaldo de ${folder} es de una versión más nueva del programa (${manifest.program}). Instala la versión nueva.`,
    )
  }
  for (const { file, sha256 } of manifest.tables) {
    if ((await hashOf(join(folder, file))) !== sha256) throw damaged(folder, file)
  }
  return { folder, manifest, files: await checkFiles(folder, manifest) }
}

/** @throws {StartError} when something is in it */
export async function refuseFilledDatabase(db: Db): Promise<void> {
  if (await isEmpty(db)) return
  throw new StartError('La base de datos de DATABASE_URL no está vacía: indica una nueva o vacía.')
}

/** Restores into an empty database and migrates it, all or nothing; `check` runs last in the same transaction. */
export async function restore<T>(
  session: Session,
  backup: Backup,
  check: (tx: Db) => Promise<T>,
): Promise<T> {
  const result = await inTransaction(session, '', async () => {
    // A program that starts meanwhile waits, and finds what was restored.
    await lock(session, 'migraciones')
    await refuseFilledDatabase(session)
    await run(session, raw(`set local maintenance_work_mem = '256MB'`))
    await applyPending(session, backup.manifest.schema)
    await fill(session, backup)
    await applyPending(session)
    await session.query(raw('analyze'))
    return check(session)
  })
  await session.query(raw('vacuum'))
  return result
}

async function fill(session: Session, { folder, manifest }: Backup): Promise<void> {
  const tables = await findTables(session)
  const names = (all: { name: string }[]) => JSON.stringify(all.map(({ name }) => name))
  if (names(tables) !== names(manifest.tables)) throw damaged(folder, 'tablas')
  const obstacles = [...(await findReferences(session)), ...(await findIndexes(session))]
  await runAll(session, obstacles, 'drop')
  for (const table of manifest.tables) {
    await run(session, raw(`alter table ${table.name} disable trigger user`))
    // What the migrations put there is in the backup as it became.
    await run(session, raw(`delete from ${table.name}`))
    await copyTable(session, table, folder)
    await run(session, raw(`alter table ${table.name} enable trigger user`))
  }
  await runAll(session, obstacles.toReversed(), 'create')
  for (const { name, last } of manifest.sequences) {
    if (last !== null) await run(session, sql`select setval(${name}, ${last})`)
  }
}

async function runAll(db: Db, obstacles: Obstacle[], part: keyof Obstacle): Promise<void> {
  for (const obstacle of obstacles) await db.query(raw(obstacle[part]))
}

async function copyTable(
  session: Session,
  { name, columns, rows, file, comment }: TableFile,
  folder: string,
) {
  const written = await session.copyIn(
    `copy ${name} (${columns.join(', ')}) from stdin`,
    createReadStream(join(folder, file)),
    [createZstdDecompress()],
  )
  if (written !== rows) throw damaged(folder, file)
  // It takes no parameter, only a literal.
  const statement = sql`select format('comment on table %s is %L', ${name}::text, ${comment ?? null}::text) as text`
  await run(session, raw((await one<{ text: string }>(session, statement))?.text ?? ''))
}
