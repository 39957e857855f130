import { setTimeout as sleep } from 'node:timers/promises'

/** As `fetch`, but repeats a request that the program could not take in time (503). */
export async function patientFetch(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, init)
    if (answer.status !== 503) return answer
    await answer.text()
    await sleep(100)
  }
}
