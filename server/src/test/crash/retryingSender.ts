import { setTimeout as sleep } from 'node:timers/promises'

export interface RetriedResponse {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
  body: any
  /** When the try that was answered was sent, by performance.now(). */
  sentAt: number
  /** 1 where the first try was answered. */
  tries: number
}

export interface CrashClient {
  /** Where the program is now: after a crash it may be elsewhere. */
  address: () => string
  token?: string
  /** Ends the trying. */
  signal?: AbortSignal | undefined
}

export type SendRequest = (
  method: string,
  path: string,
  body?: unknown,
  key?: string,
) => Promise<RetriedResponse>

const retryTimeoutMs = 120_000

/** Calls as the web app does: where nobody answers, or 503, the same is sent again, until somebody does. */
export const retryingSender =
  (caller: CrashClient): SendRequest =>
  async (method, path, body, key) => {
    const startedAt = performance.now()
    for (let tries = 1; performance.now() - startedAt < retryTimeoutMs; tries++) {
      const sentAt = performance.now()
      const answer = await tryOnce(caller, method, path, body, key)
      if (answer && answer.status !== 503) return { ...answer, sentAt, tries }
      caller.signal?.throwIfAborted()
      await sleep(50)
    }
    throw new Error(`nobody answered ${method} ${path} for ${retryTimeoutMs / 1000} s`)
  }

async function tryOnce(
  { address, token, signal }: CrashClient,
  method: string,
  path: string,
  body: unknown,
  key?: string,
) {
  const timeout = AbortSignal.timeout(10_000)
  const isFile = body instanceof Buffer
  try {
    const answer = await fetch(address() + path, {
      method,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': isFile ? 'image/jpeg' : 'application/json' }),
      },
      ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  } catch {
    // Nobody is there, or went in the middle.
    return undefined
  }
}
