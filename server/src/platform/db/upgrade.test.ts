import { StartError } from '@flota/postgres/startError.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findDefinitions } from '../../test/databaseDefinitions.ts'
import { release100Database } from '../../test/release100.ts'
import { readContents, withoutTables } from '../../test/respaldo.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { migrate } from './migrate.ts'
import { type Database, many, one, raw, run, sql } from './sql.ts'

// From release 1.0.0 to this program, in place.

let fresh: TestApp
beforeAll(async () => {
  fresh = await testApp()
})
afterAll(() => fresh.close())

const migrationsOf = (db: Database) =>
  many<{ version: number; nombre: string }>(db, sql`select version, nombre from migraciones order by version`)

describe('a database of release 1.0.0 with rows in every table', () => {
  let old: Awaited<ReturnType<typeof release100Database>>
  let db: Database
  beforeEach(async () => {
    old = await release100Database()
    db = old.db
  })
  afterEach(() => old.drop())

  test('has the schema of a new database and keeps every row when it is upgraded', async () => {
    const before = withoutTables(await readContents(db), 'migraciones')
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
    await Promise.all([migrate(db), migrate(old.pool(1)), migrate(old.pool(1))])
    expect(await findDefinitions(db)).toEqual(await findDefinitions(fresh.db))
    expect(await migrationsOf(db)).toEqual(await migrationsOf(fresh.db))
    const after = await readContents(db)
    // The search text of trucks gained an empty last line.
    after.camiones = (after.camiones ?? []).map((row) => row.replace('\n"', '"'))
    // The trip check gained a code.
    const added = '""MANTENIMIENTO_VENCIDO"": ""avisar""'
    expect(after.ajustes?.[0]).toContain(added)
    after.ajustes = (after.ajustes ?? []).map((row) => row.replace(`, ${added}`, ''))
    // Later migrations add columns behind those of the release.
    for (const [table, rows] of Object.entries(before))
      expect(rows.map((row, i) => after[table]?.[i]?.startsWith(row.slice(0, -1)) && row)).toEqual(rows)
  })

  test('has no view while a migration runs, and the schema of a new database afterwards', async () => {
    await db.query(
      raw(`create or replace view camiones_leer as select *, 1 as de_mas from camiones;
        drop function esta_tomado;
        create function refuse() returns event_trigger language plpgsql as $$
        begin
          if exists (select from pg_views where schemaname = 'public') then raise exception 'a view stands in the way'; end if;
        end $$;
        create event trigger refuses on ddl_command_start when tag in ('DROP FUNCTION') execute function refuse()`),
    )
    await migrate(db)
    await db.query(raw('drop event trigger refuses; drop function refuse'))
    expect(await findDefinitions(db)).toEqual(await findDefinitions(fresh.db))
  })

  test('gives the same by the old and the new names of functions when it is upgraded', async () => {
    await migrate(db)
    await run(db, sql`update rutas set estado = 'Pendiente'`)
    const day = (hour: number) => `timestamptz '2026-11-20 ${hour}:00Z'`
    const occupation = `(1, 1, 1, ${day(14)}, ${day(23)}, null, ${day(12)})`
    const trip = `(1, 1, 1, date '2026-11-20', time '09:00', 60, 'Café', 'Pendiente', null, false)`
    for (const [before, now, given] of [
      ['hecho', 'hora_del_hecho', `(${day(14)}, 5)`],
      ['ocupan', 'viajes_que_ocupan', occupation],
      ['falta_de', 'evidencias_faltantes', '(1, 1) as falta'],
      ['revisar_apartando', 'revisar_bloqueando', trip],
    ]) {
      const rows = await many(db, raw(`select * from ${before}${given}`))
      expect(rows).not.toEqual([])
      // A function of today may return more columns.
      expect(await many(db, raw(`select * from ${now}${given}`))).toMatchObject(rows)
    }
    await run(db, sql`select apartar(1, 1, null), anota('editar', 'rutas', 1, 'RUTA-001', '{}', 'prueba')`)
    expect(await one(db, sql`select nombre from bitacora where motivo = 'prueba'`)).toEqual({
      nombre: 'RUTA-001',
    })
    const asked = sql`select sigue_siendo('\\x01', xmin) from usuarios where id = 1`
    expect(await many(db, asked)).toHaveLength(1)
    await run(db, sql`delete from sesiones`)
    await expect(many(db, asked)).rejects.toMatchObject({ code: 'FL401' })
  })
})

describe('a database is refused in one line and not changed', () => {
  let old: Awaited<ReturnType<typeof release100Database>>
  let db: Database
  beforeAll(async () => {
    old = await release100Database()
    db = old.db
    await db.query(raw('create schema antes; create table antes.migraciones as select * from migraciones'))
  })
  afterAll(() => old.drop())
  afterEach(() =>
    db.query(raw('delete from migraciones; insert into migraciones select * from antes.migraciones')),
  )

  async function expectRefused(reason: RegExp) {
    const before = [await readContents(db), await findDefinitions(db)]
    const refused = await migrate(db).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect(String(refused)).toMatch(reason)
    expect([await readContents(db), await findDefinitions(db)]).toEqual(before)
  }

  test.each([
    ['the last of its migrations is missing', 'version = 41'],
    ['one of its migrations is missing', 'version = 7'],
    ['it has the first migration alone', 'version > 1'],
  ])('as older than release 1.0.0 when %s', async (_, missing) => {
    await run(db, sql`delete from migraciones where ${raw(missing)}`)
    await expectRefused(/^StartError: La base de datos es de una versión anterior a la 1\.0\.0: [^\n]+$/)
  })

  test('as newer when it has a migration that this program does not know', async () => {
    await run(db, sql`insert into migraciones (version, nombre) values (9999, 'del futuro')`)
    await expectRefused(/^[^\n]*versión más nueva[^\n]*$/)
  })

  test.each([
    ['usuarios', 'Jefa'],
    ['camiones', 'C-7'],
    ['rutas', 'RUTA-001'],
  ])('when two records of %s have one key', async (table, name) => {
    await run(db, sql`update ${raw(table)} set gemelo = id where id = 1`)
    await expectRefused(
      new RegExp(`^StartError: Hay dos registros con el mismo nombre \\(${table}: ${name}\\)[^\\n]+$`),
    )
    await run(db, sql`update ${raw(table)} set gemelo = 0`)
  })
})
