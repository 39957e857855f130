import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { retryingSender } from '../../server/src/test/crash/retryingSender.ts'
import { aPersona } from '../../server/src/test/factories.ts'

/** Where a program is now, and who sends: the session holds at each program of the database. */
export interface Uploader {
  address: () => string
  token: string
  signal: AbortSignal
}

/** A file that was acknowledged. */
export interface AcknowledgedFile {
  id: number
  /** Of the files of its record. */
  path: string
  sha256: string
  tries: number
}

/** As a JPEG begins, with a size. */
const jpegHeader = Buffer.from('ffd8ffc0000b080064006401011100ffda', 'hex')
const uploadTimeoutMs = 120_000
/** A record takes 30; what was cut off may count for a while. */
const filesPerRecord = 20

/** Files to new records, one after the other, by a few senders, until it is told to stop. */
export class Uploads {
  readonly acknowledged: AcknowledgedFile[] = []
  /** How many are on their way. */
  pendingUploads = 0
  readonly #door: Uploader
  readonly #senders: Promise<void>[]
  #isStopped = false
  #failures: unknown[] = []

  constructor(uploader: Uploader, senders: number) {
    this.#door = uploader
    this.#senders = Array.from({ length: senders }, () =>
      this.#send().catch((error: unknown) => void this.#failures.push(error)),
    )
  }

  /** @throws where one was refused, or nobody took it */
  check(): void {
    if (this.#failures.length > 0) throw new AggregateError(this.#failures, 'uploads failed')
  }

  /** Resolves when the last of them is acknowledged. @throws as check */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#senders)
    this.check()
  }

  async #send(): Promise<void> {
    let path = ''
    for (let index = 0; !this.#isStopped; index++) {
      if (index % filesPerRecord === 0) path = await createRecord(this.#door)
      this.pendingUploads++
      this.acknowledged.push(await uploadUntilAcknowledged(this.#door, path))
      this.pendingUploads--
    }
  }
}

/** @returns the path of the files of a new record */
async function createRecord(uploader: Uploader): Promise<string> {
  const answer = await retryingSender(uploader)('POST', '/api/clientes', aPersona(), randomUUID())
  // The contract's shape; `body` is any for those who look at whatever came.
  const { data } = answer.body as { data: { id: number } }
  return `/api/archivos?entidad=clientes&entidad_id=${data.id}`
}

/** As the phones do: what found no answer, or 503, is sent again with its key. */
async function uploadUntilAcknowledged(uploader: Uploader, path: string): Promise<AcknowledgedFile> {
  const bytes = Buffer.concat([jpegHeader, randomBytes(randomInt(20_000, 100_000))])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const key = randomUUID()
  const startedAt = performance.now()
  for (let tries = 1; performance.now() - startedAt < uploadTimeoutMs; tries++) {
    const answer = await uploadOnce(uploader, path, bytes, key)
    if (answer?.status === 201) return { id: answer.id, path, sha256, tries }
    if (answer && answer.status !== 503) throw new Error(`an upload was answered ${answer.status}`)
    await sleep(50, undefined, { signal: uploader.signal })
  }
  throw new Error(`nobody took an upload for ${uploadTimeoutMs / 1000} s`)
}

async function uploadOnce({ address, token, signal }: Uploader, path: string, bytes: Buffer, key: string) {
  try {
    const answer = await fetch(address() + path, {
      method: 'POST',
      signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'image/jpeg',
        'idempotency-key': key,
      },
      body: new Uint8Array(bytes),
    })
    // The contract's shape; without a record where it was not taken.
    const { data } = (await answer.json()) as { data?: { id: number } }
    return { status: answer.status, id: data?.id ?? 0 }
  } catch {
    // Nobody is there, or went in the middle.
    return undefined
  }
}

/** What is wrong with these files as a program gives them; their records have them and no others. */
export async function findUploadFaults(
  uploader: Uploader,
  acknowledged: readonly AcknowledgedFile[],
): Promise<string[]> {
  const get = (url: string) =>
    fetch(uploader.address() + url, {
      signal: uploader.signal,
      headers: { authorization: `Bearer ${uploader.token}` },
    })
  const faults: string[] = []
  for (const { id, sha256 } of acknowledged) {
    const answer = await get(`/api/archivos/${id}/contenido`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200) faults.push(`file ${id}: ${answer.status}`)
    else if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      faults.push(`file ${id}: other bytes than were sent`)
  }
  for (const [path, recordFiles] of Map.groupBy(acknowledged, (each) => each.path)) {
    // The contract's shape.
    const { data } = (await (await get(path)).json()) as { data: { id: number }[] }
    const [listed, sent] = [idsOf(data), idsOf(recordFiles)]
    if (listed !== sent) faults.push(`${path}: lists ${listed}; acknowledged were ${sent}`)
  }
  return faults
}

const idsOf = (all: readonly { id: number }[]) =>
  all
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join(' ')
