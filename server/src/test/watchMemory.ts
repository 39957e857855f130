import { readFile, writeFile } from 'node:fs/promises'

/** Returns the present (VmRSS) or maximum (VmHWM) memory of a process in MB. */
export async function readMemoryMb(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/**
 * Returns a function for the maximum rise of a process's memory in MB since now. Idle memory differs between
 * machines, the rise by work does not.
 */
export async function watchMemoryMb(pid: number): Promise<() => Promise<number>> {
  const before = await readMemoryMb(pid)
  // Resets VmHWM.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  return async () => (await readMemoryMb(pid, 'VmHWM')) - before
}
