import { type Database, one, scalar, sql } from './sql.ts'

export type ChooseDb = () => Promise<Database>

const retryPauseMs = 10_000

/**
 * Returns the replica while it has replayed every write or lags at most `maxLagSeconds`. Returns the primary if the
 * replica lags more, does not answer or is no replica.
 */
export function replicaOrPrimary(
  primary: Database,
  replica: Database | undefined,
  maxLagSeconds = 5,
): ChooseDb {
  if (!replica) return async () => primary
  let retryAt = 0
  return async () => {
    if (Date.now() < retryAt) return primary
    try {
      return (await isFresh(primary, replica, maxLagSeconds)) ? replica : primary
    } catch {
      // A check takes up to 2 s if the replica does not answer. If the primary failed, its next query says so.
      retryAt = Date.now() + retryPauseMs
      return primary
    }
  }
}

async function isFresh(primary: Database, replica: Database, seconds: number): Promise<boolean> {
  const written = await one<{ lsn: string; moment: string }>(
    primary,
    sql`select pg_current_wal_lsn()::text as lsn, now() as moment`,
  )
  // A replica that has replayed everything is fresh, even if the last write was long ago.
  const fresh = sql`select pg_is_in_recovery() and (
    pg_last_wal_replay_lsn() >= ${written?.lsn}::pg_lsn
    or pg_last_xact_replay_timestamp() >= ${written?.moment}::timestamptz - make_interval(secs => ${seconds}))`
  return (await scalar(replica, fresh)) === true
}
