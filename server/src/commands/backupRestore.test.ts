import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { describe, expect, test, vi } from 'vitest'
import { many, sql } from '../platform/db/sql.ts'
import { createEmptyDatabase } from '../test/emptyDatabase.ts'
import { aCamion } from '../test/factories.ts'
import { buildPng } from '../test/png.ts'
import { processTree, startCommand, stillRunning } from '../test/program.ts'
import { connectOffice } from '../test/programClient.ts'
import { findDatabaseUrl, readContents, restoredContents } from '../test/respaldo.ts'
import { programsPerTest } from '../test/testPrograms.ts'

// npm run backup and npm run restore (docs/contract/configuration.md).

const programs = programsPerTest()
const { directory, endAll } = programs

const ADMIN_PASSWORD = 'La oficina abre a las 7'
const at = (name: string) => join(directory.path, name)
const start = (DATA_DIR: string) =>
  programs.start({ DATA_DIR, ADMIN_PASSWORD, LOG_LEVEL: 'silent' }).listening
const command = (name: string, words: string[], env: Record<string, string>) =>
  startCommand(name, words, env).ended

const call = async (address: string, path: string, token: string | undefined, body?: unknown) => {
  const answer = await fetch(address + path, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
  return { status: answer.status, body: (await answer.json()) as any }
}
const login = async (address: string): Promise<string> =>
  (await call(address, '/api/auth/login', undefined, { username: 'admin', password: ADMIN_PASSWORD })).body
    .data.token
/** Starts a database in a staging folder, as a restore does. */
const aDataDir = (name: string) => startPostgres({ dataDir: at(name), notice: () => undefined })
const oneLine = /^[^\n]+\n$/

test('backup and restore: copy the embedded database to a server and back, running or stopped', async () => {
  await programs.migrate()
  const first = await start(at('data'))
  const token = await login(first)
  for (let n = 0; n < 3; n++) expect((await call(first, '/api/camiones', token, aCamion())).status).toBe(201)
  const trucks = (await call(first, '/api/camiones', token)).body.data

  const running = await command('backup', [at('copia')], { DATA_DIR: at('data') })
  expect(running).toMatchObject({ code: 0, stderr: '' })
  expect(running.stdout).toMatch(/^Respaldo completo en \S+\/copia: \d+ KB, [\d,]+ filas en \d+ tablas\.\n$/)
  expect((await stat(at('copia'))).mode & 0o777).toBe(0o700)
  await endAll()
  expect(await command('backup', [at('detenido')], { DATA_DIR: at('data') })).toMatchObject({ code: 0 })

  const server = await createEmptyDatabase()
  const db = server.pool()
  const DATABASE_URL = await findDatabaseUrl(db)
  expect(await command('restore', [at('detenido')], { DATABASE_URL })).toMatchObject({ code: 0 })
  expect((await many<{ placa: string }>(db, sql`select placa from camiones`)).length).toBe(3)
  const again = await command('restore', [at('detenido')], { DATABASE_URL })
  expect([again.code, again.stdout]).toEqual([1, ''])
  expect(again.stderr).toMatch(oneLine)

  expect(await command('backup', [at('servidor')], { DATABASE_URL })).toMatchObject({ code: 0 })
  expect(await command('restore', [at('servidor')], { DATA_DIR: at('nuevo/data') })).toMatchObject({
    code: 0,
  })
  const second = await start(at('nuevo/data'))
  expect((await call(second, '/api/camiones', token)).status).toBe(401)
  const newToken = await login(second)
  expect((await call(second, '/api/camiones', newToken)).body.data).toEqual(trucks)
  const made = await call(second, '/api/camiones', newToken, aCamion())
  expect([made.status, trucks.map(({ id }: { id: number }) => id).includes(made.body.data.id)]).toEqual([
    201,
    false,
  ])
  await endAll()

  // A restore changes nothing.
  const third = await createEmptyDatabase()
  const same = third.pool()
  expect(
    await command('restore', [at('servidor')], { DATABASE_URL: await findDatabaseUrl(same) }),
  ).toMatchObject({
    code: 0,
  })
  expect(restoredContents(await readContents(same))).toEqual(restoredContents(await readContents(db)))
  await third.drop()
  await server.drop()
})

describe('backup and restore: exit with 1 and one line', () => {
  const refused = async (name: string, words: string[], env: Record<string, string>) => {
    const { code, stdout, stderr } = await command(name, words, env)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(oneLine)
    return stderr
  }

  test('when a target is not empty, or a source or argument is missing', async () => {
    await mkdir(at('llena'))
    await writeFile(at('llena/algo'), 'x')
    expect(await refused('backup', [at('llena')], { DATA_DIR: at('data') })).toContain('no está vacía')
    expect(await refused('restore', [at('copia')], { DATA_DIR: at('llena') })).toContain('no está vacía')
    expect(await refused('backup', [at('copia')], { DATA_DIR: at('nada') })).toContain('no tiene datos')
    expect(await refused('restore', [at('copia')], { DATA_DIR: at('nada') })).toContain('No hay un respaldo')
    expect(await refused('backup', [], { DATA_DIR: at('data') })).toContain('Uso: npm run backup')
    expect(await refused('restore', ['a', 'b'], { DATA_DIR: at('data') })).toContain('Uso: npm run restore')
    expect((await readdir(directory.path)).toSorted()).toEqual(['llena'])
  })
})

test('backup and restore: keep the company’s name and its logo', async () => {
  const png = buildPng(30, 10, 6)
  const readLogo = async (address: string) => {
    const { data } = (await call(address, '/api/config', undefined)).body
    const answer = await fetch(address + data.logo)
    return [data.empresa, answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())]
  }
  await programs.migrate()
  const first = await start(at('data'))
  const office = await connectOffice(first)
  const logo = `data:image/png;base64,${png.toString('base64')}`
  await office.put('/api/ajustes', { nombre: 'Fletes Ixchel', logo })
  const stored = await readLogo(first)
  expect(stored).toEqual(['Fletes Ixchel', 'image/png', png])
  expect(await command('backup', [at('copia')], { DATA_DIR: at('data') })).toMatchObject({ code: 0 })
  await endAll()
  expect(await command('restore', [at('copia')], { DATA_DIR: at('nuevo') })).toMatchObject({ code: 0 })
  expect(await readLogo(await start(at('nuevo')))).toEqual(stored)
})

test('restore: leaves DATA_DIR unchanged when interrupted', async () => {
  await programs.migrate()
  await start(at('data'))
  await command('backup', [at('copia')], { DATA_DIR: at('data') })
  await endAll()
  await mkdir(at('vacia'))
  const parts = async () =>
    (await readdir(directory.path)).filter((name) => name.startsWith('vacia.parcial-'))
  const endBy = async (signal: NodeJS.Signals) => {
    const before = await parts()
    const { child, ended } = startCommand('restore', [at('copia')], { DATA_DIR: at('vacia') })
    const beside = await vi.waitFor(
      async () => {
        const found = (await parts()).find((name) => !before.includes(name))
        if (!found || !(await readdir(at(found))).includes('pg')) throw new Error('not yet')
        return found
      },
      { timeout: 60_000, interval: 5 },
    )
    const tree = await processTree(child.pid ?? 0)
    child.kill(signal)
    await ended
    await vi.waitFor(async () => expect(await stillRunning(tree)).toEqual([]), { timeout: 20_000 })
    expect(await readdir(at('vacia'))).toEqual([])
    return beside
  }
  // SIGKILL leaves a staging folder, which the next restore or start deletes.
  const staging = await endBy('SIGKILL')
  expect(await parts()).toEqual([staging])
  await endBy('SIGTERM')
  expect(await parts()).toEqual([])
  expect(await command('restore', [at('copia')], { DATA_DIR: at('vacia') })).toMatchObject({ code: 0 })
  const inUse = await aDataDir('vacia.parcial-enUso')
  await cp(at('copia'), at('vacia.parcial-aB3xYz'), { recursive: true })
  await writeFile(at('vacia.parcial-aB3xYz/flota.lock'), '')
  await login(await start(at('vacia')))
  expect(await parts()).toEqual(['vacia.parcial-enUso'])
  await inUse.stop()
})
