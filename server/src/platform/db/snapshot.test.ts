import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../test/emptyDatabase.ts'
import { translateError } from '../http/translateError.ts'
import { defaultSilenceTimeoutMs } from './connect.ts'
import { type Database, type Db, one, raw, run, sql } from './sql.ts'

let base: Awaited<ReturnType<typeof createEmptyDatabase>>
/** A single connection, so that a leak fails at once. */
let db: Database
let other: Database
beforeAll(async () => {
  base = await createEmptyDatabase()
  db = base.pool(1, defaultSilenceTimeoutMs)
  other = base.pool(1)
  await run(other, raw('create table hechos as select 1 as n'))
})
afterAll(() => base.drop())

const count = (from: Db) => one<{ n: number }>(from, raw('select count(*) as n from hechos'))
const uno = () => one(db, sql`select 1 as uno`)

test('snapshot: reads one moment', async () => {
  const seen: unknown[] = []
  const counts = db.snapshot(async function* (tx) {
    yield await count(tx)
    yield await count(tx)
  })
  for await (const each of counts) {
    seen.push(each)
    await run(other, raw('insert into hechos values (2)'))
  }
  expect(seen).toEqual([{ n: 1 }, { n: 1 }])
  expect(await count(db)).toEqual({ n: 3 })
})

test('snapshot: rejects writes', async () => {
  const writing = db.snapshot(async function* (tx) {
    yield await run(tx, raw('insert into hechos values (3)'))
  })
  await expect(writing.next()).rejects.toThrow('read-only')
  expect(await uno()).toEqual({ uno: 1 })
})

test('snapshot: may be idle for 5 minutes, other transactions for 9 s', async () => {
  const limit = (from: Db) =>
    one(from, raw("select current_setting('idle_in_transaction_session_timeout') as pausa"))
  const limits = db.snapshot(async function* (tx) {
    yield await limit(tx)
  })
  expect(await Array.fromAsync(limits)).toEqual([{ pausa: '5min' }])
  expect(await limit(db)).toEqual({ pausa: '9s' })
})

test('snapshot: releases the connection when the reader stops early', async () => {
  for await (const _ of db.snapshot(async function* (tx) {
    for (;;) yield await count(tx)
  }))
    break
  expect(await uno()).toEqual({ uno: 1 })
})

test('snapshot: releases the connection after an error and repeats no row', async () => {
  const given: number[] = []
  const failing = db.snapshot(async function* (tx) {
    for (let i = 0; i < 3; i++) yield i
    // A serialization failure, which other transactions retry.
    await tx.query(raw("do $$ begin raise exception sqlstate '40001'; end $$"))
  })
  await expect(
    (async () => {
      for await (const each of failing) given.push(each)
    })(),
  ).rejects.toMatchObject({ code: '40001' })
  expect(given).toEqual([0, 1, 2])
  expect(await uno()).toEqual({ uno: 1 })
})

test('snapshot: replaces a broken connection', async () => {
  const reading = db.snapshot(async function* (tx) {
    yield await one<{ pid: number }>(tx, raw('select pg_backend_pid() as pid'))
    yield await count(tx)
  })
  const first = await reading.next()
  await other.query(sql`select pg_terminate_backend(${(first.value as { pid: number }).pid})`)
  // FATAL from the server, a broken pipe, or the earlier error: whichever arrives first.
  const error: unknown = await reading.next().catch((thrown: unknown) => thrown)
  expect(translateError(error, 0)).toMatchObject({ status: 503 })
  expect(await uno()).toEqual({ uno: 1 })
})
