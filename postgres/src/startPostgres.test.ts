import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { binOf, findPackage } from './binaries.ts'
import { StartError } from './startError.ts'
import type { PostgresOptions } from './startPostgres.ts'
import {
  existingDataDir,
  newPath,
  processesOn,
  query,
  startDatabaseProgram,
  startTestPostgres,
  testRoot,
} from './test/harness.ts'

const longPath = join(testRoot, `datos, "La Ñ" 50% $HOME 'x' ${'largo'.repeat(30)}`)
const modeOf = (path: string) => statSync(path).mode & 0o777

describe('startPostgres on a new DATA_DIR', () => {
  it('creates a private DATA_DIR with a UTF-8 database without TCP', async () => {
    const dataDir = join(newPath(), 'deep', 'data')
    const server = await startTestPostgres(dataDir)

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
    // Limits crash recovery.
    expect(await settings(server, 'max_wal_size')).toEqual(['256MB'])
  })

  it('discards the remains of an interrupted initdb', async () => {
    const dataDir = newPath()
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'flota.lock'), '')
    writeFileSync(join(mkdtempSync(join(dataDir, 'pg.init-')), 'PG_VERSION'), '18\n')
    const server = await startTestPostgres(dataDir)
    expect(server.firstStart).toBe(true)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('pg.init-'))).toEqual([])
  })
})

describe('stop and restart', () => {
  it('stop: leaves no process, pid file or socket; a restart finds the data', async () => {
    const dataDir = await existingDataDir()
    const server = await startTestPostgres(dataDir)
    expect(server.firstStart).toBe(false)
    await query(server.connection, 'create table kept as select 1 as one')
    // An open transaction must not delay the shutdown.
    const open = query(server.connection, 'begin; select pg_sleep(60)').catch(() => 'ended')
    await Promise.all([server.stop(), server.stop()])
    expect(await open).toBe('ended')
    expect(processesOn(dataDir)).toEqual([])
    expect(existsSync(join(dataDir, 'pg/postmaster.pid'))).toBe(false)
    expect(readdirSync(join(dataDir, 'run'))).toEqual([])

    const again = await startTestPostgres(dataDir)
    expect(await query(again.connection, 'select * from kept')).toEqual([{ one: 1 }])
  })

  it('startPostgres: runs several databases at once', async () => {
    const [one, two] = await Promise.all([
      startTestPostgres(await existingDataDir()),
      startTestPostgres(await existingDataDir(longPath)),
    ])
    await query(one.connection, 'create table only_here ()')
    await expect(query(two.connection, 'select * from only_here')).rejects.toThrow('does not exist')
  })

  it('startPostgres: supports long paths with any characters', async () => {
    const server = await startTestPostgres(await existingDataDir(longPath))
    expect(server.connection.host.length).toBeLessThan(90)
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(server.connection.host)).toBe(false)
  })
})

describe('startPostgres: throws a StartError of one line', () => {
  it('when DATA_DIR is in use, without harm to the first program', async () => {
    const dataDir = await existingDataDir()
    const first = await startDatabaseProgram({ dataDir })
    await expect(startTestPostgres(dataDir)).rejects.toThrow(
      `DATA_DIR ya está en uso por otro proceso (PID ${first.pid})`,
    )
    await expect(startDatabaseProgram({ dataDir })).rejects.toThrow('StartError: DATA_DIR ya está en uso')
    expect(await query(first.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await startTestPostgres(await existingDataDir(longPath))
    await expect(startTestPostgres(longPath)).rejects.toThrow(`(PID ${process.pid})`)
  })

  it('when DATA_DIR is a file, foreign or impossible', async () => {
    const file = newPath()
    writeFileSync(file, '')
    expect(await refusal(file)).toContain('es un archivo')
    expect(await refusal(join(file, 'data'))).toContain('No se puede usar DATA_DIR')
    expect(await refusal('/proc/flota')).toContain('No se puede usar DATA_DIR')
    const foreign = newPath()
    mkdirSync(foreign, { mode: 0o755 })
    writeFileSync(join(foreign, 'carta.txt'), '')
    expect(await refusal(foreign)).toContain('contiene archivos que no son de este programa')
    expect(modeOf(foreign)).toBe(0o755)
  })

  it('when there is no package for the platform', () => {
    expect(() => findPackage('win32-x64')).toThrow(StartError)
    expect(() => findPackage('win32-x64')).toThrow('DATABASE_URL')
  })

  it('when the binaries do not run', async () => {
    const packageDir = fakePackage('echo "libc.so.6: not found"; exit 127', 'exit 1')
    expect(await refusal(newPath(), { packageDir })).toContain('(libc.so.6: not found): define DATABASE_URL')
  })

  it('when the data has another major version', async () => {
    const packageDir = fakePackage('echo "postgres (PostgreSQL) 19.0"', 'exit 1')
    const found = await refusal(await existingDataDir(), { packageDir })
    expect(found).toContain('es de PostgreSQL 18 y este programa trae PostgreSQL 19')
  })

  it('when POSTGRES_BIN is missing, too old or of another major version than the data', async () => {
    const own = (binDir: string, dataDir = newPath()) => refusal(dataDir, { binDir })
    expect(await own('/nonexistent')).toContain(
      'POSTGRES_BIN (/nonexistent) no tiene un PostgreSQL que funcione',
    )
    const only = fakePackage('echo "postgres (PostgreSQL) 15.20"', 'exit 1')
    expect(await own(binOf(only))).toContain('indica la carpeta de postgres e initdb')
    const old = fakePackage('echo "postgres (PostgreSQL) 14.9"', 'exit 0')
    expect(await own(binOf(old))).toContain('es PostgreSQL 14: se necesita el 15')
    const other = fakePackage('echo "postgres (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)"', 'exit 0')
    expect(await own(binOf(other), await existingDataDir())).toContain(
      'es de PostgreSQL 18 y POSTGRES_BIN de PostgreSQL 15: indica los programas del 18',
    )
  })

  it('with the cause when initdb fails, leaving nothing behind', async () => {
    const dataDir = newPath()
    const version = 'echo "postgres (PostgreSQL) 18.4"'
    const full = fakePackage(
      version,
      'echo "initdb: error: could not write: No space left on device"; exit 1',
    )
    expect(await refusal(dataDir, { packageDir: full })).toContain('no queda espacio en el disco')
    const broken = fakePackage(version, 'echo "initdb: error: something else"; exit 1')
    expect(await refusal(dataDir, { packageDir: broken })).toContain('initdb: error: something else')
    expect(readdirSync(dataDir).filter((name) => name.startsWith('pg'))).toEqual([])
    expect((await startTestPostgres(dataDir)).firstStart).toBe(true)
  })

  // Last, because it makes the shared directory unusable.
  it('when synchronous_commit is off', async () => {
    const dataDir = await existingDataDir()
    const server = await startTestPostgres(dataDir)
    await query(server.connection, 'alter system set fsync = off')
    await server.stop()
    const again = await startTestPostgres(dataDir)
    expect(await settings(again, 'fsync')).toEqual(['on'])
    await query(again.connection, 'alter database flota set synchronous_commit = off')
    await again.stop()
    expect(await refusal(dataDir)).toContain('synchronous_commit=off')
    expect(processesOn(dataDir)).toEqual([])
  })
})

async function settings(
  { connection }: Awaited<ReturnType<typeof startTestPostgres>>,
  ...names: string[]
): Promise<string[]> {
  const rows = await query<{ value: string }>(
    connection,
    `select current_setting(name) as value from unnest('{${names.join()}}'::text[]) as name`,
  )
  return rows.map(({ value }) => value)
}

type Binaries = Pick<PostgresOptions, 'packageDir' | 'binDir'>

/** Returns the message of the StartError. */
async function refusal(dataDir: string, binaries: Binaries = {}): Promise<string> {
  const error = await startTestPostgres(dataDir, binaries).catch((thrown: unknown) => thrown)
  return error instanceof StartError && !error.message.includes('\n')
    ? error.message
    : `not a refusal: ${String(error)}`
}

/** Creates a package whose programs are shell scripts. */
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
