import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

interface Serving {
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
export function servingProcesses(pgDir: string): Serving[] {
  if (!existsSync(pgDir)) return []
  const name = clusterName(pgDir)
  const recorded = recordedPid(pgDir)
  return processes().filter((entry) => entry.title.includes(name) || worksIn(entry, pgDir, recorded))
}

/** The pid in postmaster.pid: it may be stale, a zombie's, or by now another program's. */
function recordedPid(pgDir: string): number {
  try {
    return Number.parseInt(readFileSync(join(pgDir, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return 0
  }
}

function processes(): Serving[] {
  if (process.platform === 'linux') return readdirSync('/proc').flatMap(readProcess)
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent, title = ''] =
      /^\s*(\d+)\s+(\d+)\s+[^Z\s]\S*\s+(postgres: .*|\/.*\/postgres -D .*)$/.exec(line) ?? []
    return title === '' ? [] : [{ pid: Number(pid), parent: Number(parent), title }]
  })
}

function readProcess(name: string): Serving[] {
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
function worksIn({ pid, title }: Serving, pgDir: string, recorded: number): boolean {
  try {
    const [here, there] = [statSync(`/proc/${pid}/cwd`), statSync(pgDir)]
    return here.dev === there.dev && here.ino === there.ino
  } catch {
    // Hidden from us (containers without ptrace): a postmaster with this pid is taken to be the one.
    return pid === recorded && !title.startsWith('postgres: ')
  }
}

/** Ends whatever serves the data: fast shutdown for `patience` ms, then by force. False when something is left. */
export async function endServing(pgDir: string, patience: number): Promise<boolean> {
  const all = () => servingProcesses(pgDir)
  const orderly = postmasters(all()).length > 0 ? patience : Math.min(patience, GRACE)
  return (
    (await sweep('SIGINT', () => postmasters(all()), all, orderly)) ||
    (await sweep('SIGQUIT', all, all, GRACE)) ||
    (await sweep('SIGKILL', all, all, GRACE))
  )
}

/** Milliseconds for what takes no orderly end: the rest of a dead postmaster leaves by itself, unless it is busy. */
const GRACE = 2000

type Select = () => Serving[]

/** Signals once a second, because a process that is just starting does not hear, until all have gone. */
async function sweep(signal: NodeJS.Signals, targets: Select, all: Select, limit: number): Promise<boolean> {
  for (const end = performance.now() + limit; performance.now() < end; ) {
    for (const { pid } of targets()) kill(pid, signal)
    if (await until(() => all().length === 0, Math.min(1000, limit))) return true
  }
  return false
}

/** To anything but a postmaster SIGINT means something else. A child has its parent's title for an instant. */
function postmasters(all: Serving[]): Serving[] {
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
export async function until(holds: () => boolean, limit: number): Promise<boolean> {
  for (const end = performance.now() + limit; performance.now() < end; await sleep(15))
    if (holds()) return true
  return holds()
}
