import { randomInt } from 'node:crypto'
import { compare, type Difference } from './compare.ts'
import { type Office, openOffice } from './openOffice.ts'
import { kinds } from './recordKinds.ts'
import { type Caller, type Send, sender } from './retryingSender.ts'
import { type Batch, Book } from './writeLedger.ts'
import { write } from './writeRecords.ts'

export interface Round {
  fault: string
  /** From the fault, or the start that follows it, to the first write that was sent then and acknowledged. */
  milliseconds: number
}

export interface Outcome extends Difference {
  acknowledged: number
  /** Of these the first try had no answer. */
  repeated: number
  /** Answers that no fault explains. */
  strange: string[]
  rounds: Round[]
}

/** What was written under faults, and what came of it. */
export class Trial {
  readonly book = new Book()
  readonly rounds: Round[] = []
  readonly #callers: readonly Caller[]
  readonly #office: Office
  readonly #found: Difference[] = []
  /** By round, then by client. */
  readonly #written: Batch[][] = []

  private constructor(callers: readonly Caller[], office: Office) {
    this.#callers = callers
    this.#office = office
  }

  /** On one program, or on several that share a database: each has clients of its own. */
  static async begin(callers: readonly [Caller, ...Caller[]]): Promise<Trial> {
    return new Trial(callers, await openOffice(callers[0]))
  }

  /**
   * Clients write; at a random moment `strike` does harm and puts right what does not come back by itself. It gives the
   * moment from which the time to service counts.
   * @throws when nobody answers for two minutes
   */
  async round(fault: string, strike: () => Promise<number>): Promise<void> {
    let isOver = false
    let struck: Promise<number> | undefined
    const tag = `V${this.rounds.length}`
    const writers = this.#callers.flatMap((caller, i) => this.#writers(`${tag}P${i}`, caller, () => isOver))
    const striking = async (): Promise<Round> => {
      await this.book.more(randomInt(50, 400))
      struck = strike()
      const since = await struck
      const milliseconds = Math.round((await this.book.served(since)) - since)
      // Also what is written just afterwards must hold.
      await this.book.more(20)
      return { fault, milliseconds }
    }
    const writing = Promise.all(writers)
    try {
      const ended = writing.then(() => {
        throw new Error('the writers ended before the fault had passed')
      })
      this.rounds.push(await Promise.race([striking(), ended]))
    } finally {
      isOver = true
      await Promise.allSettled(writers)
      await Promise.allSettled([struck])
    }
    const batches = await writing
    this.#written.push(batches)
    this.#found.push(...(await this.#compare(batches)))
  }

  #writers(tag: string, caller: Caller, isOver: () => boolean) {
    const { references, tokens } = this.#office
    const admin = sender({ ...caller, token: tokens.admin })
    const pilot = sender({ ...caller, token: tokens.pilot })
    return kinds.map((kind, i) =>
      write({ kind, prefix: `${tag}C${i}N`, admin, pilot, references, book: this.book, isOver }),
    )
  }

  async outcome(): Promise<Outcome> {
    const found: Difference[] = [...this.#found]
    // Nor may a later fault cost what an earlier one has left.
    for (const batches of this.#written) found.push(...(await this.#compare(batches)))
    const { acknowledged, repeated, strange } = this.book
    return {
      lost: [...new Set(found.flatMap(({ lost }) => lost))],
      doubled: [...new Set(found.flatMap(({ doubled }) => doubled))],
      acknowledged,
      repeated,
      strange,
      rounds: this.rounds,
    }
  }

  #compare(batches: readonly Batch[]): Promise<Difference[]> {
    const admin = this.#reader()
    return Promise.all(batches.map((batch) => compare(admin, batch)))
  }

  #reader(): Send {
    const [caller] = this.#callers
    if (!caller) throw new Error('nobody to ask')
    return sender({ ...caller, token: this.#office.tokens.admin })
  }
}
