import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../test/emptyDatabase.ts'
import { upsertByParent } from './records.ts'
import { type Database, one, raw, sql } from './sql.ts'

// Versions of a parent's only row (docs/contract/road.md).

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let db: Database
beforeAll(async () => {
  database = await createEmptyDatabase()
  db = database.pool()
  await db.query(
    raw(`create table entregas (ruta_id int primary key, recibio text, nota text, version int not null default 1,
      actualizado_en timestamptz not null default now())`),
  )
})
afterAll(() => database.drop())

const put = (ruta: number, columns: Record<string, unknown>, version?: number | null) =>
  upsertByParent(db, 'rutas', 'entregas', ['ruta_id', ruta], columns, version)
const read = (ruta: number) =>
  one(db, sql`select recibio, nota, version from entregas where ruta_id = ${ruta}`)
const stale = { tipo: 'rutas', isStale: true }

test('upsertByParent: inserts first, then bumps the version and keeps other columns', async () => {
  await put(1, { recibio: 'Ana' })
  expect(await read(1)).toEqual({ recibio: 'Ana', nota: null, version: 1 })
  await put(1, { nota: 'Sello' }, 1)
  await put(1, { nota: 'Sello' }, null)
  expect(await read(1)).toEqual({ recibio: 'Ana', nota: 'Sello', version: 3 })
  await put(1, {})
  expect(await read(1)).toMatchObject({ version: 4 })
})

test('upsertByParent: inserts with version 0 only when there is no row', async () => {
  await put(2, { recibio: 'Ana' }, 0)
  await expect(put(2, { recibio: 'Luis' }, 0)).rejects.toMatchObject(stale)
  expect(await read(2)).toMatchObject({ recibio: 'Ana', version: 1 })
})

test('upsertByParent: throws when the version is stale or the row is missing', async () => {
  await expect(put(3, { recibio: 'Ana' }, 1)).rejects.toMatchObject(stale)
  expect(await read(3)).toBeUndefined()
  await put(3, { recibio: 'Ana' })
  await expect(put(3, { recibio: 'Luis' }, 2)).rejects.toMatchObject(stale)
  expect(await read(3)).toMatchObject({ recibio: 'Ana', version: 1 })
})

test.each([0, 1])('upsertByParent: writes one of ten parallel writes with version %d', async (version) => {
  const ruta = 10 + version
  if (version > 0) await put(ruta, {})
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => put(ruta, { recibio: `${n}` }, version)),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await read(ruta)).toMatchObject({ version: version + 1 })
})
