import { setImmediate } from 'node:timers/promises'

/** Rows per statement. Short statements delay other requests less. */
export const writeBatchSize = 500

export function* inChunks<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}

/** Keys per statement. */
const readChunkSize = 2000

/** Returns the rows that `read` returns for all chunks of the keys. */
export async function readInChunks<Key, Row>(
  keys: readonly Key[],
  read: (part: Key[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const part of inChunks(keys, readChunkSize)) rows.push(...(await read(part)))
  return rows
}

/** Milliseconds that a loop may block other requests. */
const maxBlockMs = 8

/** Returns a function that a loop calls after each step to let other requests run. */
export function cooperativeYield(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxBlockMs) return
    await setImmediate()
    since = performance.now()
  }
}

/** Another transaction changed data that the import relies on, so the import starts over. */
export class ConcurrentChangeError extends Error {}
