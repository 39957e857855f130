import { setTimeout as sleep } from 'node:timers/promises'

export interface RetriedResponse {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
  body: any
  /** When the successful attempt was sent, in performance.now() ms. */
  sentAt: number
  /** 1 if the first attempt got a response. */
  tries: number
}

export interface CrashClient {
  /** Present address of the program, which may change after a crash. */
  address: () => string
  token?: string
  /** Stops the retries. */
  signal?: AbortSignal | undefined
}

export type SendRequest = (
  method: string,
  path: string,
  body?: unknown,
  key?: string,
) => Promise<RetriedResponse>

const retryTimeoutMs = 120_000

/** Sends a request as the web does: repeats it after a 503 or without a response. */
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
    throw new Error(`${method} ${path} got no response for ${retryTimeoutMs / 1000} s`)
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
    // Connection refused or closed.
    return undefined
  }
}
