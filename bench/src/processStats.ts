import { readdirSync, readFileSync } from 'node:fs'

// Linux only: what /proc tells of a process and all that came of it.

interface Stat {
  pid: number
  parent: number
  name: string
  /** Hundredths of a second. */
  cpu: number
}

function statOf(pid: string): Stat[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = line.lastIndexOf(')')
    const fields = line.slice(end + 2).split(' ')
    const cpu = Number(fields[11]) + Number(fields[12])
    return [
      { pid: Number(pid), parent: Number(fields[1]), name: line.slice(line.indexOf('(') + 1, end), cpu },
    ]
  } catch {
    // It ended while we were reading.
    return []
  }
}

/** Whose child a process is; 0 where it is none any more. */
export const parentOf = (pid: number): number => statOf(String(pid))[0]?.parent ?? 0

function treeOf(pid: number): Stat[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const stats = all.flatMap(statOf)
  const descendants = (each: Stat): Stat[] => [
    each,
    ...stats.filter((one) => one.parent === each.pid).flatMap(descendants),
  ]
  return stats.filter((each) => each.pid === pid).flatMap(descendants)
}

/** What these programs and their PostgreSQL use from now on: milliseconds of CPU of all that still run when asked. */
export function cpuClock(pids: number[]): () => number {
  const used = () => new Map(pids.flatMap(treeOf).map(({ pid, cpu }) => [pid, cpu * 10]))
  const before = used()
  return () => [...used()].reduce((sum, [pid, cpu]) => sum + cpu - (before.get(pid) ?? 0), 0)
}

const kilobytes = (pid: number, file: string, field: RegExp): number => {
  try {
    return Number(field.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Megabytes in memory of a program itself. */
export const memoryOfProgram = (pid: number): number => kilobytes(pid, 'status', /^VmRSS:\s+(\d+)/m) / 1024

/**
 * Megabytes in memory: of the program itself, and of its PostgreSQL with what is shared counted once. The kernel walks
 * through all that each connection shares: with 30 of them whoever asks stands still for a tenth of a second.
 */
export function memoryOf(pid: number): { program: number; postgres: number } {
  const descendants = treeOf(pid).filter((each) => each.pid !== pid && each.name === 'postgres')
  const pss = descendants.reduce(
    (sum, each) => sum + kilobytes(each.pid, 'smaps_rollup', /^Pss:\s+(\d+)/m),
    0,
  )
  return { program: memoryOfProgram(pid), postgres: pss / 1024 }
}
