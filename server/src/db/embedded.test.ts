import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StartError } from '../startError.ts'
import { findPackage } from './embedded/binaries.ts'
import { existingDataDir, ground, newPath, open, query, serving, startProgram } from './embedded/testing.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('first start', () => {
  it('makes DATA_DIR, private, with a UTF-8 database that has no port', async () => {
    const dataDir = join(newPath(), 'deep', 'data')
    const server = await open(dataDir)

    expect(server.firstStart).toBe(true)
    expect(server.notices).toEqual(['Preparando la base de datos…'])
    expect([modeOf(dataDir), modeOf(join(dataDir, 'run')), modeOf(join(dataDir, 'pg'))]).toEqual([
      0o700, 0o700, 0o700,
    ])
    expect(readdirSync(dataDir).sort()).toEqual(['flota.lock', 'flota.pid', 'log', 'pg', 'run'])
    const [database] = await query(
      server.connection,
      `select current_user as user, current_database() as name, pg_encoding_to_char(encoding) as encoding,
              datlocprovider as provider, datlocale as locale from pg_database where datname = 'flota'`,
    )
    expect(database).toEqual({
      user: 'postgres',
      name: 'flota',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
    })
    expect(
      await settings(server, 'listen_addresses', 'jit', 'dynamic_shared_memory_type', 'data_checksums'),
    ).toEqual(['', 'off', 'mmap', 'on'])
  })

  it('takes what an initdb that was cut short left for nothing', async () => {
    const dataDir = newPath()
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'flota.lock'), '')
    writeFileSync(join(mkdtempSync(join(dataDir, 'pg.init-')), 'PG_VERSION'), '18\n')
    const server = await open(dataDir)
    expect(server.firstStart).toBe(true)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('pg.init-'))).toEqual([])
  })
})

describe('stop and restart', () => {
  it('leaves no process, pid file or socket, and finds everything again', async () => {
    const dataDir = await existingDataDir()
    const server = await open(dataDir)
    expect(server.firstStart).toBe(false)
    await query(server.connection, 'create table kept as select 1 as one')
    // An open transaction must not hold up the end.
    const left = query(server.connection, 'begin; select pg_sleep(60)').catch(() => 'ended')
    await Promise.all([server.stop(), server.stop()])
    expect(await left).toBe('ended')
    expect(serving(dataDir)).toEqual([])
    expect(existsSync(join(dataDir, 'pg/postmaster.pid'))).toBe(false)
    expect(readdirSync(join(dataDir, 'run'))).toEqual([])

    const again = await open(dataDir)
    expect(await query(again.connection, 'select * from kept')).toEqual([{ one: 1 }])
  })

  it('serves several directories side by side', async () => {
    const [one, two] = await Promise.all([open(await existingDataDir()), open(await existingDataDir())])
    await query(one.connection, 'create table only_here ()')
    await expect(query(two.connection, 'select * from only_here')).rejects.toThrow('does not exist')
  })

  it('works under a path of any length and any letters', async () => {
    const dataDir = await existingDataDir(join(ground, `datos, "La Ñ" 50% $HOME 'x' ${'largo'.repeat(30)}`))
    const server = await open(dataDir)
    expect(server.connection.host.length).toBeLessThan(90)
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(server.connection.host)).toBe(false)
  })
})

describe('refusals, one line each', () => {
  it('a second start while the first lives, which goes on unharmed', async () => {
    const dataDir = await existingDataDir()
    const first = await startProgram({ dataDir })
    await expect(open(dataDir)).rejects.toThrow(`DATA_DIR ya está en uso por otro proceso (PID ${first.pid})`)
    await expect(startProgram({ dataDir })).rejects.toThrow('StartError: DATA_DIR ya está en uso')
    expect(await query(first.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    const here = await open(await existingDataDir())
    await expect(open(join(here.connection.host, '..'))).rejects.toThrow(`(PID ${process.pid})`)
  })

  it('a DATA_DIR that is a file, not ours, or impossible', async () => {
    const file = newPath()
    writeFileSync(file, '')
    await refused(file, 'es un archivo')
    await refused(join(file, 'data'), 'No se puede usar DATA_DIR')
    await refused('/proc/flota', 'No se puede usar DATA_DIR')
    const foreign = newPath()
    mkdirSync(foreign, { mode: 0o755 })
    writeFileSync(join(foreign, 'carta.txt'), '')
    await refused(foreign, 'contiene archivos que no son de este programa')
    expect(modeOf(foreign)).toBe(0o755)
  })

  it('a system without the package, naming DATABASE_URL', () => {
    expect(() => findPackage('win32-x64')).toThrow(StartError)
    expect(() => findPackage('win32-x64')).toThrow('DATABASE_URL')
  })

  it('binaries that do not run here, naming DATABASE_URL', async () => {
    const packageDir = fakePackage('echo "libc.so.6: not found"; exit 127', 'exit 1')
    await refused(newPath(), '(libc.so.6: not found): define DATABASE_URL', packageDir)
  })

  it('data of another major version', async () => {
    const packageDir = fakePackage('echo "postgres (PostgreSQL) 19.0"', 'exit 1')
    await refused(
      await existingDataDir(),
      'es de PostgreSQL 18 y este programa trae PostgreSQL 19',
      packageDir,
    )
  })

  it('an initdb that fails, with its cause and nothing half done', async () => {
    const dataDir = newPath()
    const version = 'echo "postgres (PostgreSQL) 18.4"'
    const full = fakePackage(
      version,
      'echo "initdb: error: could not write: No space left on device"; exit 1',
    )
    await refused(dataDir, 'no queda espacio en el disco', full)
    const broken = fakePackage(version, 'echo "initdb: error: something else"; exit 1')
    await refused(dataDir, 'initdb: error: something else', broken)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('pg'))).toEqual([])
    expect((await open(dataDir)).firstStart).toBe(true)
  })

  it('a database that was told not to wait for the disk', async () => {
    const dataDir = await existingDataDir()
    const server = await open(dataDir)
    await query(server.connection, 'alter system set fsync = off')
    await server.stop()
    const again = await open(dataDir)
    expect(await settings(again, 'fsync')).toEqual(['on'])
    await query(again.connection, 'alter database flota set synchronous_commit = off')
    await again.stop()
    await refused(dataDir, 'synchronous_commit=off')
    expect(serving(dataDir)).toEqual([])
  })
})

async function settings(
  { connection }: Awaited<ReturnType<typeof open>>,
  ...names: string[]
): Promise<string[]> {
  const rows = await query<{ value: string }>(
    connection,
    `select current_setting(name) as value from unnest('{${names.join()}}'::text[]) as name`,
  )
  return rows.map(({ value }) => value)
}

async function refused(dataDir: string, text: string, packageDir = findPackage()): Promise<void> {
  const error = await open(dataDir, { packageDir }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toContain(text)
  expect(String(error)).not.toContain('\n')
}

/** A package whose programs are these shell scripts. */
function fakePackage(postgres: string, initdb: string): string {
  const packageDir = newPath('fake')
  mkdirSync(join(packageDir, 'native/bin'), { recursive: true })
  writeFileSync(join(packageDir, 'package.json'), '{"version":"0.0.0"}')
  writeFileSync(join(packageDir, 'native/pg-symlinks.json'), '[]')
  const write = (name: string, script: string) =>
    writeFileSync(join(packageDir, 'native/bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  write('postgres', postgres)
  write('initdb', initdb)
  return packageDir
}
