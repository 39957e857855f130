import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sender } from '../../server/src/test/crash/retryingSender.ts'
import { aPersona } from '../../server/src/test/factories.ts'

/** Where a program is now, and who sends: the session holds at each program of the database. */
export interface Door {
  address: () => string
  token: string
  signal: AbortSignal
}

/** A file that was acknowledged. */
export interface Kept {
  id: number
  /** Of the files of its record. */
  path: string
  sha256: string
  tries: number
}

/** As a JPEG begins, with a size. */
const begin = Buffer.from('ffd8ffc0000b080064006401011100ffda', 'hex')
const patience = 120_000
/** A record takes 30; what was cut off may count for a while. */
const perRecord = 20

/** Files to new records, one after the other, by a few senders, until it is told to stop. */
export class Uploads {
  readonly kept: Kept[] = []
  /** How many are on their way. */
  underWay = 0
  readonly #door: Door
  readonly #senders: Promise<void>[]
  #isStopped = false
  #failures: unknown[] = []

  constructor(door: Door, senders: number) {
    this.#door = door
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
    for (let sent = 0; !this.#isStopped; sent++) {
      if (sent % perRecord === 0) path = await aRecord(this.#door)
      this.underWay++
      this.kept.push(await uploadUntilTaken(this.#door, path))
      this.underWay--
    }
  }
}

/** @returns the path of the files of a new record */
async function aRecord(door: Door): Promise<string> {
  const answer = await sender(door)('POST', '/api/clientes', aPersona(), randomUUID())
  // The contract's shape; `body` is any for those who look at whatever came.
  const { data } = answer.body as { data: { id: number } }
  return `/api/archivos?entidad=clientes&entidad_id=${data.id}`
}

/** As the phones do: what found no answer, or 503, is sent again with its key. */
async function uploadUntilTaken(door: Door, path: string): Promise<Kept> {
  const bytes = Buffer.concat([begin, randomBytes(randomInt(20_000, 100_000))])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const key = randomUUID()
  const begun = performance.now()
  for (let tries = 1; performance.now() - begun < patience; tries++) {
    const answer = await uploadOnce(door, path, bytes, key)
    if (answer?.status === 201) return { id: answer.id, path, sha256, tries }
    if (answer && answer.status !== 503) throw new Error(`an upload was answered ${answer.status}`)
    await sleep(50, undefined, { signal: door.signal })
  }
  throw new Error(`nobody took an upload for ${patience / 1000} s`)
}

async function uploadOnce({ address, token, signal }: Door, path: string, bytes: Buffer, key: string) {
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
export async function faultsOf(door: Door, kept: readonly Kept[]): Promise<string[]> {
  const ask = (url: string) =>
    fetch(door.address() + url, { signal: door.signal, headers: { authorization: `Bearer ${door.token}` } })
  const faults: string[] = []
  for (const { id, sha256 } of kept) {
    const answer = await ask(`/api/archivos/${id}/contenido`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200) faults.push(`file ${id}: ${answer.status}`)
    else if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      faults.push(`file ${id}: other bytes than were sent`)
  }
  for (const [path, its] of Map.groupBy(kept, (each) => each.path)) {
    // The contract's shape.
    const { data } = (await (await ask(path)).json()) as { data: { id: number }[] }
    const [listed, sent] = [idsOf(data), idsOf(its)]
    if (listed !== sent) faults.push(`${path}: lists ${listed}; acknowledged were ${sent}`)
  }
  return faults
}

const idsOf = (all: readonly { id: number }[]) =>
  all
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join(' ')
