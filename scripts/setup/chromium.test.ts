import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserReady, findChromium } from './chromium.mjs'

let cache: string

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'flota-chromium-'))
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', cache)
  vi.stubEnv('CHROMIUM_PATH', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(cache, { recursive: true, force: true })
})

const program = (name: string, script: string) => {
  const path = join(cache, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

test('findChromium: prefers CHROMIUM_PATH', () => {
  vi.stubEnv('CHROMIUM_PATH', '/opt/chromium')
  expect(findChromium()).toBe('/opt/chromium')
})

test("findChromium: returns Playwright's newest download", () => {
  program('chromium-999/chrome-linux/chrome', '')
  const newest = program('chromium-1200/chrome-linux/chrome', '')
  expect(findChromium([])).toBe(newest)
})

test('findChromium: returns undefined when there is none', () => {
  expect(findChromium([])).toBeUndefined()
})

test('browserReady: returns true when the browser shows a page, whatever else it prints', async () => {
  vi.stubEnv('CHROMIUM_PATH', program('good', 'echo "no bus" >&2; echo "<html><p>hola</p></html>"'))
  expect(await browserReady()).toBe(true)
  vi.stubEnv('CHROMIUM_PATH', program('bad', 'echo "libnss3.so: cannot open" >&2; exit 127'))
  await expect(browserReady()).rejects.toThrow('libnss3.so')
})
