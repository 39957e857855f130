import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// Whoever has systemd or Caddy on the machine has them look at what is theirs; nothing is installed for it.

const deploy = join(import.meta.dirname, '../deploy')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flota-deploy-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What a command says, and its status; undefined where the machine does not have it. */
function say(program: string, words: string[]) {
  const { error, status, stdout, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    // Caddy makes folders where its certificates go.
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  return error ? undefined : { status, text: `${stdout}${stderr}` }
}

const hasIt = (program: string) => spawnSync(program, ['--help']).error === undefined

test.skipIf(!hasIt('systemd-analyze'))('systemd finds nothing wrong with the unit', () => {
  const unit = readFileSync(join(deploy, 'flota@.service'), 'utf8')
  // It asks whether the program is there, which it is only where it was installed.
  const path = join(folder, 'flota@3000.service')
  writeFileSync(path, unit.replace('/opt/flota/node_modules/.bin/node', process.execPath))
  // What it says of the machine's own units is not ours.
  expect(say('systemd-analyze', ['verify', path])?.text).not.toContain('flota@')
})

test.skipIf(!hasIt('caddy'))('Caddy takes the Caddyfile', () => {
  const path = join(folder, 'Caddyfile')
  copyFileSync(join(deploy, 'Caddyfile'), path)
  const told = say('caddy', ['validate', '--adapter', 'caddyfile', '--config', path])
  expect(told?.text).toContain('Valid configuration')
  expect(told).toMatchObject({ status: 0 })
})

test('the unit runs as a user of its own and not as root or nobody', () => {
  const unit = readFileSync(join(deploy, 'flota@.service'), 'utf8')
  expect(unit).toMatch(/^User=flota$/m)
  expect(unit).toMatch(/^NoNewPrivileges=yes$/m)
})

test.each(['flota@.service', 'Containerfile'])('%s keeps the memory as small as npm start does', (name) => {
  const { scripts } = JSON.parse(readFileSync(join(deploy, '../package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const settings = scripts.start.match(/MALLOC_ARENA_MAX=\d+|--max-[\w-]+=\d+/g) ?? []
  expect(settings).toHaveLength(3)
  const text = readFileSync(join(deploy, name), 'utf8')
  for (const setting of settings) expect(text).toContain(setting)
})
