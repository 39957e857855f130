import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

interface PostgresProcess {
  pid: number
  parent: number
  /** The command line of the postmaster, 'postgres: <cluster_name>: <work>' of the others. */
  title: string
}

/** Names the cluster in the title of each of its processes: readable where a container hides their directory. */
export function clusterName(pgDir: string): string {
  const { dev, ino } = statSync(pgDir, { bigint: true })
  return `flota-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 12)}`
}

/** All living processes of PostgreSQL on this data, whoever started them. A zombie serves nothing. */
export function postgresProcesses(pgDir: string): PostgresProcess[] {
  if (!existsSync(pgDir)) return []
  const name = clusterName(pgDir)
  const recorded = recordedPid(pgDir)
  return processes().filter((entry) => entry.title.includes(name) || isOnData(entry, pgDir, recorded))
}

/** The pid in postmaster.pid: it may be stale, a zombie's, or by now another program's. */
function recordedPid(pgDir: string): number {
  try {
    return Number.parseInt(readFileSync(join(pgDir, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return 0
  }
}

function processes(): PostgresProcess[] {
  if (process.platform === 'linux') return readdirSync('/proc').flatMap(readProcess)
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent, title = ''] =
      /^\s*(\d+)\s+(\d+)\s+[^Z\s]\S*\s+(postgres: .*|\/.*\/postgres -D .*)$/.exec(line) ?? []
    return title === '' ? [] : [{ pid: Number(pid), parent: Number(parent), title }]
  })
}

function readProcess(name: string): PostgresProcess[] {
  if (!/^\d+$/.test(name)) return []
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const [, command, state = 'Z', parent] = /\((.*)\) (\S) (\d+)/s.exec(stat) ?? []
    if (command !== 'postgres' || state === 'Z' || state === 'X') return []
    const title = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return [{ pid: Number(name), parent: Number(parent), title }]
  } catch {
    // It ended while we were reading.
    return []
  }
}

/** For a server that somebody else started, without our cluster_name. */
function isOnData({ pid, title }: PostgresProcess, pgDir: string, recorded: number): boolean {
  try {
    const [here, there] = [statSync(`/proc/${pid}/cwd`), statSync(pgDir)]
    return here.dev === there.dev && here.ino === there.ino
  } catch {
    // Hidden from us (containers without ptrace): a postmaster with this pid is taken to be the one.
    return pid === recorded && !title.startsWith('postgres: ')
  }
}

/** Ends whatever serves the data: fast shutdown for `patience` ms, then by force. False when something is left. */
export async function endPostgres(pgDir: string, shutdownTimeoutMs: number): Promise<boolean> {
  const all = () => postgresProcesses(pgDir)
  const timeoutMs =
    postmasters(all()).length > 0 ? shutdownTimeoutMs : Math.min(shutdownTimeoutMs, FORCED_END_TIMEOUT_MS)
  return (
    (await signalUntilGone('SIGINT', () => postmasters(all()), all, timeoutMs)) ||
    (await signalUntilGone('SIGQUIT', all, all, FORCED_END_TIMEOUT_MS)) ||
    (await signalUntilGone('SIGKILL', all, all, FORCED_END_TIMEOUT_MS))
  )
}

/** Milliseconds for what takes no orderly end: the rest of a dead postmaster leaves by itself, unless it is busy. */
const FORCED_END_TIMEOUT_MS = 2000

type SelectProcesses = () => PostgresProcess[]

/** Signals once a second, because a process that is just starting does not hear, until all have gone. */
async function signalUntilGone(
  signal: NodeJS.Signals,
  targets: SelectProcesses,
  all: SelectProcesses,
  timeoutMs: number,
): Promise<boolean> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; ) {
    for (const { pid } of targets()) kill(pid, signal)
    if (await waitFor(() => all().length === 0, Math.min(1000, timeoutMs))) return true
  }
  return false
}

/** To anything but a postmaster SIGINT means something else. A child has its parent's title for an instant. */
function postmasters(all: PostgresProcess[]): PostgresProcess[] {
  const heads = all.filter(({ parent }) => !all.some(({ pid }) => pid === parent))
  return heads.filter(({ title }) => !title.startsWith('postgres: '))
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile, or it isn't ours to end: the caller looks again.
  }
}

/** Waits until the condition holds; false after `limit` milliseconds. */
export async function waitFor(isMet: () => boolean, timeoutMs: number): Promise<boolean> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(15))
    if (isMet()) return true
  return isMet()
}
