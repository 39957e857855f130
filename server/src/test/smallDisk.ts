import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'

/** Mounts a disk of this size. @returns its path; undefined if this user may not mount one */
export async function mountSmallDisk(path: string, size: string): Promise<string | undefined> {
  await mkdir(path, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', path], { stdio: 'ignore' })
    return path
  } catch {
    return undefined
  }
}

export function unmountDisk(path: string | undefined): void {
  if (path) execFileSync('umount', ['-l', path])
}
