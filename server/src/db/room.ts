import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

const noOftenerThan = 1000

/** Of a folder that is yet to be made: those of the disk that it will be on. */
const statfsOf = (path: string): Promise<StatsFs> =>
  statfs(path).catch((error: unknown) => {
    if (path === dirname(path)) throw error
    return statfsOf(dirname(path))
  })

/** Whether so many megabytes are free: PostgreSQL ends where its log can't grow (contract.md section 2, 503). */
export function roomAt(folder: string, megabytes: number): () => Promise<boolean> {
  let lookedAt = Number.NEGATIVE_INFINITY
  let hasRoom = Promise.resolve(true)
  const look = async () => {
    const { bavail, bsize } = await statfsOf(folder)
    return bavail * bsize >= megabytes * 1024 ** 2
  }
  return () => {
    if (performance.now() - lookedAt > noOftenerThan) {
      lookedAt = performance.now()
      // Where the folder can't be looked at, the database itself says what it can't do.
      hasRoom = look().catch(() => true)
    }
    return hasRoom
  }
}
