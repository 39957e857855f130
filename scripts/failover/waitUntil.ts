import { setTimeout as sleep } from 'node:timers/promises'

/** @throws after `seconds`, or when the signal says so */
export async function waitUntil(
  what: string,
  seconds: number,
  signal: AbortSignal,
  isMet: () => Promise<boolean>,
): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isMet())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`)
    await sleep(200, undefined, { signal })
  }
}
