import { once } from 'node:events'
import { type AddressInfo, connect as connectTo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { connect } from './connect.ts'
import { type Database, one, raw, run, sql } from './sql.ts'

const role = `estrecho_${process.pid}`
let admin: Database
beforeAll(async () => {
  admin = connect({ host: inject('postgres'), user: 'postgres', database: 'postgres' }, () => undefined, 1)
  await admin.query(raw(`create role ${role} login connection limit 2`))
})
afterAll(async () => {
  await admin.query(raw(`drop role ${role}`))
  await admin.close()
})

const poolOf = () =>
  connect({ host: inject('postgres'), user: role, database: 'postgres' }, () => undefined, 8)

test('pool: waits for its own connections when the server has none left', async () => {
  const pool = poolOf()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => one<{ n: number }>(pool, raw('select 1 as n from pg_sleep(0.02)'))),
  )
  expect(answers.map((row) => row?.n)).toEqual(Array(20).fill(1))
  expect(pool.load()).toEqual({ inUse: 0, waiting: 0 })
  await pool.close()
})

/** Uses `n` connections at the same moment and releases them. */
async function useAtOnce(pool: Database, n: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let inUse = 0
  const hold = () =>
    pool.transaction(async (db) => {
      await db.query(raw('select 1'))
      if (++inUse === n) resolve()
      await promise
    })
  await Promise.all(Array.from({ length: n }, hold))
}

test('pool: throws 53300 when other programs keep all connections', async () => {
  const [others, pool] = [poolOf(), poolOf()]
  await useAtOnce(others, 2)
  await expect(one(pool, raw('select 1'))).rejects.toMatchObject({ code: '53300' })
  await pool.close()
  await others.close()
})

/** Starts a proxy that delays connects and counts unanswered ones. */
async function startSlowServer() {
  const seen = { unanswered: 0, most: 0, made: 0 }
  const server = createServer((near) => {
    seen.made += 1
    seen.unanswered += 1
    seen.most = Math.max(seen.most, seen.unanswered)
    const far = connectTo(`${inject('postgres')}/.s.PGSQL.5432`)
    far.once('data', () => (seen.unanswered -= 1))
    for (const socket of [near, far]) socket.on('error', () => undefined)
    far.pipe(near)
    void sleep(50).then(() => near.pipe(far))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  return {
    seen,
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
    close: () => server.close(),
  }
}

test('pool: opens two connections at a time in a burst, up to its maximum', async () => {
  const { seen, connectionString, close } = await startSlowServer()
  const pool = connect({ connectionString }, () => undefined, 8)
  const quick = Promise.all(Array.from({ length: 100 }, () => one(pool, raw('select 1'))))
  expect(pool.load().waiting).toBe(98)
  await quick
  await useAtOnce(pool, 8)
  expect([seen.most, seen.made]).toEqual([2, 8])
  expect(pool.load()).toEqual({ inUse: 0, waiting: 0 })
  await pool.close()
  close()
})

test('pool: keeps two connections open when idle', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const seen = sql`select count(*)::int as n from pg_stat_activity where usename = ${role}`
  const count = async () => (await one<{ n: number }>(admin, seen))?.n
  await run(admin, raw(`alter role ${role} connection limit 6`))
  const pool = poolOf()
  try {
    await useAtOnce(pool, 6)
    expect(await count()).toBe(6)
    vi.advanceTimersByTime(3_600_000)
    vi.useRealTimers()
    await expect.poll(count).toBe(2)
    // All idle connections are closed by now.
    await one(pool, raw('select 1'))
    expect(await count()).toBe(2)
  } finally {
    vi.useRealTimers()
    await pool.close()
    await run(admin, raw(`alter role ${role} connection limit 2`))
  }
})
