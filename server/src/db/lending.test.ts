import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from './connect.ts'
import { type Database, one, raw } from './sql.ts'

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

test('where the server takes no more connections, one of our own is waited for', async () => {
  const pool = poolOf()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => one<{ n: number }>(pool, raw('select 1 as n from pg_sleep(0.02)'))),
  )
  expect(answers.map((row) => row?.n)).toEqual(Array(20).fill(1))
  expect(pool.load()).toEqual({ lent: 0, waiting: 0 })
  await pool.close()
})

test('where others have them all for good, it is told', async () => {
  const [others, pool] = [poolOf(), poolOf()]
  await Promise.all([1, 2].map(() => one(others, raw('select pg_sleep(0.1)'))))
  await expect(one(pool, raw('select 1'))).rejects.toMatchObject({ code: '53300' })
  await pool.close()
  await others.close()
})
