import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { adminPassword } from '../crash/openOffice.ts'
import { retryingSender } from '../crash/retryingSender.ts'
import { createDataDirectory, type Program } from '../program.ts'
import { type KillOutcome, programStarter, runKillRounds } from './killRounds.ts'
import { testLostResponses } from './lostResponses.ts'
import { runMoneySteps } from './runSteps.ts'

interface MoneyRun {
  seed: number
  steps: number
  rounds: number
  signal: AbortSignal
}

interface MoneyOutcome {
  /** How often which answer came. */
  responseCounts: Map<string, number>
  killed: KillOutcome
}

/**
 * Money told to three programs on one database: random steps, compared with a model to the cent, and kill -9 in the middle
 * of settlements and before their answers. @throws where it is not as it has to be
 */
export async function runMoneyOnThreeServers({
  seed,
  steps,
  rounds,
  signal,
}: MoneyRun): Promise<MoneyOutcome> {
  const directory = await createDataDirectory()
  const postgres = await startPostgres({ dataDir: directory.dataDir, notice: () => undefined })
  const programs: Program[] = []
  try {
    const { host, database, user } = postgres.connection
    const url = `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`
    const start = programStarter(url, { ADMIN_PASSWORD: adminPassword })
    // The first makes the tables.
    programs.push(start())
    const first = await programs[0]!.listening
    programs.push(start(), start())
    const addresses = await Promise.all(programs.map(({ listening }) => listening))
    const login = await retryingSender({ address: () => first })('POST', '/api/auth/login', {
      username: 'admin',
      password: adminPassword,
    })
    const token: string = login.body.data.token
    const senders = addresses.map((address) => retryingSender({ address: () => address, token, signal }))
    const told = await runMoneySteps({ programs: senders, seed, steps })
    const killed = await runKillRounds({ programs, start, token, rounds }, 500)
    await testLostResponses({ programs, start, token, rounds })
    return { responseCounts: told, killed }
  } finally {
    for (const { child, ended } of programs) {
      child.kill('SIGTERM')
      await ended
    }
    await postgres.stop()
    await directory.remove()
  }
}
