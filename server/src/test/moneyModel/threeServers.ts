import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { password } from '../crash/openOffice.ts'
import { sender } from '../crash/retryingSender.ts'
import { aDirectory, type Program } from '../program.ts'
import { type Killed, killRounds, startOn } from './killRounds.ts'
import { lostAnswers } from './lostResponses.ts'
import { playDinero } from './runSteps.ts'

interface Trial {
  seed: number
  steps: number
  rounds: number
  signal: AbortSignal
}

interface Outcome {
  /** How often which answer came. */
  told: Map<string, number>
  killed: Killed
}

/**
 * Money told to three programs on one database: random steps, compared with a model to the cent, and kill -9 in the middle
 * of settlements and before their answers. @throws where it is not as it has to be
 */
export async function dineroOnThree({ seed, steps, rounds, signal }: Trial): Promise<Outcome> {
  const directory = await aDirectory()
  const postgres = await startPostgres({ dataDir: directory.dataDir, notice: () => undefined })
  const programs: Program[] = []
  try {
    const { host, database, user } = postgres.connection
    const url = `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`
    const start = startOn(url, { ADMIN_PASSWORD: password })
    // The first makes the tables.
    programs.push(start())
    const first = await programs[0]!.listening
    programs.push(start(), start())
    const addresses = await Promise.all(programs.map(({ listening }) => listening))
    const login = await sender({ address: () => first })('POST', '/api/auth/login', {
      username: 'admin',
      password,
    })
    const token: string = login.body.data.token
    const senders = addresses.map((address) => sender({ address: () => address, token, signal }))
    const told = await playDinero({ programs: senders, seed, steps })
    const killed = await killRounds({ programs, start, token, rounds }, 500)
    await lostAnswers({ programs, start, token, rounds })
    return { told, killed }
  } finally {
    for (const { child, ended } of programs) {
      child.kill('SIGTERM')
      await ended
    }
    await postgres.stop()
    await directory.remove()
  }
}
