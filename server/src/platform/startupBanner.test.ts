import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { startupBanner } from './startupBanner.ts'

const banner = (isTerminal: boolean) =>
  startupBanner({
    env: readEnv({}),
    version: '1.2.3',
    address: 'http://127.0.0.1:3000',
    serverVersion: '18.4',
    metricsAddress: undefined,
    isTerminal,
  })

test('startupBanner: mentions Ctrl+C only in a terminal', () => {
  expect(banner(true)).toContain('\n\n  Ctrl+C para terminar\n')
  expect(banner(false)).not.toContain('Ctrl')
  expect(banner(false)).toBe(banner(true).replace('\n  Ctrl+C para terminar\n', ''))
})
