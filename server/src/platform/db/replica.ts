import { type Database, type Db, one, scalar, sql } from './sql.ts'

/** @param reader reads from the primary in its place */
export type ChooseDb = <Reader extends Db = Database>(reader?: Reader) => Promise<Reader | Database>

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
  let retryAt = 0
  return async (reader) => {
    const db = reader ?? primary
    if (!replica || Date.now() < retryAt) return db
    const written = await one<Position>(db, positionStatement)
    try {
      return (await hasReplayed(replica, written, maxLagSeconds)) ? replica : db
    } catch {
      // A check takes up to 2 s if the replica does not answer.
      retryAt = Date.now() + retryPauseMs
      return db
    }
  }
}

interface Position {
  lsn: string
  moment: string
}
const positionStatement = sql`select pg_current_wal_lsn()::text as lsn, now() as moment`

async function hasReplayed(replica: Database, written: Position | undefined, seconds: number) {
  // A replica that has replayed everything is fresh, even if the last write was long ago.
  const fresh = sql`select pg_is_in_recovery() and (
    pg_last_wal_replay_lsn() >= ${written?.lsn}::pg_lsn
    or pg_last_xact_replay_timestamp() >= ${written?.moment}::timestamptz - make_interval(secs => ${seconds}))`
  return (await scalar(replica, fresh)) === true
}
