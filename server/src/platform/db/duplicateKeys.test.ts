import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../test/emptyDatabase.ts'
import { migrate, migrateTo } from './migrate.ts'
import { type Database, many, raw, run, sql } from './sql.ts'

// 0045_parecidos.sql: records that share a key after it stay and can be changed.

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let db: Database
beforeEach(async () => {
  database = await createEmptyDatabase()
  db = database.pool()
})
afterEach(() => database.drop())

const columns = `(placa, marca, modelo, color, tipo, tarjeta_circulacion, busqueda)`
const insertTruck = (placa: string) =>
  run(db, raw(`insert into camiones ${columns} values ('${placa}', 'm', 'm', 'c', 't', 'x', 'x')`))
const trucks = () => many(db, sql`select placa, gemelo from camiones order by id`)

test('migration: keeps trucks whose plates differ in a dot, and frees the key with the first one', async () => {
  await db.transaction((tx) => migrateTo(tx, 44))
  for (const placa of ['C-1AA', 'C.1AA', 'C 1·AA', 'C-2AA']) {
    await insertTruck(placa)
  }
  await migrate(db)
  expect(await trucks()).toEqual([
    { placa: 'C-1AA', gemelo: 0 },
    { placa: 'C.1AA', gemelo: 2 },
    { placa: 'C 1·AA', gemelo: 3 },
    { placa: 'C-2AA', gemelo: 0 },
  ])
  await run(db, sql`update camiones set marca = 'otra'`)
  const taken = { constraint: 'camiones_placa_unica' }
  await expect(insertTruck('c1aa')).rejects.toMatchObject(taken)
  await expect(run(db, sql`update camiones set placa = 'C1-AA' where id = 2`)).rejects.toMatchObject(taken)
  await run(db, sql`update camiones set placa = 'C-9AA' where id = 3`)
  await run(db, sql`update camiones set eliminado_en = now() where id = 1`)
  expect(await trucks()).toEqual([
    { placa: 'C-1AA', gemelo: 0 },
    { placa: 'C.1AA', gemelo: 0 },
    { placa: 'C-9AA', gemelo: 0 },
    { placa: 'C-2AA', gemelo: 0 },
  ])
  await expect(insertTruck('c1aa')).rejects.toMatchObject(taken)
})

test('migration: known networks and failed logins of a username move to the key without dots', async () => {
  await db.transaction((tx) => migrateTo(tx, 45))
  await run(
    db,
    sql`insert into accesos (username, red, momento) values ('ana.paz', '192.0.2.1', '2026-11-20Z'),
      ('ana-paz', '192.0.2.1', '2026-11-22Z'), ('anapaz', '192.0.2.1', '2026-11-21Z'), ('ana.paz', '192.0.2.2', '2026-11-20Z')`,
  )
  await run(db, sql`insert into intentos (username, direccion) values ('ana.paz', '192.0.2.9')`)
  await migrate(db)
  expect(
    await many(db, sql`select username, red, momento::date::text as dia from accesos order by red`),
  ).toEqual([
    { username: 'anapaz', red: '192.0.2.1', dia: '2026-11-22' },
    { username: 'anapaz', red: '192.0.2.2', dia: '2026-11-20' },
  ])
  expect(await many(db, sql`select username from intentos`)).toEqual([{ username: 'anapaz' }])
})
