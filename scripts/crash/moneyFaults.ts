import { runMoneyOnThreeServers } from '../../server/src/test/moneyModel/threeServers.ts'

const moneySteps = 200

/** Prints how money fared that was told to three programs at once; whether all of it is there. */
export async function runMoneyFaults(rounds: number, signal: AbortSignal): Promise<boolean> {
  const seed = Number(process.env.DINERO_SEED ?? Math.floor(Math.random() * 2 ** 31))
  try {
    const { responseCounts, killed } = await runMoneyOnThreeServers({
      seed,
      steps: moneySteps,
      rounds,
      signal,
    })
    const counts = [...responseCounts].map(([what, count]) => `${what}: ${count}`)
    console.log(`Money: ${moneySteps} steps over three programs, every sum the model's (DINERO_SEED=${seed})`)
    console.log(`  ${counts.toSorted((a, b) => a.localeCompare(b)).join('\n  ')}`)
    console.log(
      `Killed in the middle of ${rounds} settlements: ${killed.whole} done, ${killed.none} not begun, none in between`,
    )
    console.log(`Killed before the answer of ${rounds} settlements: each told to its repeat, and made once`)
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}
