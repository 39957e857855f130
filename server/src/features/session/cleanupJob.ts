import type { FastifyBaseLogger } from 'fastify'
import { type Database, run, sql } from '../../platform/db/sql.ts'
import { knownNetworkDays } from './lockout.ts'

/** Days that the log tells of who was refused; its trigger holds to them too. */
const rejectedLoginDays = 90
const aDay = 24 * 60 * 60 * 1000

/** Takes away what is told of the door no longer: who was refused, and from where names came in. */
export async function purgeLoginAttempts(db: Database, size = 5000): Promise<void> {
  const sweeps = [
    sql`delete from bitacora where (momento, id) in (
      select momento, id from bitacora
      where accion = 'rechazado' and momento < now() - make_interval(days => ${rejectedLoginDays})
      order by momento limit ${size})`,
    sql`delete from accesos where (username, red) in (
      select username, red from accesos where momento < now() - make_interval(days => ${knownNetworkDays})
      limit ${size} for update skip locked)`,
  ]
  for (const sweep of sweeps) while ((await run(db, sweep)) > 0);
}

/** Now and once a day; what fails is tried again then. */
export function startLoginCleanupJob(db: Database, log: FastifyBaseLogger): { stop(): void } {
  const runCleanup = () => {
    purgeLoginAttempts(db).catch((err: unknown) => log.warn({ err }, 'refused logins not swept'))
  }
  runCleanup()
  const timer = setInterval(runCleanup, aDay).unref()
  return { stop: () => clearInterval(timer) }
}
