import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '../errors.ts'
import { estimatedHashWaitMs } from '../passwords.ts'

/** Milliseconds after which a caller no longer waits for a hash. */
const maxHashWaitMs = 2000
/** An office that comes in at once is never too many, however slow the machine is. */
const minQueueLength = 32

let queuedCalls = 0

/** Waits for something else than a hash, out of everybody's way. */
type Pause = (ms: number) => Promise<void>

const pause: Pause = async (ms) => {
  queuedCalls--
  await sleep(ms)
  queuedCalls++
}

/**
 * For whoever is about to have a password hashed, before anything is written for it.
 * @throws {HttpError} 503 where the turn would not come within about 2 s
 */
export async function runInHashQueue<T>(work: (pause: Pause) => Promise<T>): Promise<T> {
  if (queuedCalls >= minQueueLength && estimatedHashWaitMs(queuedCalls) > maxHashWaitMs) throw unavailable()
  queuedCalls++
  try {
    return await work(pause)
  } finally {
    queuedCalls--
  }
}
