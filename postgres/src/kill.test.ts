import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { endPostgres, waitFor } from './processes.ts'
import {
  existingDataDir,
  findPostmaster,
  kill,
  newPath,
  processesOn,
  query,
  spawnDatabaseProgram,
  startDatabaseProgram,
  startTestPostgres,
} from './test/harness.ts'

const ORPHAN = 'La base de datos seguía abierta sin su programa: se cierra en orden y se inicia de nuevo…'

/** Shared by all tests: the database must recover from each kill. */
const dataDir = await existingDataDir()
const logFile = join(dataDir, 'log/postgresql.log')
const log = () => readFileSync(logFile, 'utf8')
beforeEach(() => truncateSync(logFile))

describe('kill -9', () => {
  it('program: the lifeline shuts the database down in order', async () => {
    const program = await startDatabaseProgram({ dataDir })
    await query(program.connection, 'create table if not exists kept as select 1 as one')
    kill(program.pid)
    expect(await waitFor(() => processesOn(dataDir).length === 0, 10_000)).toBe(true)
    expect(log()).toContain('received fast shutdown request')
    expect(existsSync(join(dataDir, 'pg/postmaster.pid'))).toBe(false)
  })

  it('program: an immediate restart finds all data', async () => {
    const program = await startDatabaseProgram({ dataDir })
    await query(program.connection, 'create table if not exists kept as select 1 as one')
    kill(program.pid)
    await program.exited
    const server = await startTestPostgres(dataDir)
    expect(await query(server.connection, 'select * from kept')).toEqual([{ one: 1 }])
    expect(log()).not.toContain('automatic recovery in progress')
  })

  it('program and lifeline: the next start shuts the orphan down and restarts the database', async () => {
    const program = await startDatabaseProgram({ dataDir })
    const orphan = findPostmaster(dataDir)
    // Otherwise the program could notice the lifeline's end and stop the database itself.
    process.kill(program.pid, 'SIGSTOP')
    kill(...orphan.lifeline, program.pid)
    await program.exited
    const server = await startTestPostgres(dataDir)
    expect(server.notices).toEqual([ORPHAN])
    expect(findPostmaster(dataDir).pid).not.toBe(orphan.pid)
  })

  it('all processes during writes: no acknowledged row is lost', async () => {
    const program = await startDatabaseProgram({ dataDir })
    await query(program.connection, 'create table written (n int)')
    const client = new pg.Client(program.connection)
    client.on('error', () => {})
    await client.connect()
    let acknowledged = 0
    const writing = (async () => {
      for (;;) {
        await client.query('insert into written values ($1)', [acknowledged])
        acknowledged += 1
      }
    })().catch(() => {})
    expect(await waitFor(() => acknowledged > 200, 10_000)).toBe(true)
    const { pid, lifeline } = findPostmaster(dataDir)
    kill(...lifeline, program.pid, pid, ...processesOn(dataDir).map((each) => each.pid))
    await Promise.all([writing, program.exited])
    expect(existsSync(join(dataDir, 'pg/postmaster.pid'))).toBe(true)

    const server = await startTestPostgres(dataDir)
    const [{ rows } = { rows: 0 }] = await query<{ rows: number }>(
      server.connection,
      'select count(*)::int as rows from written',
    )
    expect(rows).toBeGreaterThanOrEqual(acknowledged)
    expect(rows).toBeLessThanOrEqual(acknowledged + 1)
  })

  it('program during initdb: the next start works', async () => {
    const dataDir = newPath()
    const { program, exited } = spawnDatabaseProgram({ dataDir })
    const begun = () =>
      existsSync(dataDir) && readdirSync(dataDir).some((name) => name.startsWith('pg.init-'))
    expect(await waitFor(begun, 10_000)).toBe(true)
    program.kill('SIGKILL')
    await exited
    const server = await startTestPostgres(dataDir)
    expect(server.firstStart).toBe(true)
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('all but a busy backend: the next start ends it first', async () => {
    const program = await startDatabaseProgram({ dataDir })
    const busy = query(program.connection, 'select count(*) from generate_series(1, 1000000000000)').catch(
      () => 'ended',
    )
    const isBusy = () => processesOn(dataDir).find(({ title }) => title.endsWith(' SELECT'))
    expect(await waitFor(() => isBusy() !== undefined, 10_000)).toBe(true)
    const backend = isBusy()?.pid
    const { pid, lifeline } = findPostmaster(dataDir)
    kill(...lifeline, program.pid, pid)
    await program.exited
    const server = await startTestPostgres(dataDir)
    expect(processesOn(dataDir).map((each) => each.pid)).not.toContain(backend)
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await busy).toBe('ended')
  })

  it('postmaster: is restarted with a notice', async () => {
    const server = await startTestPostgres(dataDir)
    const before = findPostmaster(dataDir).pid
    kill(before)
    expect(await waitFor(() => server.notices.includes('La base de datos funciona otra vez.'), 20_000)).toBe(
      true,
    )
    expect(server.notices[0]).toContain('La base de datos se detuvo')
    expect(findPostmaster(dataDir).pid).not.toBe(before)
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('postmaster: stop works at the same time', async () => {
    const server = await startTestPostgres(dataDir)
    kill(findPostmaster(dataDir).pid)
    expect(await waitFor(() => server.notices.length > 0, 10_000)).toBe(true)
    await server.stop()
    expect(processesOn(dataDir)).toEqual([])
  })

  it('lifeline: the database is restarted with a new one', async () => {
    const server = await startTestPostgres(dataDir)
    kill(...findPostmaster(dataDir).lifeline)
    expect(await waitFor(() => server.notices.includes('La base de datos funciona otra vez.'), 20_000)).toBe(
      true,
    )
    expect(server.notices).toContain(ORPHAN)
  })
})

describe('stale postmaster.pid: the start succeeds', () => {
  it.each(['of another program', 'of a zombie', 'of no process'])('with a pid %s', async (whose) => {
    // After exec, the parent never reaps its child.
    const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [printed] = await once(parent.stdout, 'data')
    const zombie = Number(String(printed))
    const pid = { 'of a zombie': zombie, 'of no process': 4_194_304 }[whose] ?? process.pid
    writeFileSync(
      join(dataDir, 'pg/postmaster.pid'),
      `${pid}\n${dataDir}/pg\n1700000000\n5432\n../run\n\n0 0\nready   \n`,
    )
    writeFileSync(join(dataDir, 'run/.s.PGSQL.5432.lock'), `${pid}\n`)
    try {
      const server = await startTestPostgres(dataDir)
      expect(server.notices).toEqual([])
      expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    } finally {
      parent.kill('SIGKILL')
    }
  })
})

describe('signals', () => {
  it('SIGINT to the process group: reaches only the program, which stops the database', async () => {
    const program = await startDatabaseProgram({ dataDir })
    process.kill(-program.pid, 'SIGINT')
    // The program exits with 0 only after a successful query.
    expect(await program.exited).toBe(0)
    expect(processesOn(dataDir)).toEqual([])
    expect(log()).toContain('received fast shutdown request')
  })

  it('endPostgres: kills a server that can’t handle signals', async () => {
    const program = await startDatabaseProgram({ dataDir })
    const { pid, lifeline } = findPostmaster(dataDir)
    process.kill(pid, 'SIGSTOP')
    kill(...lifeline, program.pid)
    expect(await endPostgres(join(dataDir, 'pg'), 100)).toBe(true)
    expect(processesOn(dataDir)).toEqual([])
    expect((await startTestPostgres(dataDir)).notices).toEqual([])
  })
})
