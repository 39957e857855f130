import type { CrashOutcome, CrashRun, FaultRound } from '../../server/src/test/crash/crashRun.ts'
import { median } from '../statistics.ts'

export function reportRound({ rounds, book }: CrashRun): void {
  const round = rounds.at(-1)
  if (round)
    console.log(
      `${rounds.length}. ${round.fault}: ${round.milliseconds} ms to service; ${book.acknowledged} acknowledged so far`,
    )
}

/** Prints the result. @returns whether nothing was lost, doubled, unexpected or late */
export function reportOutcome(outcome: CrashOutcome, maxMsOf: (round: FaultRound) => number): boolean {
  const { rounds, acknowledged, repeated, lost, duplicated, unexpectedResponses } = outcome
  for (const line of [...lost, ...duplicated, ...unexpectedResponses]) console.log(`✗ ${line}`)
  for (const [fault, all] of Map.groupBy(rounds, (round) => round.fault)) {
    const times = all.map(({ milliseconds }) => milliseconds)
    console.log(
      `${fault}: ${all.length} times; to service median ${median(times)} ms, max ${Math.max(...times)} ms`,
    )
  }
  const late = rounds.filter((round) => round.milliseconds > maxMsOf(round)).length
  console.log(
    `${acknowledged} acknowledged (${repeated} after a repeat), ${lost.length} lost, ${duplicated.length} doubled, ` +
      `${unexpectedResponses.length} unexpected responses, ${late} late recoveries`,
  )
  return lost.length + duplicated.length + unexpectedResponses.length + late === 0
}
