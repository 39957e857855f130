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

/** What the tests of the local database share: real directories, real servers, real programs to kill. */

/** Everything of one test file lies here, at mode 0755: other users may pass, as in /var/lib. */
export const testRoot = mkdtempSync(join(tmpdir(), 'flota-'))
chmodSync(testRoot, 0o755)
let pathCount = 0

/** A path in the ground that doesn't exist yet. */
export const newPath = (name = 'data') => join(testRoot, `${name}-${++pathCount}`)

/** A DATA_DIR that holds a stopped database. The one of the file, unless the test wants its own. */
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

/** Starts a server in this process; it is stopped after the test at the latest. */
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

/** The postmaster of the directory, and the processes of its lifeline, the last to fall first. */
export function findPostmaster(dataDir: string): { pid: number; lifeline: number[] } {
  const found = processesOn(dataDir).find(({ title }) => !title.startsWith('postgres: '))
  if (found === undefined) throw new Error(`no postmaster on ${dataDir}`)
  const children = readFileSync(`/proc/${found.parent}/task/${found.parent}/children`, 'utf8')
    .trim()
    .split(' ')
  const others = children.map(Number).filter((pid) => pid !== found.pid)
  return { pid: found.pid, lifeline: [...others, found.parent] }
}

/** kill -9, in this order. */
export function kill(...pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended with one that was killed before.
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
    // Not waited for: it may never be told that a killed server has gone.
    void client.end()
  }
}

export interface DatabaseProgram {
  pid: number
  connection: SocketConnection
  /** What it has said since it was ready. */
  lines: string[]
  exited: Promise<number | null>
}

/** The program's own life in small: starts the database, and at SIGINT asks it once more and stops it in order. */
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

/** Starts a database in a program of its own, and waits until it is ready; rejects with what it said when it isn't. */
export async function startDatabaseProgram(
  options: { dataDir: string; packageDir?: string },
  uid?: number,
): Promise<DatabaseProgram> {
  const { program, lines, exited } = spawnDatabaseProgram(options, uid)
  const output = createInterface({ input: program.stdout })
  const first = await Promise.race([once(output, 'line'), exited])
  if (!Array.isArray(first)) throw new Error(lines.join('\n'))
  // The script's own line.
  return {
    pid: program.pid ?? 0,
    connection: JSON.parse(String(first[0])) as SocketConnection,
    lines,
    exited,
  }
}

/** The same without waiting. It leads a process group of its own, as the program does in a terminal. */
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

/** The installed package under another path: open to all with mode 0755, to root alone with 0700. */
export function packageCopy(mode: number): string {
  const above = newPath('package')
  mkdirSync(above)
  // Hard links where they are allowed: what a test changes is which links stand in it, never a file.
  const copy = (how: string) => spawnSync('cp', [how, `${findPackage()}/.`, above]).status === 0
  if (!copy('-al') && !copy('-af')) throw new Error('no copy of the package')
  chmodSync(above, mode)
  return above
}
