import { freeAt } from './freeDiskSpace.ts'

const noOftenerThan = 1000

/** Whether so many megabytes are free: PostgreSQL ends where its log can't grow (docs/contract/general.md, 503). */
export function roomAt(folder: string, megabytes: number): () => Promise<boolean> {
  let lookedAt = Number.NEGATIVE_INFINITY
  let hasRoom = Promise.resolve(true)
  const look = async () => (await freeAt(folder)) >= megabytes * 1024 ** 2
  return () => {
    if (performance.now() - lookedAt > noOftenerThan) {
      lookedAt = performance.now()
      // Where the folder can't be looked at, the database itself says what it can't do.
      hasRoom = look().catch(() => true)
    }
    return hasRoom
  }
}
