import { readdirSync, readFileSync } from 'node:fs'
import { StartError } from '@flota/postgres/startError.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCallables, findDefinitions } from '../../test/databaseDefinitions.ts'
import { createEmptyDatabase } from '../../test/emptyDatabase.ts'
import { migrate } from './migrate.ts'
import { readSchema } from './schemaFolder.ts'
import { type Database, many, one, raw, sql } from './sql.ts'

// db/schema/: what is created again whenever it changes; migrations contain none of it (docs/decisions/0015-repeatable-schema.md).

const linesOf = (name: string) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)

const { files, sum } = await readSchema()
const text = files.map((file) => file.text).join('\n')
const declared = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match.slice(1).join(' on '))
const functions = declared(/^create or replace function (\w+)/gm)
const views = declared(/^create view (\w+)/gm)
const triggers = declared(/^create or replace trigger (\w+)[^;]*? on (\w+)/gm)

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let db: Database
beforeEach(async () => {
  database = await createEmptyDatabase()
  db = database.pool()
})
afterEach(() => database.drop())

test('schema folder: has a line in landed.sha256 for its checksum', () => {
  const landed = linesOf('schema/landed.sha256').map((line) => line.split('  '))
  const migrations = readdirSync(new URL('migrations/', import.meta.url)).filter((name) =>
    name.endsWith('.sql'),
  )
  const last = landed.at(-1) ?? []
  expect(
    last[0],
    'add a line to schema/landed.sha256, with the migration that comes with the change (an empty one, if need be)',
  ).toBe(sum)
  const names = landed.map(([, name = '']) => name)
  expect(names).toEqual([...new Set(names)].toSorted((a, b) => a.localeCompare(b)))
  expect(migrations).toEqual(expect.arrayContaining(names))
})

test('schema folder: has all objects that no index, constraint or column depends on', async () => {
  await migrate(db)
  const held = await many<{ name: string; underneath: boolean }>(
    db,
    sql`with recursive hang (oid) as (
        select refobjid from pg_depend
          where refclassid = 'pg_proc'::regclass and classid in ('pg_class'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass)
        union
        select d.refobjid from hang join pg_depend d
          on d.classid = 'pg_proc'::regclass and d.objid = hang.oid and d.refclassid = 'pg_proc'::regclass)
      select proname as name, oid in (select oid from hang) as underneath
      from pg_proc p
      where pronamespace = 'public'::regnamespace and not exists (
        select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      order by 1`,
  )
  const names = (underneath: boolean) =>
    held.filter((each) => each.underneath === underneath).map(({ name }) => name)
  expect(names(false)).toEqual(functions.toSorted())
  expect(names(true).filter((name) => functions.includes(name))).toEqual([])
  const all = Object.keys(await findDefinitions(db))
  const called = (kind: string) =>
    all.filter((name) => name.startsWith(`${kind} `)).map((name) => name.slice(kind.length + 1))
  expect(called('view')).toEqual(views.toSorted())
  expect(called('trigger')).toEqual(triggers.toSorted())
})

test('schema folder: keeps all functions that the last release calls', async () => {
  await migrate(db)
  expect(await findCallables(db)).toEqual(expect.arrayContaining(linesOf('schema/released.txt')))
})

/** When each of them was made. */
const made = () =>
  many(
    db,
    sql`select oid::int, xmin::text from pg_proc where pronamespace = 'public'::regnamespace
      union all select oid::int, xmin::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
      union all select oid::int, xmin::text from pg_trigger order by 1`,
  )

test('schema folder: is applied only when its checksum differs from the stored one', async () => {
  await migrate(db)
  expect(await one(db, sql`select ahora from migraciones order by version desc limit 1`)).toEqual({
    ahora: sum,
  })
  const right = await findDefinitions(db)
  const before = await made()
  await migrate(db)
  expect(await made()).toEqual(before)

  await db.query(
    raw(`create or replace function esta_tomado(el_numero text, la_ruta int) returns boolean language sql as 'select true';
      create or replace view camiones_leer as select *, 1 as de_mas from camiones;
      drop trigger bitacora_registrar on camiones;
      update migraciones set ahora = 'otra'`),
  )
  expect(await findDefinitions(db)).not.toEqual(right)
  await Promise.all([migrate(db), migrate(database.pool(1))])
  expect(await findDefinitions(db)).toEqual(right)
})

test('start: names a foreign view on one of ours in one line when it blocks the schema', async () => {
  await migrate(db)
  await db.query(
    raw(`create view de_la_casa as select placa from camiones_leer; update migraciones set ahora = 'otra'`),
  )
  await expect(migrate(db)).rejects.toThrow(StartError)
  await expect(migrate(db)).rejects.toThrow(/^[^\n]*schema\/views\.sql falló[^\n]*de_la_casa[^\n]*$/)
  await db.query(raw('drop view de_la_casa'))
  await migrate(db)
})
