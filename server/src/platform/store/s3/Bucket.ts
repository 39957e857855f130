import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Location } from '../../envS3.ts'
import type { StoredFile } from '../FileStore.ts'
import { StoreUnavailableError } from '../storeUnavailable.ts'
import { CircuitBreaker } from './circuitBreaker.ts'
import type { S3Body, S3Request } from './s3Request.ts'
import type { ListPage } from './s3Response.ts'

/** How long an S3-compatible store is waited for, in ms. */
export interface S3Timeouts {
  /** In which nothing moves: then a try is given up. */
  silenceMs: number
  /** After this no other try is begun. */
  retryWindowMs: number
}

/** Somebody waits for the answer. */
const requestTimeouts: S3Timeouts = { silenceMs: 5000, retryWindowMs: 4000 }
/** Of commands and backups, which would have to begin anew. */
export const commandTimeouts: S3Timeouts = { silenceMs: 60_000, retryWindowMs: 180_000 }

/** Before the second try, in ms; before each further one twice as long. */
const firstRetryPauseMs = 100
/** Bytes that go out in a ms at least: what the system has taken of a body says nothing until it is there. */
const minBytesPerMs = 128

interface RejectedReply {
  status: number
  word: string
}

/**
 * A bucket of an S3-compatible store, or what lies in it below a prefix. All that it does can be done again, and is
 * where the store fails at once. What throws is StoreAway.
 */
export class Bucket {
  readonly #location: S3Location
  readonly #timeouts: S3Timeouts
  readonly #circuitBreaker = new CircuitBreaker()

  constructor(place: S3Location, patience: S3Timeouts = requestTimeouts) {
    this.#location = place
    this.#timeouts = patience
  }

  /** What lies below a further prefix of this one. */
  below = (prefix: string): Bucket =>
    new Bucket({ ...this.#location, url: `${this.#location.url}/${prefix}` }, this.#timeouts)

  /** @param from a file on this machine, or what is to be its contents */
  async put(key: string, from: string | Buffer, sha256: string, bytes: number): Promise<void> {
    const body = { bytes, sha256, open: () => (Buffer.isBuffer(from) ? oneOf(from) : createReadStream(from)) }
    const answer = await this.#request('PUT', key, [200, 201, 204], body)
    answer.resume()
  }

  /** @returns undefined where it is not there */
  async open(key: string): Promise<StoredFile | undefined> {
    const answer = await this.#request('GET', key, [200, 404])
    if (answer.statusCode === 404) {
      answer.resume()
      return undefined
    }
    const bytes = await this.#lengthOf(answer, key)
    return { bytes, chunks: this.#chunksOf(answer, bytes), close: async () => void answer.destroy() }
  }

  /** A store, or a proxy before it, may send in pieces what it does not say the length of: then it is asked for. */
  async #lengthOf(answer: IncomingMessage, key: string): Promise<number> {
    const told = answer.headers['content-length']
    if (told !== undefined) return Number(told)
    try {
      return (await this.sizeOf(key)) ?? 0
    } catch (error) {
      answer.destroy()
      throw error
    }
  }

  /** In bytes. @returns undefined where it is not there */
  async sizeOf(key: string): Promise<number | undefined> {
    const answer = await this.#request('HEAD', key, [200, 404])
    answer.resume()
    return answer.statusCode === 404 ? undefined : Number(answer.headers['content-length'])
  }

  /** All whose names begin so, a page at a time. */
  async *list(begin = ''): AsyncGenerator<{ key: string; bytes: number }> {
    const { readListPage, readResponseText } = await loadS3Request()
    const { origin, bucket, prefix } = this.#parts()
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page: ListPage = await this.#circuitBreaker.run(() =>
        this.#retry(async () => {
          const query = `list-type=2&prefix=${encodeURIComponent(prefix + begin)}`
          const from = next ? `&continuation-token=${encodeURIComponent(next)}` : ''
          const url = new URL(`${origin}/${bucket}?${query}${from}`)
          return readListPage(
            await readResponseText(
              await this.#requestOnce({ method: 'GET', url }, [200]),
              this.#timeouts.silenceMs,
            ),
          )
        }),
      )
      for (const { key, bytes } of page.objects) yield { key: key.slice(prefix.length), bytes }
      next = page.next
    }
  }

  /** Nothing where it is not there. */
  async remove(key: string): Promise<void> {
    const answer = await this.#request('DELETE', key, [200, 204, 404])
    answer.resume()
  }

  #parts() {
    const { origin, pathname } = new URL(this.#location.url)
    const [bucket = '', ...prefix] = pathname.slice(1).split('/')
    return { origin, bucket, prefix: prefix.map((part) => `${decodeURIComponent(part)}/`).join('') }
  }

  #request(
    method: S3Request['method'],
    key: string,
    taken: number[],
    body?: S3Body,
  ): Promise<IncomingMessage> {
    const url = new URL(`${this.#location.url}/${key}`)
    return this.#circuitBreaker.run(() => this.#retry(() => this.#requestOnce({ method, url, body }, taken)))
  }

  /** Tries again what failed at once. @throws {StoreAway} */
  async #retry<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    for (let pause = firstRetryPauseMs; ; pause *= 2) {
      try {
        return await work()
      } catch (error) {
        const isLate = performance.now() - begun + pause > this.#timeouts.retryWindowMs
        if (isLate || (error instanceof S3RejectedError && !error.isTransient)) throw this.#unavailable(error)
        await sleep(pause)
      }
    }
  }

  /** @throws {Refused} where the answer has none of these statuses */
  async #requestOnce(question: S3Request, taken: number[]): Promise<IncomingMessage> {
    const { sendS3Request, readResponseText, rejectionText, codeIn } = await loadS3Request()
    const { silenceMs } = this.#timeouts
    const answer = await sendS3Request(
      this.#location,
      question,
      silenceMs + (question.body?.bytes ?? 0) / minBytesPerMs,
    )
    const status = answer.statusCode ?? 0
    const isTaken = taken.includes(status)
    // Of a bucket that is gone all would seem to be gone: that is no answer about a file.
    if (isTaken && (status !== 404 || question.method === 'HEAD')) return answer
    const xml = question.method === 'HEAD' ? '' : await readResponseText(answer, silenceMs)
    if (isTaken && codeIn(xml) !== 'NoSuchBucket') return answer
    answer.resume()
    throw new S3RejectedError({ status, word: rejectionText(status, xml) })
  }

  async *#chunksOf(answer: IncomingMessage, bytes: number): AsyncGenerator<Buffer> {
    let left = bytes
    // Without an encoding it reads buffers.
    const rest: AsyncIterator<Buffer> = answer[Symbol.asyncIterator]()
    try {
      for (;;) {
        // Only while it is waited for: who reads slowly is not the store.
        const timer = setTimeout(
          () => answer.destroy(new Error('la descarga se detuvo')),
          this.#timeouts.silenceMs,
        )
        const next = await rest.next().finally(() => clearTimeout(timer))
        if (next.done) break
        left -= next.value.length
        yield next.value
      }
    } catch (error) {
      throw this.#unavailable(error)
    } finally {
      answer.destroy()
    }
    if (left !== 0) throw this.#unavailable(new Error('la descarga se cortó'))
  }

  #unavailable = (error: unknown): StoreUnavailableError =>
    error instanceof StoreUnavailableError
      ? error
      : new StoreUnavailableError(this.#location.variable, errorTextOf(error))
}

class S3RejectedError extends Error {
  /** The same may be taken the next time. */
  readonly isTransient: boolean

  constructor({ status, word }: RejectedReply) {
    super(word)
    this.isTransient = status >= 500 || status === 429 || status === 408
  }
}

/** With the first question: where no store is set, nobody pays for it. */
const loadS3Request = async () => ({
  ...(await import('./s3Request.ts')),
  ...(await import('./s3Response.ts')),
})

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

/** A connection to a name with several addresses fails with an error of several, which says nothing itself. */
function errorTextOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return networkErrorTexts[code] ?? (error.message || code || error.name)
}

const oneOf = (chunk: Buffer) => Readable.from([chunk], { objectMode: false })
