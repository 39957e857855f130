import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Of a folder that is yet to be made: those of the disk that it will be on. */
const statfsOfNearest = (path: string): Promise<StatsFs> =>
  statfs(path).catch((error: unknown) => {
    if (path === dirname(path)) throw error
    return statfsOfNearest(dirname(path))
  })

/** Bytes that are free where a folder lies. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfsOfNearest(folder)
  return bavail * bsize
}
