import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { applyFile } from './applyFile.ts'
import { type Db, one, raw, run, sql } from './sql.ts'

const folder = fileURLToPath(new URL('./schema/', import.meta.url))

/** Every view, function and trigger on which no index, constraint or generated column hangs, as it is today. */
export interface SchemaFiles {
  files: { name: string; text: string }[]
  checksum: string
}

/** As `cat *.sql | sha256sum` gives it in the folder. */
export async function readSchemaFiles(): Promise<SchemaFiles> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(folder + name, 'utf8') })),
  )
  const hash = createHash('sha256')
  for (const { text } of files) hash.update(text)
  return { files, checksum: hash.digest('hex') }
}

/** A view keeps a migration from altering its columns, and `create or replace view` takes none away. */
export async function dropViews(tx: Db, { files }: SchemaFiles): Promise<void> {
  const names = files.flatMap(({ text }) =>
    [...text.matchAll(/^create view (\w+)/gm)].map(([, name]) => name),
  )
  await applyFile(tx, 'schema/views.sql', `drop view if exists ${names.join(', ')}`)
}

export async function applySchema(tx: Db, schema: SchemaFiles): Promise<void> {
  await dropViews(tx, schema)
  for (const { name, text } of schema.files) await applyFile(tx, `schema/${name}`, text)
  await run(
    tx,
    sql`update migraciones set ahora = ${schema.checksum} where version = (select max(version) from migraciones)`,
  )
}

/** The sum of what was applied last, in a database of this version. */
export const findAppliedChecksum = async (tx: Db): Promise<string | null | undefined> =>
  (
    await one<{ ahora: string | null }>(
      tx,
      raw('select ahora from migraciones order by version desc limit 1'),
    )
  )?.ahora
