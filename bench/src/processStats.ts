import { readdirSync, readFileSync } from 'node:fs'

// Process statistics from /proc (Linux only).

interface Stat {
  pid: number
  parent: number
  name: string
  /** CPU time in hundredths of a second. */
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
    // The process ended in the meantime.
    return []
  }
}

/** Returns the parent's process id, 0 if the process has ended. */
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

/** Returns a function for the CPU milliseconds used since. Ended processes don't count. */
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

/** Returns the resident memory of one process in megabytes. */
export const memoryOfProgram = (pid: number): number => kilobytes(pid, 'status', /^VmRSS:\s+(\d+)/m) / 1024

/** Returns megabytes of a program and of its PostgreSQL, shared pages counted once. Takes about 100 ms. */
export function memoryOf(pid: number): { program: number; postgres: number } {
  const descendants = treeOf(pid).filter((each) => each.pid !== pid && each.name === 'postgres')
  const pss = descendants.reduce(
    (sum, each) => sum + kilobytes(each.pid, 'smaps_rollup', /^Pss:\s+(\d+)/m),
    0,
  )
  return { program: memoryOfProgram(pid), postgres: pss / 1024 }
}
