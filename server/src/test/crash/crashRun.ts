import { randomInt } from 'node:crypto'
import { compareRecords, type WriteDifference } from './compare.ts'
import { type CrashOffice, openCrashOffice } from './openOffice.ts'
import { recordKinds } from './recordKinds.ts'
import { type CrashClient, retryingSender, type SendRequest } from './retryingSender.ts'
import { AcknowledgedWrites, type ClientBatch } from './writeLedger.ts'
import { writeRecords } from './writeRecords.ts'

export interface FaultRound {
  fault: string
  /** From the fault, or the restart after it, to the first acknowledged write sent since. */
  milliseconds: number
}

export interface CrashOutcome extends WriteDifference {
  acknowledged: number
  /** Acknowledged writes whose first attempt got no response. */
  repeated: number
  /** Responses that no fault explains. */
  unexpectedResponses: string[]
  rounds: FaultRound[]
}

/** Writes under faults, and their outcome. */
export class CrashRun {
  readonly book = new AcknowledgedWrites()
  readonly rounds: FaultRound[] = []
  readonly #callers: readonly CrashClient[]
  readonly #office: CrashOffice
  readonly #found: WriteDifference[] = []
  /** By round, then by client. */
  readonly #written: ClientBatch[][] = []

  private constructor(callers: readonly CrashClient[], office: CrashOffice) {
    this.#callers = callers
    this.#office = office
  }

  /** Runs on one program, or on several that share a database. Each has its own clients. */
  static async start(callers: readonly [CrashClient, ...CrashClient[]]): Promise<CrashRun> {
    return new CrashRun(callers, await openCrashOffice(callers[0]))
  }

  /**
   * Lets clients write, and causes a fault at a random moment. `causeFault` repairs what does not recover by
   * itself, and returns the moment from which the time to service counts.
   * @throws {Error} if no client gets a response for two minutes
   */
  async runRound(fault: string, causeFault: () => Promise<number>): Promise<void> {
    let isStopped = false
    let faultRun: Promise<number> | undefined
    const tag = `V${this.rounds.length}`
    const writers = this.#callers.flatMap((caller, i) =>
      this.#writers(`${tag}P${i}`, caller, () => isStopped),
    )
    const runFault = async (): Promise<FaultRound> => {
      await this.book.waitForMore(randomInt(50, 400))
      faultRun = causeFault()
      const since = await faultRun
      const milliseconds = Math.round((await this.book.waitUntilServed(since)) - since)
      // Writes shortly after the fault must be kept too.
      await this.book.waitForMore(20)
      return { fault, milliseconds }
    }
    const writing = Promise.all(writers)
    try {
      const ended = writing.then(() => {
        throw new Error('The writers ended before the fault')
      })
      this.rounds.push(await Promise.race([runFault(), ended]))
    } finally {
      isStopped = true
      await Promise.allSettled(writers)
      await Promise.allSettled([faultRun])
    }
    const batches = await writing
    this.#written.push(batches)
    this.#found.push(...(await this.#compare(batches)))
  }

  #writers(tag: string, caller: CrashClient, isStopped: () => boolean) {
    const { references, tokens } = this.#office
    const admin = retryingSender({ ...caller, token: tokens.admin })
    const pilot = retryingSender({ ...caller, token: tokens.pilot })
    return recordKinds.map((kind, i) =>
      writeRecords({
        kind,
        prefix: `${tag}C${i}N`,
        admin,
        pilot,
        references,
        book: this.book,
        isOver: isStopped,
      }),
    )
  }

  async outcome(): Promise<CrashOutcome> {
    const found: WriteDifference[] = [...this.#found]
    // A later fault must not lose earlier writes either.
    for (const batches of this.#written) found.push(...(await this.#compare(batches)))
    const { acknowledged, repeated, unexpectedResponses } = this.book
    return {
      lost: [...new Set(found.flatMap(({ lost }) => lost))],
      duplicated: [...new Set(found.flatMap(({ duplicated }) => duplicated))],
      acknowledged,
      repeated,
      unexpectedResponses,
      rounds: this.rounds,
    }
  }

  #compare(batches: readonly ClientBatch[]): Promise<WriteDifference[]> {
    const admin = this.#reader()
    return Promise.all(batches.map((batch) => compareRecords(admin, batch)))
  }

  #reader(): SendRequest {
    const [caller] = this.#callers
    if (!caller) throw new Error('No program to compare with')
    return retryingSender({ ...caller, token: this.#office.tokens.admin })
  }
}
