import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../platform/db/connect.ts'
import { type Database } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { findConnection } from '../../test/emptyDatabase.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, countByStatus, insertLoginFailures, tryLogin, userPassword } from '../../test/users.ts'

// Two processes share one database: the counts must not depend on either one's memory.
let server: TestApp
let secondPool: Database
let apps: FastifyInstance[]
beforeAll(async () => {
  const env = readEnv({ TRUST_PROXY: 'true' })
  server = await testApp({ env })
  secondPool = connect(await findConnection(server.db), () => undefined)
  apps = [server.app, server.startAnotherApp({ db: secondPool })]
})
afterAll(async () => {
  await secondPool.close()
  await server.close()
})

const rounds = Array.from({ length: 4 }, (_, i) => i)
/** Sends this many concurrent attempts, alternating between the two processes. */
const runConcurrently = (
  count: number,
  one: (app: FastifyInstance, i: number) => ReturnType<typeof tryLogin>,
) => Promise.all(Array.from({ length: count }, (_, i) => one(apps[i % 2] ?? server.app, i)))

describe('concurrent attempts on two processes', () => {
  test.each(rounds)('20 wrong passwords: five are checked (round %i)', async (round) => {
    const { username } = await aUser(server)
    const responses = await runConcurrently(20, (app, i) =>
      tryLogin(app, username, `no ${i}`, `203.0.113.${round}`),
    )
    expect(countByStatus(responses)).toEqual({ 401: 5, 429: 15 })
    for (const { status, headers } of responses)
      expect(Number(headers['retry-after'] ?? 0) > 0).toBe(status === 429)
    const after = await runConcurrently(2, (app) =>
      tryLogin(app, username, userPassword, `203.0.113.${round}`),
    )
    expect(countByStatus(after)).toEqual({ 429: 2 })
  })

  test.each(rounds)('20 correct passwords: all succeed (round %i)', async (round) => {
    const { username } = await aUser(server)
    const responses = await runConcurrently(20, (app) =>
      tryLogin(app, username, userPassword, `198.51.100.${round}`),
    )
    expect(countByStatus(responses)).toEqual({ 200: 20 })
    expect(new Set(responses.map(({ body }) => body.data.token)).size).toBe(20)
  })

  test.each(rounds)(
    '20 wrong passwords and a correct one from elsewhere: only the wrong ones fail (round %i)',
    async (round) => {
      const [victim, colleague] = [await aUser(server), await aUser(server)]
      const address = `198.51.101.${round}`
      const [wrong, right] = await Promise.all([
        runConcurrently(20, (app, i) => tryLogin(app, victim.username, `no ${i}`, address)),
        runConcurrently(4, (app) => tryLogin(app, colleague.username, userPassword, address)),
      ])
      expect(countByStatus(wrong)).toEqual({ 401: 5, 429: 15 })
      expect(countByStatus(right)).toEqual({ 200: 4 })
    },
  )

  test('20 wrong passwords of 20 usernames after 25 failures of the address: five are checked', async () => {
    const address = '192.0.2.77'
    await insertLoginFailures(server.db, 25, (i) => ({ username: `otro-${i}`, address }))
    const responses = await runConcurrently(20, (app, i) => tryLogin(app, `nadie-${i}`, 'no', address))
    expect(countByStatus(responses)).toEqual({ 401: 5, 429: 15 })
  })

  test('20 wrong passwords from 20 addresses after 45 failures of the username: five are checked', async () => {
    const { username } = await aUser(server)
    await insertLoginFailures(server.db, 45, (i) => ({ username, address: `192.0.4.${i}` }))
    const responses = await runConcurrently(20, (app, i) => tryLogin(app, username, 'no', `192.0.3.${i}`))
    expect(countByStatus(responses)).toEqual({ 401: 5, 429: 15 })
  })
})
