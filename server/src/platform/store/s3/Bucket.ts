import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Location } from '../../envS3.ts'
import { type StoredFile, StoreUnavailableError } from '../FileStore.ts'
import { CircuitBreaker } from './circuitBreaker.ts'
import type { ListPage, S3Body, S3Request } from './s3Protocol.ts'

export interface S3Timeouts {
  /** Milliseconds without traffic until an attempt fails. */
  silenceMs: number
  /** Milliseconds after the first attempt in which others may start. */
  retryWindowMs: number
}

/** Short, because a user waits. */
const requestTimeouts: S3Timeouts = { silenceMs: 5000, retryWindowMs: 4000 }
/** Long, because a failed command or backup must start over. */
export const commandTimeouts: S3Timeouts = { silenceMs: 60_000, retryWindowMs: 180_000 }

/** Doubles with each attempt. */
const firstRetryPauseMs = 100
/** Slowest accepted upload. Node sees no progress once the operating system has buffered the body. */
const minBytesPerMs = 128

/**
 * A bucket of an S3-compatible store, or the part of it below a prefix. All operations are idempotent and are retried.
 * They throw StoreUnavailableError.
 */
export class Bucket {
  readonly #location: S3Location
  readonly #timeouts: S3Timeouts
  readonly #circuitBreaker = new CircuitBreaker()

  constructor(location: S3Location, timeouts: S3Timeouts = requestTimeouts) {
    this.#location = location
    this.#timeouts = timeouts
  }

  /** Returns the error of a store that responds and fails all the same. */
  failed = (message: string): StoreUnavailableError =>
    new StoreUnavailableError(this.#location.variable, message)

  below = (prefix: string): Bucket =>
    new Bucket({ ...this.#location, url: `${this.#location.url}/${prefix}` }, this.#timeouts)

  /** @param from a local path or the contents */
  async put(key: string, from: string | Buffer, sha256: string, bytes: number): Promise<void> {
    const body = { bytes, sha256, open: () => (Buffer.isBuffer(from) ? oneOf(from) : createReadStream(from)) }
    const response = await this.#request('PUT', key, [200, 201, 204], body)
    response.resume()
  }

  /** @returns undefined if there is no such object */
  async open(key: string): Promise<StoredFile | undefined> {
    const response = await this.#request('GET', key, [200, 404])
    if (response.statusCode === 404) {
      response.resume()
      return undefined
    }
    const bytes = await this.#lengthOf(response, key)
    return { bytes, chunks: this.#chunksOf(response, bytes), close: async () => void response.destroy() }
  }

  /** A store or proxy may omit Content-Length in a chunked response: ask with HEAD then. */
  async #lengthOf(response: IncomingMessage, key: string): Promise<number> {
    const length = response.headers['content-length']
    if (length !== undefined) return Number(length)
    try {
      return (await this.sizeOf(key)) ?? 0
    } catch (error) {
      response.destroy()
      throw error
    }
  }

  /** @returns the bytes, or undefined if there is no such object */
  async sizeOf(key: string): Promise<number | undefined> {
    const response = await this.#request('HEAD', key, [200, 404])
    response.resume()
    return response.statusCode === 404 ? undefined : Number(response.headers['content-length'])
  }

  /** Lists the objects whose keys start with a text. */
  async *list(start = ''): AsyncGenerator<{ key: string; bytes: number }> {
    const { readListPage, readResponseText } = await loadS3Protocol()
    const { origin, bucket, prefix } = this.#parts()
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page: ListPage = await this.#circuitBreaker.run(() =>
        this.#retry(async () => {
          const query = `list-type=2&prefix=${encodeURIComponent(prefix + start)}`
          const from = next ? `&continuation-token=${encodeURIComponent(next)}` : ''
          const url = new URL(`${origin}/${bucket}?${query}${from}`)
          const response = await this.#requestOnce({ method: 'GET', url }, [200])
          return readListPage(await readResponseText(response, this.#timeouts.silenceMs))
        }),
      )
      for (const { key, bytes } of page.objects) yield { key: key.slice(prefix.length), bytes }
      next = page.next
    }
  }

  /** Does nothing if there is no such object. */
  async remove(key: string): Promise<void> {
    const response = await this.#request('DELETE', key, [200, 204, 404])
    response.resume()
  }

  #parts() {
    const { origin, pathname } = new URL(this.#location.url)
    const [bucket = '', ...prefix] = pathname.slice(1).split('/')
    return { origin, bucket, prefix: prefix.map((part) => `${decodeURIComponent(part)}/`).join('') }
  }

  #request(
    method: S3Request['method'],
    key: string,
    accepted: number[],
    body?: S3Body,
  ): Promise<IncomingMessage> {
    const url = new URL(`${this.#location.url}/${key}`)
    return this.#circuitBreaker.run(() =>
      this.#retry(() => this.#requestOnce({ method, url, body }, accepted)),
    )
  }

  /** Retries network errors and transient error responses. @throws {StoreUnavailableError} */
  async #retry<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now()
    for (let pause = firstRetryPauseMs; ; pause *= 2) {
      try {
        return await work()
      } catch (error) {
        const isLate = performance.now() - start + pause > this.#timeouts.retryWindowMs
        if (isLate || (error instanceof S3RejectedError && !error.isTransient)) throw this.#unavailable(error)
        await sleep(pause)
      }
    }
  }

  /** @throws {S3RejectedError} unless the response has an accepted status */
  async #requestOnce(request: S3Request, accepted: number[]): Promise<IncomingMessage> {
    const { sendS3Request, readResponseText, rejectionText, codeIn } = await loadS3Protocol()
    const { silenceMs } = this.#timeouts
    const timeoutMs = silenceMs + (request.body?.bytes ?? 0) / minBytesPerMs
    const response = await sendS3Request(this.#location, request, timeoutMs)
    const status = response.statusCode ?? 0
    const isAccepted = accepted.includes(status)
    if (isAccepted && (status !== 404 || request.method === 'HEAD')) return response
    const xml = request.method === 'HEAD' ? '' : await readResponseText(response, silenceMs)
    // A missing bucket must not make each of its files look missing.
    if (isAccepted && codeIn(xml) !== 'NoSuchBucket') return response
    response.resume()
    throw new S3RejectedError(status, rejectionText(status, xml))
  }

  async *#chunksOf(response: IncomingMessage, bytes: number): AsyncGenerator<Buffer> {
    let left = bytes
    // A stream without an encoding yields buffers.
    const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]()
    try {
      for (;;) {
        // Runs only while the store owes a chunk: a slow reader is not the store's fault.
        const timer = setTimeout(
          () => response.destroy(new Error('la descarga se detuvo')),
          this.#timeouts.silenceMs,
        )
        const next = await chunks.next().finally(() => clearTimeout(timer))
        if (next.done) break
        left -= next.value.length
        yield next.value
      }
    } catch (error) {
      throw this.#unavailable(error)
    } finally {
      response.destroy()
    }
    if (left !== 0) throw this.#unavailable(new Error('la descarga se cortó'))
  }

  #unavailable = (error: unknown): StoreUnavailableError =>
    error instanceof StoreUnavailableError
      ? error
      : new StoreUnavailableError(this.#location.variable, errorTextOf(error))
}

class S3RejectedError extends Error {
  readonly isTransient: boolean

  constructor(status: number, message: string) {
    super(message)
    this.isTransient = status >= 500 || status === 429 || status === 408
  }
}

/** Loaded with the first request, because most installations have no S3 store. */
const loadS3Protocol = () => import('./s3Protocol.ts')

const networkErrorTexts: Record<string, string> = {
  ECONNREFUSED: 'nadie escucha ahí',
  ENOTFOUND: 'ese servidor no existe',
  EAI_AGAIN: 'no se pudo averiguar dónde está ese servidor',
  ECONNRESET: 'la conexión se cortó',
  EPIPE: 'la conexión se cortó',
  ETIMEDOUT: 'la conexión no se logró',
  EHOSTUNREACH: 'no hay camino hasta ese servidor',
  ENETUNREACH: 'no hay camino hasta ese servidor',
}

/** Falls back to the code, because the AggregateError of a host with several addresses has no message. */
function errorTextOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return networkErrorTexts[code] ?? (error.message || code || error.name)
}

const oneOf = (chunk: Buffer) => Readable.from([chunk], { objectMode: false })
