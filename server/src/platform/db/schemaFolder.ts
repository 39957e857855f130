import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { StartError } from '@flota/postgres/startError.ts'
import { type Db, raw, run, scalar, sql } from './sql.ts'

const folder = fileURLToPath(new URL('./schema/', import.meta.url))

/** db/schema/: every view, function and trigger that no index, constraint or generated column needs. */
export interface SchemaFolder {
  files: { name: string; text: string }[]
  sum: string
}

/** Reads the folder; its sum is that of `cat *.sql | sha256sum` there. */
export async function readSchema(): Promise<SchemaFolder> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(folder + name, 'utf8') })),
  )
  const hash = createHash('sha256')
  for (const { text } of files) hash.update(text)
  return { files, sum: hash.digest('hex') }
}

/** PostgreSQL names in `detail` the objects that depend on it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const detail = 'detail' in error && typeof error.detail === 'string' ? `: ${error.detail}` : ''
  return (error.message + detail).replaceAll(/\s+/g, ' ')
}

/** Runs a file of statements. @throws {StartError} in one line that names it */
export async function applyFile(tx: Db, name: string, text: string): Promise<void> {
  try {
    await tx.query(raw(text))
  } catch (error) {
    throw new StartError(
      `La base de datos no se pudo actualizar y quedó como estaba: ${name} falló (${reasonOf(error)}).`,
      { cause: error },
    )
  }
}

/** Drops the views: a migration can't alter their columns, and `create or replace view` can't remove any. */
export async function dropViews(tx: Db, { files }: SchemaFolder): Promise<void> {
  const names = files.flatMap(({ text }) =>
    [...text.matchAll(/^create view (\w+)/gm)].map(([, name]) => name),
  )
  await applyFile(tx, 'schema/views.sql', `drop view if exists ${names.join(', ')}`)
}

/** Creates everything in the folder again and stores its sum in the newest row of `migraciones`. */
export async function applySchema(tx: Db, schema: SchemaFolder): Promise<void> {
  await dropViews(tx, schema)
  for (const { name, text } of schema.files) await applyFile(tx, `schema/${name}`, text)
  await run(
    tx,
    sql`update migraciones set ahora = ${schema.sum} where version = (select max(version) from migraciones)`,
  )
}

/** Returns the sum of the folder that was applied last; null after a migration. */
export const findAppliedSum = (tx: Db): Promise<string | null | undefined> =>
  scalar<string | null>(tx, raw('select ahora from migraciones order by version desc limit 1'))
