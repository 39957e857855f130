import type { FastifyRequest } from 'fastify'
import { type Author, type Database, type Db, prepared, type Statement, sql, type Writer } from '../db/sql.ts'
import {
  type Authenticated,
  isEndedSession,
  prove,
  type SessionProofs,
  sessionTrustMs,
} from './sessionProof.ts'

interface WriterContext {
  db: Database
  request: FastifyRequest
  author: Author
  sessions: SessionProofs
  isLimitedWrite: boolean
  /** Revalidates in the transaction, or authenticates again without one. */
  check: (tx?: Db) => Promise<void>
}

const setAuthorStatement = (author: Author) =>
  prepared(sql`select set_config('flota.autor', ${JSON.stringify(author)}, true)`)

/** Counts the write. Fails with FL401 if the session has ended or its user was written since it was read. */
const lastStatement = ({ sessions, isLimitedWrite }: WriterContext, { session, proof }: Authenticated) =>
  prepared(
    proof
      ? sql`select ${sessions.proofOf(session, isLimitedWrite)}, contar_cambio()`
      : sql`select exigir_sesion_vigente(${session.tokenHash}, ${session.userRowVersion}::xid), contar_cambio()`,
  )

/** Returns a Db that revalidates after each statement, which may have waited. */
function revalidatingDb(tx: Db, check: (tx: Db) => Promise<void>): Db {
  const checked = async <T>(running: Promise<T>): Promise<T> => {
    const result = await running
    await check(tx)
    return result
  }
  const db: Db = {
    query: (statement) => checked(tx.query(statement)),
    queries: (statements) => checked(tx.queries(statements)),
    transaction: (nested) => nested(db),
  }
  return db
}

/**
 * Runs a write that ends with the given statement. After FL401 a request that began with a remembered session runs again
 * as a whole; another one authenticates and runs `again`.
 */
async function runWrite<T>(
  context: WriterContext,
  write: (last: Statement) => Promise<T>,
  again: () => Promise<T>,
): Promise<T> {
  const { request, sessions, check } = context
  const { authenticated } = request
  if (!authenticated) return again()
  const { session, proof } = authenticated
  try {
    const result = await prove(authenticated, sessions, () => write(lastStatement(context, authenticated)))
    if (proof) request.authenticated = { session, until: performance.now() + sessionTrustMs }
    return result
  } catch (error) {
    if (proof || !isEndedSession(error)) throw error
    // Rolled back. A user who still has the permission gets a second try.
    await check()
    return again()
  }
}

/** Returns a Writer that rolls back if the user loses the permission while a statement waits. */
export function checkedWriter(context: WriterContext): Writer {
  const { db, request, author, check } = context
  const transaction: Writer['transaction'] = async (work) => {
    if (request.authenticated?.proof) await check()
    return db.transaction((tx) => work(revalidatingDb(tx, check)), author)
  }
  return {
    transaction,
    queries: (statements) =>
      runWrite(
        context,
        async (last) => {
          const rows = await db.queries<unknown[]>([setAuthorStatement(author), ...statements, last])
          // Drops the results of our own first and last statement.
          return rows.slice(1, -1) as never
        },
        () => transaction((tx) => tx.queries(statements)),
      ),
    claimOnce: ({ claim, work, store, again }) =>
      runWrite(
        context,
        (last) =>
          db.pipelined({
            first: [setAuthorStatement(author), ...(claim ? [claim] : [])],
            work,
            last: (result) => [store(result), last],
          }),
        again,
      ),
  }
}
