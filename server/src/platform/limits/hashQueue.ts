import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '../http/errors.ts'
import { hashWait } from '../passwords.ts'

/** Milliseconds after which a caller no longer waits for a hash. */
const patience = 2000
/** An office that comes in at once is never too many, however slow the machine is. */
const few = 32

let ahead = 0

/** Waits for something else than a hash, out of everybody's way. */
type Pause = (ms: number) => Promise<void>

const pause: Pause = async (ms) => {
  ahead--
  await sleep(ms)
  ahead++
}

/**
 * For whoever is about to have a password hashed, before anything is written for it.
 * @throws {HttpError} 503 where the turn would not come within about 2 s
 */
export async function passwordTurn<T>(work: (pause: Pause) => Promise<T>): Promise<T> {
  if (ahead >= few && hashWait(ahead) > patience) throw unavailable()
  ahead++
  try {
    return await work(pause)
  } finally {
    ahead--
  }
}
