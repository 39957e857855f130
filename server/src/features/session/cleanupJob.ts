import type { FastifyBaseLogger } from 'fastify'
import { type Database, run, sql } from '../../platform/db/sql.ts'
import { startPeriodicJob } from '../../platform/startPeriodicJob.ts'
import { knownNetworkDays } from './lockout.ts'
import { maxLoggedRejections } from './queries.ts'

/** Retention of rejected logins in the log; its trigger allows no earlier deletion. */
const rejectedLoginDays = 90
/** Longer than any session is valid without being used. */
const unusedSessionDays = 30
const anHour = 60 * 60 * 1000

/** Deletes expired rejected logins from the log, and expired known networks and sessions. */
export async function purgeLoginAttempts(db: Database, size = 5000): Promise<void> {
  const statements = [
    sql`delete from bitacora where (momento, id) in (
      select momento, id from bitacora
      where accion = 'rechazado' and momento < now() - make_interval(days => ${rejectedLoginDays})
      order by momento limit ${size})`,
    sql`delete from accesos where (username, red) in (
      select username, red from accesos where momento < now() - make_interval(days => ${knownNetworkDays})
      limit ${size} for update skip locked)`,
    sql`delete from sesiones where token_hash in (
      select token_hash from sesiones where usada_en < now() - make_interval(days => ${unusedSessionDays})
      limit ${size} for update skip locked)`,
  ]
  for (const statement of statements) while ((await run(db, statement)) > 0);
}

/** Deletes the counts of past hours. Logs in one row how many rejected logins of each hour have no row. */
export const logOmittedRejections = (db: Database) =>
  run(
    db,
    sql`with pasadas as (delete from conteos_por_hora where hora < date_trunc('hour', now()) returning *)
      insert into bitacora (momento, tipo, accion, cambios)
      select hora + interval '1 hour' - interval '1 ms', 'sesiones', 'rechazado',
        jsonb_build_object('omitidos', jsonb_build_array(null, n - ${maxLoggedRejections}::int))
      from pasadas where que = 'rechazado' and n > ${maxLoggedRejections}`,
  )

export const startLoginCleanupJob = (db: Database, log: FastifyBaseLogger) =>
  startPeriodicJob(log, anHour, 'old login attempts not deleted', async () => {
    await logOmittedRejections(db)
    await purgeLoginAttempts(db)
  })
