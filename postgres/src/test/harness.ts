import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach } from 'vitest'
import { findPackage } from '../binaries.ts'
import { pgDirOf } from '../cluster.ts'
import { postgresProcesses, waitFor } from '../processes.ts'
import { type LocalPostgres, type PostgresOptions, startPostgres } from '../startPostgres.ts'
import type { SocketConnection } from '../waitUntilReady.ts'

/** Directory of a test file, with mode 0755, so that other users can traverse it as /var/lib. */
export const testRoot = mkdtempSync(join(tmpdir(), 'flota-'))
chmodSync(testRoot, 0o755)
let pathCount = 0

/** Returns a path that does not exist yet. */
export const newPath = (name = 'data') => join(testRoot, `${name}-${++pathCount}`)

/** Returns a DATA_DIR with a stopped database; by default the test file's shared one. */
export async function existingDataDir(path = join(testRoot, 'shared')): Promise<string> {
  if (!existsSync(path)) await (await startPostgres({ dataDir: path, notice() {} })).stop()
  return path
}

export interface StartedPostgres extends LocalPostgres {
  notices: string[]
}

const startedServers: LocalPostgres[] = []
const programs: ChildProcess[] = []
const killedDataDirs: string[] = []

/** Starts a server in this process. afterEach stops it. */
export async function startTestPostgres(
  dataDir: string,
  options: Partial<PostgresOptions> = {},
): Promise<StartedPostgres> {
  const notices: string[] = []
  const server = await startPostgres({ dataDir, notice: (line) => notices.push(line), ...options })
  startedServers.push(server)
  return { ...server, notices }
}

afterEach(async () => {
  for (const server of startedServers.splice(0)) await server.stop()
  for (const program of programs.splice(0)) program.kill('SIGKILL')
  const gone = (dataDir: string) => waitFor(() => processesOn(dataDir).length === 0, 30_000)
  for (const dataDir of killedDataDirs.splice(0)) await gone(dataDir)
})
afterAll(() => rmSync(testRoot, { recursive: true, force: true }))

export const processesOn = (dataDir: string) => postgresProcesses(pgDirOf(dataDir))

/** Returns the postmaster's pid and the pids of its lifeline, children first. */
export function findPostmaster(dataDir: string): { pid: number; lifeline: number[] } {
  const found = processesOn(dataDir).find(({ title }) => !title.startsWith('postgres: '))
  if (found === undefined) throw new Error(`no postmaster on ${dataDir}`)
  const children = readFileSync(`/proc/${found.parent}/task/${found.parent}/children`, 'utf8')
    .trim()
    .split(' ')
  const others = children.map(Number).filter((pid) => pid !== found.pid)
  return { pid: found.pid, lifeline: [...others, found.parent] }
}

export function kill(...pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process ended with an earlier one.
    }
  }
}

export async function query<Row extends pg.QueryResultRow>(
  connection: SocketConnection,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    // Not awaited: it may never resolve if the server was killed.
    void client.end()
  }
}

export interface DatabaseProgram {
  pid: number
  connection: SocketConnection
  /** Lines of standard error. */
  lines: string[]
  exited: Promise<number | null>
}

/** A minimal program: starts the database, and at SIGINT runs a query and stops the database. */
const PROGRAM = `
const { startPostgres } = await import(process.argv[1])
const pg = (await import(process.argv[2])).default
const server = await startPostgres({ ...JSON.parse(process.argv[3]), notice: console.error }).catch((error) => {
  console.error(error.name + ': ' + error.message)
  process.exit(1)
})
process.on('SIGINT', async () => {
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query('select 1')
  await client.end()
  await server.stop()
  process.exit(0)
})
console.log(JSON.stringify(server.connection))
`

/** Starts a database in a child program and waits until it is ready. @throws with the program's standard error */
export async function startDatabaseProgram(
  options: { dataDir: string; packageDir?: string },
  uid?: number,
): Promise<DatabaseProgram> {
  const { program, lines, exited } = spawnDatabaseProgram(options, uid)
  const output = createInterface({ input: program.stdout })
  const first = await Promise.race([once(output, 'line'), exited])
  if (!Array.isArray(first)) throw new Error(lines.join('\n'))
  return {
    pid: program.pid ?? 0,
    connection: JSON.parse(String(first[0])) as SocketConnection,
    lines,
    exited,
  }
}

/** Starts a database in a child program with a process group of its own, as in a terminal. */
export function spawnDatabaseProgram(options: { dataDir: string; packageDir?: string }, uid?: number) {
  const paths = [
    join(import.meta.dirname, '../startPostgres.ts'),
    createRequire(import.meta.url).resolve('pg'),
  ]
  const args = ['--input-type=module', '-e', PROGRAM, ...paths, JSON.stringify(options)]
  const ids = uid === undefined ? {} : { uid, gid: uid }
  const program = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    cwd: '/',
    ...ids,
  })
  programs.push(program)
  killedDataDirs.push(options.dataDir)
  const lines: string[] = []
  createInterface({ input: program.stderr }).on('line', (line) => lines.push(line))
  const exited = once(program, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  return { program, lines, exited }
}

/** Copies the installed package: readable for all with mode 0755, for root alone with 0700. */
export function packageCopy(mode: number): string {
  const above = newPath('package')
  mkdirSync(above)
  // Hard links suffice, because tests change only the package's symbolic links.
  const copy = (how: string) => spawnSync('cp', [how, `${findPackage()}/.`, above]).status === 0
  if (!copy('-al') && !copy('-af')) throw new Error('cp failed to copy the package')
  chmodSync(above, mode)
  return above
}
