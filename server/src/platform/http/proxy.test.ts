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
/** The address that a failed login from there is counted for. */
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

describe('the address of a client', () => {
  test.each([
    ['nobody is trusted by default: the peer', 'false', '10.0.0.9', '203.0.113.5', '10.0.0.9'],
    ['one proxy in front: the one it names', 'true', '10.0.0.9', '203.0.113.5', '203.0.113.5'],
    [
      'what the client itself claims does not count',
      'true',
      '10.0.0.9',
      '1.1.1.1, 203.0.113.5',
      '203.0.113.5',
    ],
    ['a trusted proxy that names nobody', 'true', '10.0.0.9', undefined, '10.0.0.9'],
    ['a listed proxy', '10.0.0.9', '10.0.0.9', '1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['two listed proxies', '10.0.0.9,10.0.0.8', '10.0.0.9', '1.1.1.1, 203.0.113.5, 10.0.0.8', '203.0.113.5'],
    ['a listed network', '10.0.0.0/8', '10.1.2.3', '203.0.113.5, 10.9.9.9', '203.0.113.5'],
    ['a peer that is not on the list', '10.0.0.9', '198.51.100.7', '203.0.113.5', '198.51.100.7'],
    ['IPv6, by its /64', '::1', '::1', '2001:db8::5', '2001:db8::/64'],
    ['all of them proxies of ours', '10.0.0.0/8', '10.0.0.9', '10.0.0.7', '10.0.0.7'],
  ])('%s', async (_name, trust, peer, forwarded, seen) => {
    expect(await addressSeen(trust, peer, forwarded)).toBe(seen)
  })

  test('what is no address at all does no harm', async () => {
    const noise = randomBytes(3000).toString('base64')
    for (const forwarded of ['', ',', 'unknown', '"203.0.113.5"', `x, ${noise}`, noise]) {
      expect(await addressSeen('true', '10.0.0.9', forwarded)).not.toBe('')
    }
  })
})

describe('X-Forwarded-For without TRUST_PROXY', () => {
  const ask = async (trust: string, times: number) => {
    const log = captureLog()
    const app = server.startAnotherApp({ env: readEnv({ TRUST_PROXY: trust }), log: pino({}, log.stream) })
    await app.inject({ url: '/api/salud' })
    for (let i = 0; i < times; i++) {
      await app.inject({ url: '/api/salud', headers: { 'x-forwarded-for': '203.0.113.5' } })
    }
    return log.all().filter(({ msg, level }) => level === 40 && String(msg).includes('TRUST_PROXY'))
  }

  test('is warned of once', async () => {
    expect(await ask('false', 3)).toHaveLength(1)
  })

  test('is not warned of where there is none, or where it is trusted', async () => {
    expect(await ask('false', 0)).toHaveLength(0)
    expect(await ask('true', 2)).toHaveLength(0)
    expect(await ask('10.0.0.9', 2)).toHaveLength(0)
  })
})
