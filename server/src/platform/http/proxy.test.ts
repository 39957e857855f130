import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureLog } from '../../test/captureLog.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { many, sql } from '../db/sql.ts'
import { readEnv } from '../env.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

let users = 0
/** Returns the address for which a failed login counts. */
async function addressSeen(trust: string, peer: string, forwarded?: string | string[]) {
  const app = server.startAnotherApp({ env: readEnv({ TRUST_PROXY: trust }) })
  const username = `nadie${++users}`
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: peer,
    payload: { username, password: 'no es esta' },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  })
  expect(answer.statusCode).toBe(401)
  const rows = await many<{ direccion: string }>(
    server.db,
    sql`select direccion from intentos where username = ${username}`,
  )
  return rows.map(({ direccion }) => direccion).join()
}

describe('client address', () => {
  test.each([
    ['is the peer by default', 'false', '10.0.0.9', '203.0.113.5', '10.0.0.9'],
    ['is the one that the only proxy names', 'true', '10.0.0.9', '203.0.113.5', '203.0.113.5'],
    ['is not what the client itself claims', 'true', '10.0.0.9', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['is the proxy if it names none', 'true', '10.0.0.9', undefined, '10.0.0.9'],
    ['is the one that a listed proxy names', '10.0.0.9', '10.0.0.9', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    [
      'is the one before two listed proxies',
      '10.0.0.9,10.0.0.8',
      '10.0.0.9',
      '1.1.1.1, 203.0.113.5, 10.0.0.8',
      '203.0.113.5',
    ],
    ['is the one before a listed network', '10.0.0.0/8', '10.1.2.3', '203.0.113.5, 10.9.9.9', '203.0.113.5'],
    ['is a peer that is not listed', '10.0.0.9', '198.51.100.7', '203.0.113.5', '198.51.100.7'],
    ['is the /64 of an IPv6 address', '::1', '::1', '2001:db8::5', '2001:db8::/64'],
    ['is the first proxy if all are listed', '10.0.0.0/8', '10.0.0.9', '10.0.0.7', '10.0.0.7'],
  ])('%s', async (_name, trust, peer, forwarded, seen) => {
    expect(await addressSeen(trust, peer, forwarded)).toBe(seen)
  })

  test('is never empty when X-Forwarded-For is invalid', async () => {
    const noise = randomBytes(3000).toString('base64')
    for (const forwarded of ['', ',', 'unknown', '"203.0.113.5"', `x, ${noise}`, noise]) {
      expect(await addressSeen('true', '10.0.0.9', forwarded)).not.toBe('')
    }
  })
})

describe('X-Forwarded-For', () => {
  const warningsFor = async (trust: string, times: number) => {
    const log = captureLog()
    const app = server.startAnotherApp({ env: readEnv({ TRUST_PROXY: trust }), log: pino({}, log.stream) })
    await app.inject({ url: '/api/salud' })
    for (let i = 0; i < times; i++) {
      await app.inject({ url: '/api/salud', headers: { 'x-forwarded-for': '203.0.113.5' } })
    }
    return log.all().filter(({ msg, level }) => level === 40 && String(msg).includes('TRUST_PROXY'))
  }

  test('logs one warning without TRUST_PROXY', async () => {
    expect(await warningsFor('false', 3)).toHaveLength(1)
  })

  test('logs no warning when it is absent or the proxy is trusted', async () => {
    expect(await warningsFor('false', 0)).toHaveLength(0)
    expect(await warningsFor('true', 2)).toHaveLength(0)
    expect(await warningsFor('10.0.0.9', 2)).toHaveLength(0)
  })
})
