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
  /** How often each response came. */
  responseCounts: Map<string, number>
  killed: KillOutcome
}

/**
 * Runs the money model on three programs with one database: random steps, SIGKILL during settlements and
 * before their responses.
 * @throws {Error} if a result differs from the model
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
    // The first one migrates the database.
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
    const responseCounts = await runMoneySteps({ programs: senders, seed, steps })
    const killed = await runKillRounds({ programs, start, token, rounds }, 500)
    await testLostResponses({ programs, start, token, rounds })
    return { responseCounts, killed }
  } finally {
    for (const { child, ended } of programs) {
      child.kill('SIGTERM')
      await ended
    }
    await postgres.stop()
    await directory.remove()
  }
}
