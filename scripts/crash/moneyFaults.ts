import { runMoneyOnThreeServers } from '../../server/src/test/moneyModel/threeServers.ts'

const moneySteps = 200

/** Runs the money model on three servers with crashes. @returns whether no write was lost or doubled */
export async function runMoneyFaults(rounds: number, signal: AbortSignal): Promise<boolean> {
  const seed = Number(process.env.MONEY_SEED ?? Math.floor(Math.random() * 2 ** 31))
  try {
    const { responseCounts, killed } = await runMoneyOnThreeServers({
      seed,
      steps: moneySteps,
      rounds,
      signal,
    })
    const counts = [...responseCounts].map(([what, count]) => `${what}: ${count}`)
    console.log(
      `Money: ${moneySteps} steps over three programs, every sum as in the model (MONEY_SEED=${seed})`,
    )
    console.log(`  ${counts.toSorted((a, b) => a.localeCompare(b)).join('\n  ')}`)
    console.log(
      `Killed in the middle of ${rounds} settlements: ${killed.whole} complete, ${killed.none} absent, none partial`,
    )
    console.log(
      `Killed before the answer of ${rounds} settlements: each returned to its repeat and stored once`,
    )
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}
