import { type Database, one, sql } from './sql.ts'

export type ChooseDb = () => Promise<Database>

const retryPauseMs = 10_000

/**
 * The replica while it has all that the primary has written, or is at most `seconds` behind; else, and where it
 * does not answer or is no replica, the primary.
 */
export function replicaOrPrimary(
  primary: Database,
  replica: Database | undefined,
  maxLagSeconds = 5,
): ChooseDb {
  if (!replica) return async () => primary
  let tryAgain = 0
  return async () => {
    if (Date.now() < tryAgain) return primary
    try {
      return (await isFresh(primary, replica, maxLagSeconds)) ? replica : primary
    } catch {
      // Asking takes up to two seconds where nobody answers: not for every report.
      tryAgain = Date.now() + retryPauseMs
      // What the primary cannot answer either, its own query will say.
      return primary
    }
  }
}

async function isFresh(primary: Database, replica: Database, seconds: number): Promise<boolean> {
  const written = await one<{ lsn: string; moment: string }>(
    primary,
    sql`select pg_current_wal_lsn()::text as lsn, now() as moment`,
  )
  const state = await one<{ fresh: boolean }>(
    replica,
    // A replica that has replayed everything is fresh however long ago the last write was.
    sql`select pg_is_in_recovery() and (
        pg_last_wal_replay_lsn() >= ${written?.lsn}::pg_lsn
        or pg_last_xact_replay_timestamp() >= ${written?.moment}::timestamptz - make_interval(secs => ${seconds})
      ) as fresh`,
  )
  return state?.fresh ?? false
}
