import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Of a folder that is yet to be made: those of the disk that it will be on. */
const statfsOf = (path: string): Promise<StatsFs> =>
  statfs(path).catch((error: unknown) => {
    if (path === dirname(path)) throw error
    return statfsOf(dirname(path))
  })

/** Bytes that are free where a folder lies. */
export async function freeAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfsOf(folder)
  return bavail * bsize
}
