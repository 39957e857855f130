import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { type Db, prepared, type Statement, sql } from '../db/sql.ts'

/** Identifies what was read of a session and its user. */
export interface SessionKey {
  tokenHash: Buffer
  /** `xmin` of the user's row: it changes with every write of the user. */
  userRowVersion: string
}

export interface SessionProofs {
  forget: (session: SessionKey) => void
  /** Returns an expression that fails with FL401 unless the session would be read again unchanged. */
  proofOf: (session: SessionKey, isLimitedWrite: boolean) => Sql
}

export interface Authenticated<Session = SessionKey> {
  session: Session
  /** Time of performance.now() until which the session is trusted. */
  until: number
  /** State of a remembered session; undefined for one that was read. */
  proof?: 'pending' | 'passed' | 'failed'
}

/** Time for which a session is trusted: after a longer wait the user may have lost the permission. */
export const sessionTrustMs = 100

/** Whether the session was read, or all statements with its proof have succeeded. */
export const isProved = (authenticated: Authenticated | undefined): boolean =>
  authenticated?.proof === undefined || authenticated.proof === 'passed'

interface ProvedRequest {
  authenticated: Authenticated | undefined
}

/** Runs a handler, and runs it again after `authenticate` if the remembered session was not proved. */
export async function runProved<T>(
  request: ProvedRequest,
  run: () => Promise<T>,
  authenticate: () => Promise<void>,
): Promise<T> {
  try {
    const result = await run()
    if (isProved(request.authenticated)) return result
  } catch (error) {
    if (isProved(request.authenticated)) throw error
  }
  await authenticate()
  return run()
}

export const isEndedSession = (error: unknown) => error instanceof pg.DatabaseError && error.code === 'FL401'

/** Runs statements of which the last is the proof. @throws FL401 if the session has ended */
export async function prove<T>(
  authenticated: Authenticated,
  sessions: SessionProofs,
  run: () => Promise<T>,
): Promise<T> {
  try {
    const result = await run()
    if (authenticated.proof === 'pending') authenticated.proof = 'passed'
    return result
  } catch (error) {
    if (isEndedSession(error)) {
      if (authenticated.proof) authenticated.proof = 'failed'
      sessions.forget(authenticated.session)
    }
    throw error
  }
}

/** Returns a Db for reads. Each of its messages ends with the proof of a remembered session. */
export function provingDb(db: Db, authenticated: Authenticated | undefined, sessions: SessionProofs): Db {
  if (!authenticated?.proof) return db
  const proof = prepared(sql`select ${sessions.proofOf(authenticated.session, false)}`)
  const queries = async (statements: readonly Statement[]): Promise<unknown[][]> => {
    const results = await prove(authenticated, sessions, () => db.queries<unknown[]>([...statements, proof]))
    return results.slice(0, -1)
  }
  return {
    async query<Row>(statement: Statement) {
      const [rows = []] = await queries([statement])
      // The caller declares its SQL's row type.
      return { rows: rows as Row[], rowCount: rows.length }
    },
    queries: async (statements) => (await queries(statements)) as never,
    transaction: (work, author) =>
      db.transaction(async (tx) => {
        const result = await work(tx)
        await prove(authenticated, sessions, () => tx.query(proof))
        return result
      }, author),
  }
}
