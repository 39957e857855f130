import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { startupBanner } from './startupBanner.ts'

const block = (isTerminal: boolean) =>
  startupBanner({
    env: readEnv({}),
    version: '1.2.3',
    address: 'http://127.0.0.1:3000',
    serverVersion: '18.4',
    metricsAddress: undefined,
    generatedPassword: 'una-clave',
    isTerminal,
  })

test('in a terminal it says how to end; in a journal nobody can press a key', () => {
  expect(block(true)).toContain('\n\n  Ctrl+C para terminar\n')
  expect(block(false)).not.toContain('Ctrl')
  expect(block(false)).toBe(block(true).replace('\n  Ctrl+C para terminar\n', ''))
})
