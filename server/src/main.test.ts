import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { connect as connectTo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, test, vi } from 'vitest'
import { connect } from './platform/db/connect.ts'
import { raw } from './platform/db/sql.ts'
import { readVersion } from './platform/version.ts'
import { npmStart, type Process, type Program, processTree, stillRunning } from './test/program.ts'
import { programsPerTest } from './test/testPrograms.ts'

const { directory, migrate, start } = programsPerTest()
/** Sends a signal. @returns the exit code and the remaining processes */
async function end(program: Program, signal: NodeJS.Signals = 'SIGTERM') {
  const tree = await processTree(program.pid)
  program.child.kill(signal)
  const { code } = await program.ended
  return { code, tree, left: await stillRunning(tree) }
}
const login = async (address: string, username: string, password: string) =>
  (
    await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
  ).status
const passwordIn = (block: string) => /Contraseña\s+(\S+)/.exec(block)?.[1]
const isPostgres = ({ command }: Process) => command === 'postgres'
const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

describe('program', () => {
  test('prints the banner, with the generated password on the first start only', async () => {
    const first = start({ EMPRESA_NOMBRE: 'Fletes del Sur' })
    const address = await first.listening
    const password = passwordIn(first.stdout()) ?? ''
    expect(first.stdout()).toContain('Fletes del Sur')
    expect(first.stdout()).toContain(address)
    expect(first.stdout()).toContain(directory.dataDir)
    expect(await login(address, 'admin', password)).toBe(200)
    expect(first.stdout().split(password)).toHaveLength(2)
    const tree = await processTree(first.pid)
    expect(tree.some(isPostgres)).toBe(true)
    expect(await end(first, 'SIGINT')).toMatchObject({ code: 0, left: [] })
    expect(first.stderr()).not.toContain(password)
    // Standard output is not a terminal.
    expect(first.stdout()).not.toContain('Ctrl+C')

    const second = start()
    const again = await second.listening
    expect(passwordIn(second.stdout())).toBeUndefined()
    expect(second.stdout()).not.toContain(password)
    expect(await login(again, 'admin', password)).toBe(200)
  })

  test('logs JSON lines to standard error, without secrets', async () => {
    await migrate()
    const program = start({ ADMIN_PASSWORD: 'La oficina abre a las 7', LOG_LEVEL: 'trace' })
    const address = await program.listening
    const block = program.stdout()
    await fetch(`${address}/api/salud`, { headers: { 'x-forwarded-for': '203.0.113.5' } })
    await fetch(`${address}/api/nada?clave=secreta`)
    expect(await login(address, 'admin', 'La oficina abre a las 7')).toBe(200)
    expect(await login(address, 'admin', 'equivocada')).toBe(401)
    for (const { pid } of await processTree(program.pid)) {
      // All users of the machine can read it.
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('La oficina abre')
    }
    await end(program)
    expect(program.stdout()).toBe(block)
    expect(block).not.toContain('La oficina abre')
    const log = linesOf(program.stderr()).map((line) => JSON.parse(line))
    expect(log.filter(({ msg }) => msg === 'request')).toHaveLength(4)
    expect(log.at(-1)).toMatchObject({ level: 30, msg: 'terminado en orden' })
    expect(log.filter(({ level }) => level === 40)).toHaveLength(1)
    expect(program.stderr()).not.toMatch(/La oficina abre|equivocada|clave=secreta/)
  })

  test('--version: prints the version and creates nothing', async () => {
    const { status, stdout } = spawnSync(process.execPath, [...npmStart.words, '--version'], {
      cwd: new URL('../..', import.meta.url),
      env: { ...process.env, DATA_DIR: directory.dataDir },
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, `${await readVersion()}\n`])
    expect(existsSync(directory.dataDir)).toBe(false)
  })

  test('writes only to DATA_DIR, with mode 0700', async () => {
    const program = start()
    await program.listening
    const { stat, readdir } = await import('node:fs/promises')
    expect((await stat(directory.dataDir)).mode & 0o777).toBe(0o700)
    expect(await readdir(directory.path)).toEqual(['data'])
  })

  test('DATABASE_URL: uses that PostgreSQL and starts none', async () => {
    const admin = connect(
      { host: inject('postgres'), user: 'postgres', database: 'postgres' },
      () => undefined,
      1,
    )
    const name = `programa_${process.pid}`
    await admin.query(raw(`create database ${name}`))
    const url = `postgresql:///${name}?host=${encodeURIComponent(inject('postgres'))}&user=postgres`
    const program = start({ DATABASE_URL: url })
    const address = await program.listening
    expect(await login(address, 'admin', passwordIn(program.stdout()) ?? '')).toBe(200)
    expect(program.stdout()).not.toContain(url)
    expect((await processTree(program.pid)).filter(isPostgres)).toEqual([])
    expect(existsSync(directory.dataDir)).toBe(false)
    expect(await end(program)).toMatchObject({ code: 0, left: [] })
    await admin.query(raw(`drop database ${name} with (force)`))
    await admin.close()
  })
})

describe('SIGTERM', () => {
  test('stops the program in order despite open connections', async () => {
    await migrate()
    const program = start()
    const { port } = new URL(await program.listening)
    // Silent, kept alive, half a request, half a body.
    const sockets = [
      '',
      'GET /api/salud HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /api/sal',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    ].map((text) => {
      const socket = connectTo(Number(port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(text)
      return socket
    })
    await expect.poll(() => sockets[1]?.bytesRead).toBeGreaterThan(0)
    const limit = AbortSignal.timeout(20_000)
    const late = new Promise((resolve) => limit.addEventListener('abort', () => resolve('more than 20 s')))
    const result = await Promise.race([end(program), late])
    for (const socket of sockets) socket.destroy()
    expect(result).toMatchObject({ code: 0, left: [] })
    expect(linesOf(program.stderr()).filter((line) => !line.startsWith('{'))).toEqual([])
  })

  test('does not wait for a request that waits for a database lock', async () => {
    const admin = connect(
      { host: inject('postgres'), user: 'postgres', database: 'postgres' },
      () => undefined,
    )
    const name = `colgada_${process.pid}`
    await admin.query(raw(`create database ${name} template plantilla`))
    const holder = connect({ host: inject('postgres'), user: 'postgres', database: name }, () => undefined)
    const program = start({
      DATABASE_URL: `postgresql:///${name}?host=${encodeURIComponent(inject('postgres'))}&user=postgres`,
    })
    const address = await program.listening
    await holder.transaction(async (tx) => {
      await tx.query(raw('lock table usuarios in access exclusive mode'))
      const held = login(address, 'admin', 'la que sea').catch(() => 'cut off')
      await expect
        .poll(async () => (await admin.query(raw('select from pg_locks where not granted'))).rowCount)
        .toBeGreaterThan(0)
      const limit = AbortSignal.timeout(20_000)
      const late = new Promise((resolve) => limit.addEventListener('abort', () => resolve('more than 20 s')))
      expect(await Promise.race([end(program), late])).toMatchObject({ code: 0, left: [] })
      expect(await held).toBe('cut off')
    })
    await holder.close()
    await admin.query(raw(`drop database ${name} with (force)`))
    await admin.close()
  })

  test('stops the program once when another signal follows', async () => {
    await migrate()
    const program = start()
    await program.listening
    const tree = await processTree(program.pid)
    program.child.kill('SIGTERM')
    program.child.kill('SIGINT')
    expect((await program.ended).code).toBe(0)
    expect(await stillRunning(tree)).toEqual([])
  })

  test.each([
    ['at once', () => true],
    ['when DATA_DIR exists', () => existsSync(directory.dataDir)],
    ['when initdb has finished', () => existsSync(join(directory.dataDir, 'pg'))],
    ['when PostgreSQL starts', () => existsSync(join(directory.dataDir, 'pg', 'postmaster.pid'))],
  ])('during the start, %s: leaves no process, and the next start works', async (_when, reached) => {
    const program = start()
    await vi.waitFor(() => expect(reached()).toBe(true), { timeout: 60_000, interval: 2 })
    const tree = await processTree(program.pid)
    program.child.kill('SIGTERM')
    await program.ended
    expect(linesOf(program.stderr())).toEqual([])
    await vi.waitFor(async () => expect(await stillRunning(tree)).toEqual([]), { timeout: 20_000 })
    const next = start()
    expect(passwordIn((await next.listening) && next.stdout())).toBeDefined()
    expect((await end(next)).code).toBe(0)
  })
})
