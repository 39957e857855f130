import { freeBytesAt } from './freeDiskSpace.ts'

const minCheckIntervalMs = 1000

/** Whether so many megabytes are free: PostgreSQL ends where its log can't grow (docs/contract/general.md, 503). */
export function createDiskSpaceCheck(folder: string, megabytes: number): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY
  let hasFreeSpace = Promise.resolve(true)
  const measure = async () => (await freeBytesAt(folder)) >= megabytes * 1024 ** 2
  return () => {
    if (performance.now() - checkedAt > minCheckIntervalMs) {
      checkedAt = performance.now()
      // Where the folder can't be looked at, the database itself says what it can't do.
      hasFreeSpace = measure().catch(() => true)
    }
    return hasFreeSpace
  }
}
