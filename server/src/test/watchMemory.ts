import { readFile, writeFile } from 'node:fs/promises'

/** What Linux says of a process's memory, in MB. */
async function readMemoryMb(pid: number, which: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/**
 * How far a process's memory rises at most above what it is now, in MB. What a program has when it is idle is another
 * figure on another machine; what work adds to it is the work's.
 */
export async function watchMemoryMb(pid: number): Promise<() => Promise<number>> {
  const before = await readMemoryMb(pid, 'VmRSS')
  // Begins to note the highest anew.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  return async () => (await readMemoryMb(pid, 'VmHWM')) - before
}
