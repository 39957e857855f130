import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '../errors.ts'
import { estimatedHashWaitMs } from '../passwords.ts'

/** Estimated wait for a password hash from which a request is rejected. */
const maxHashWaitMs = 2000
/** An office that logs in at once is never rejected, even on a slow machine. */
const minQueueLength = 32

let queuedCalls = 0

/** Sleeps without counting as queued for a hash. */
type Pause = (ms: number) => Promise<void>

const pause: Pause = async (ms) => {
  queuedCalls--
  await sleep(ms)
  queuedCalls++
}

/** Runs work that hashes a password. @throws {HttpError} 503 when the hash would not begin within about 2 s */
export async function runInHashQueue<T>(work: (pause: Pause) => Promise<T>): Promise<T> {
  if (queuedCalls >= minQueueLength && estimatedHashWaitMs(queuedCalls) > maxHashWaitMs) throw unavailable()
  queuedCalls++
  try {
    return await work(pause)
  } finally {
    queuedCalls--
  }
}
