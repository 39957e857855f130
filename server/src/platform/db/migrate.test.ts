import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { StartError } from '@flota/postgres/startError.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmptyDatabase, findConnection } from '../../test/emptyDatabase.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { type Database, many, one, raw, run, sql } from './sql.ts'

const folder = new URL('migrations/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const versions = files.map((name) => Number.parseInt(name, 10)).toSorted((a, b) => a - b)

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let db: Database
beforeEach(async () => {
  database = await createEmptyDatabase()
  db = database.pool()
})
afterEach(() => database.drop())

const applied = async () =>
  (await many<{ version: number }>(db, sql`select version from migraciones order by version`)).map(
    (m) => m.version,
  )
const exists = async (table: string) =>
  (await one<{ there: boolean }>(db, sql`select to_regclass(${table}) is not null as there`))?.there

test('the files: the baseline, then one number each from 42 on, after the 41 migrations of release 1.0.0', () => {
  expect(versions).toEqual(versions.map((_, i) => (i === 0 ? 1 : 41 + i)))
})

test('migrations: equal the checksums of landed.sha256', () => {
  const landed = readFileSync(new URL('landed.sha256', folder), 'utf8').trimEnd().split('\n')
  const sumOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(new URL(name, folder)))
      .digest('hex')
  const sums = files.toSorted().map((name) => `${sumOf(name)}  ${name}`)
  expect(sums.slice(0, landed.length)).toEqual(landed)
})

test('migrate: runs every migration once on an empty database', async () => {
  await migrate(db)
  expect(await applied()).toEqual(versions)
  expect(await exists('camiones')).toBe(true)
})

/** With a body that PostgreSQL keeps as a tree (`begin atomic`, `return`), as a function, its arguments and its result. */
const standardBodies = () =>
  many<{ name: string; rows: boolean }>(
    db,
    sql`select proname as name, exists (
        select from unnest(coalesce(proallargtypes, proargtypes::oid[]) || prorettype) taken (type)
          join pg_type t on t.oid = taken.type where t.typtype = 'c'
        union all
        select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass) as rows
      from pg_proc p
      where pronamespace = 'public'::regnamespace and prosqlbody is not null order by 1`,
  )

test('no function with an SQL-standard body knows a table: newer minors then take no new column for it', async () => {
  await migrate(db)
  const found = await standardBodies()
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter(({ rows }) => rows)).toEqual([])
  // What the question finds, where there is one.
  await db.query(
    raw('create function fila(de rutas) returns int language sql begin atomic select (de).id; end'),
  )
  await db.query(
    raw('create function cuenta() returns bigint language sql begin atomic select count(*) from rutas; end'),
  )
  expect((await standardBodies()).filter(({ rows }) => rows).map(({ name }) => name)).toEqual([
    'cuenta',
    'fila',
  ])
})

test('migrate: changes nothing when the database has this version', async () => {
  await migrate(db)
  const state = () =>
    many(
      db,
      sql`select relname, relfilenode, relnatts from pg_class where relnamespace = 'public'::regnamespace order by 1`,
    )
  const before = await state()
  await migrate(db)
  expect(await state()).toEqual(before)
})

test('migrate: runs each migration once when several programs start at once', async () => {
  await Promise.all(Array.from({ length: 6 }, () => migrate(database.pool(2))))
  expect(await applied()).toEqual(versions)
})

test('migrate: ends in one line, unchanged, when the database is newer than the program', async () => {
  await migrate(db)
  await run(db, sql`insert into migraciones (version, nombre) values (9999, 'del futuro')`)
  await expect(migrate(db)).rejects.toThrow(StartError)
  await expect(migrate(db)).rejects.toThrow(/^[^\n]*versión más nueva[^\n]*$/)
  expect(await applied()).toEqual([...versions, 9999])
})

test('migrate: rolls a failed migration back, and runs it once the cause is gone', async () => {
  // In the way of the first file, after it has made other tables.
  await db.query(raw('create table sesiones (x int)'))
  // Of a start that it ends it is all that is said (main.refusals.test.ts).
  await expect(migrate(db)).rejects.toThrow(StartError)
  await expect(migrate(db)).rejects.toThrow(
    /^La base de datos no se pudo actualizar y quedó como estaba: 0001_schema\.sql falló \([^\n]*sesiones[^\n]*\)\.$/,
  )
  expect([await exists('camiones'), await exists('usuarios')]).toEqual([false, false])
  expect((await exists('migraciones')) === true ? await applied() : []).toEqual([])
  await db.query(raw('drop table sesiones'))
  await migrate(db)
  expect(await applied()).toEqual(versions)
})

describe('when another ICU comes', () => {
  const collations = () =>
    many<{ name: string; stale: boolean }>(
      db,
      sql`select collname as name, collversion is distinct from pg_collation_actual_version(oid) as stale
        from pg_collation where collnamespace = 'public'::regnamespace and collprovider = 'i' order by 1`,
    )
  /** Which indexes rely on a collation of ours, and the file that each is in. */
  const indexes = () =>
    many<{ name: string; file: number; ours: boolean }>(
      db,
      sql`select c.relname as name, c.relfilenode as file, exists (
            select from pg_collation o
            where o.oid = any(i.indcollation::oid[]) and o.collnamespace = 'public'::regnamespace) as ours
        from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = 'public'::regnamespace order by 1`,
    )

  test('the indexes in its order are built anew, no others, and the version is noted', async () => {
    await migrate(db)
    const before = await indexes()
    expect(before.some(({ ours }) => ours)).toBe(true)
    await db.query(
      raw(`update pg_collation set collversion = '0.1' where collnamespace = 'public'::regnamespace`),
    )
    expect((await collations()).every(({ stale }) => stale)).toBe(true)

    await Promise.all([migrate(database.pool(1)), migrate(database.pool(1)), migrate(db)])
    expect((await collations()).some(({ stale }) => stale)).toBe(false)
    const after = new Map((await indexes()).map(({ name, file }) => [name, file]))
    for (const { name, file, ours } of before) {
      expect([name, after.get(name) !== file]).toEqual([name, ours])
    }
  })
})

describe('a server of somebody else', () => {
  test('that does not answer stops the start in one line', async () => {
    const nowhere = connect({ host: '/nonexistent', user: 'postgres', database: 'x' }, () => undefined)
    await expect(migrate(nowhere)).rejects.toThrow(/^No se puede usar la base de datos: [^\n]+$/)
    await nowhere.close()
  })

  test('whose user may not create the extension is told which', async () => {
    await run(db, sql`drop role if exists sin_permisos`)
    await run(db, sql`create role sin_permisos login`)
    const limited = connect({ ...(await findConnection(db)), user: 'sin_permisos' }, () => undefined, 1)
    await expect(migrate(limited)).rejects.toThrow(/^[^\n]*create extension pg_trgm;$/)
    // Its connections would keep the role in use.
    await limited.close()
    await run(db, sql`drop role sin_permisos`)
  })
})
