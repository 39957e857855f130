import type { FastifyBaseLogger } from 'fastify'
import { type Database, run, sql } from '../../platform/db/sql.ts'
import { startPeriodicJob } from '../../platform/startPeriodicJob.ts'
import { knownNetworkDays } from './lockout.ts'

/** Retention of rejected logins in the log; its trigger allows no earlier deletion. */
const rejectedLoginDays = 90
const aDay = 24 * 60 * 60 * 1000

/** Deletes expired rejected logins from the log, and expired known networks. */
export async function purgeLoginAttempts(db: Database, size = 5000): Promise<void> {
  const statements = [
    sql`delete from bitacora where (momento, id) in (
      select momento, id from bitacora
      where accion = 'rechazado' and momento < now() - make_interval(days => ${rejectedLoginDays})
      order by momento limit ${size})`,
    sql`delete from accesos where (username, red) in (
      select username, red from accesos where momento < now() - make_interval(days => ${knownNetworkDays})
      limit ${size} for update skip locked)`,
  ]
  for (const statement of statements) while ((await run(db, statement)) > 0);
}

export const startLoginCleanupJob = (db: Database, log: FastifyBaseLogger) =>
  startPeriodicJob(log, aDay, 'old login attempts not deleted', () => purgeLoginAttempts(db))
