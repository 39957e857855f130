import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

interface PostgresProcess {
  pid: number
  parent: number
  /** Command line of the postmaster; 'postgres: <cluster_name>: <work>' of other processes. */
  title: string
}

/** Returns a cluster_name, which identifies processes by their title if a container hides their directory. */
export function clusterName(pgDir: string): string {
  const { dev, ino } = statSync(pgDir, { bigint: true })
  return `flota-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 12)}`
}

/** Returns all PostgreSQL processes on a data directory, whoever started them, without zombies. */
export function postgresProcesses(pgDir: string): PostgresProcess[] {
  if (!existsSync(pgDir)) return []
  const name = clusterName(pgDir)
  const recorded = recordedPid(pgDir)
  return processes().filter((entry) => entry.title.includes(name) || isOnData(entry, pgDir, recorded))
}

/** Returns the pid in postmaster.pid, which may be stale or by now another program's. */
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
    // The process has ended.
    return []
  }
}

/** Recognises a process without our cluster_name by its working directory. */
function isOnData({ pid, title }: PostgresProcess, pgDir: string, recorded: number): boolean {
  try {
    const [here, there] = [statSync(`/proc/${pid}/cwd`), statSync(pgDir)]
    return here.dev === there.dev && here.ino === there.ino
  } catch {
    // Unreadable in a container without ptrace: trust postmaster.pid.
    return pid === recorded && !title.startsWith('postgres: ')
  }
}

/**
 * Ends all processes on a data directory: by a fast shutdown, and by force after `shutdownTimeoutMs`.
 * @returns false if a process remains
 */
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

/** Limit for each forced signal, and for the orphans of a dead postmaster, which exit by themselves unless busy. */
const FORCED_END_TIMEOUT_MS = 2000

type SelectProcesses = () => PostgresProcess[]

/** Repeats the signal every second, because a starting process ignores it. */
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

/** Selects the postmasters, because SIGINT cancels a query in children. A new child has its parent's title. */
function postmasters(all: PostgresProcess[]): PostgresProcess[] {
  const heads = all.filter(({ parent }) => !all.some(({ pid }) => pid === parent))
  return heads.filter(({ title }) => !title.startsWith('postgres: '))
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended or belongs to another user: the caller checks again.
  }
}

/** Polls a condition. @returns false after the timeout */
export async function waitFor(isMet: () => boolean, timeoutMs: number): Promise<boolean> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(15))
    if (isMet()) return true
  return isMet()
}
