import { createHash } from 'node:crypto'
import pg from 'pg'
import sql, { empty, raw, type Sql } from 'sql-template-tag'

// oxlint-disable-next-line flota/no-reexport -- query files import all of their SQL helpers from here
export { default as sql, empty, join, raw } from 'sql-template-tag'

/** Returns ` and <condition> <value>`, for example with `chofer_id =`; nothing without a value. */
export const conditionIf = (condition: string, value: unknown): Sql =>
  value === undefined ? empty : sql` and ${raw(condition)} ${value}`

/** Parsed once per connection. A statement without a name is planned for its values. */
interface NamedStatement {
  name: string
  text: string
  values: unknown[]
}
export type Statement = Sql | NamedStatement

const statementNames = new Map<string, string>()
/** Each name takes memory on every connection: later texts get none. */
const maxStatementNames = 256

/**
 * Names a statement, so that PostgreSQL plans it only five times. Use it for frequent statements with few texts, whose
 * best plan is the same for all values. Write a page with `limitOffset`.
 */
export function prepared(statement: Sql): Statement {
  const { text, values } = statement
  const name =
    statementNames.get(text) ?? (statementNames.size < maxStatementNames ? nameStatement(text) : undefined)
  return name === undefined ? statement : { name, text, values }
}

function nameStatement(text: string): string {
  // A hash, because a pooler may share connections between processes.
  const name = createHash('sha256').update(text).digest('base64url')
  statementNames.set(text, name)
  return name
}

/** Pages of these sizes get their own text. All others share one, so that they do not use up the names. */
const namedPageSizes = new Set([5, 10, 20, 25, 50, 100, 1000])

/** Returns `limit … offset …` with a plan that does not depend on the offset, so that PostgreSQL keeps it. */
export const limitOffset = (limit: number, skip: number | Sql): Sql =>
  sql`limit ${namedPageSizes.has(limit) ? raw(String(limit)) : sql`${limit}::bigint`}
    offset (select ${typeof skip === 'number' ? sql`${skip}::bigint` : skip})`

/** Author of a transaction's entries in bitacora; null where unknown. */
export interface Author {
  usuario_id: number | null
  usuario: string | null
  /** The API token; null for a session. */
  token_id: number | null
  direccion: string | null
  /** X-Request-Id of the response. */
  peticion: string | null
  /** `accion` of an updated record. */
  cambio: 'editar' | 'estado'
}

interface Result<Row> {
  rows: Row[]
  rowCount: number
}

type StatementsOf<Rows extends readonly unknown[]> = { readonly [K in keyof Rows]: Statement }
type RowsOf<Rows extends readonly unknown[]> = { [K in keyof Rows]: Rows[K][] }

/** A pool or an open transaction. Queries take it as their first argument. */
export interface Db {
  query<Row>(statement: Statement): Promise<Result<Row>>
  /** Runs all statements in one message and one transaction. @returns the rows of each */
  queries<Rows extends readonly unknown[]>(statements: StatementsOf<Rows>): Promise<RowsOf<Rows>>
  /**
   * Runs `work` in a transaction and repeats it after a deadlock. Inside another transaction it joins that one: an
   * error must end both.
   * @param author author of the entries in bitacora; without one nothing is logged
   */
  transaction<T>(work: (db: Db) => Promise<T>, author?: Author): Promise<T>
}

/** A handler's access for writes: transactions with the request's user as author. */
export interface Writer extends Pick<Db, 'queries'> {
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs `work` in a transaction that begins with `claim`; absent inside a transaction. */
  claimOnce?<T>(steps: ClaimSteps<T>): Promise<T>
}

interface ClaimSteps<T> {
  /** Undefined if `store` claims. */
  claim: Statement | undefined
  work: (db: Db) => Promise<T>
  /** Returns the statement that stores the result of `work`. */
  store: (result: T) => Statement
  /** Runs instead if the session has ended and the user has another one's permission. */
  again: () => Promise<T>
}

export interface Pipeline<T> {
  /** Sent with the first statements of `work`. */
  first: readonly Statement[]
  work: (db: Db) => Promise<T>
  /** Sent with the commit. */
  last: (result: T) => readonly Statement[]
}

export interface Database extends Db {
  /** Runs `work` in a transaction, in two messages if `work` sends one. Repeats it after a deadlock. */
  pipelined<T>(pipeline: Pipeline<T>): Promise<T>
  /** Runs `read` in one read-only snapshot, however slowly it is consumed. Never retried. */
  snapshot<T>(read: (db: Db) => AsyncIterable<T>): AsyncGenerator<T>
  /** Connections in use, and callers that wait for one. */
  load: () => { inUse: number; waiting: number }
  maxConnections: number
  close(): Promise<void>
}

/** unique_violation and exclusion_violation. */
const uniqueViolationCodes = ['23505', '23P01']

/** Whether an error is a violation of this unique or exclusion constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError &&
  uniqueViolationCodes.includes(error.code ?? '') &&
  error.constraint === constraint

export const many = async <Row>(db: Db, statement: Statement): Promise<Row[]> =>
  (await db.query<Row>(statement)).rows

export const one = async <Row>(db: Db, statement: Statement): Promise<Row | undefined> =>
  (await db.query<Row>(statement)).rows[0]

/** Returns the first column of the first row; undefined without a row. */
export const scalar = async <Value>(db: Db, statement: Statement): Promise<Value | undefined> =>
  Object.values((await one<Record<string, Value>>(db, statement)) ?? {})[0]

/** @returns the number of rows written */
export const run = async (db: Db, statement: Statement): Promise<number> =>
  (await db.query(statement)).rowCount

/** Takes a lock until the transaction ends. It holds for all processes. */
export const lock = async (db: Db, name: string): Promise<void> => {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Takes the lock without waiting; false if another transaction has it. */
export const tryLock = async (db: Db, name: string): Promise<boolean> =>
  (await scalar(db, sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`)) === true

/** Rows per batch: other requests run between two batches. */
const batchSize = 250

/**
 * Yields all rows in batches, through a cursor, so that they are never all in memory. Empties a batch when the next
 * one is requested. Needs a transaction.
 */
export async function* readBatches<Row>(tx: Db, statement: Sql): AsyncGenerator<Row[]> {
  await run(tx, sql`declare filas no scroll cursor for ${statement}`)
  for (;;) {
    const rows = await many<Row>(tx, raw(`fetch ${batchSize} from filas`))
    if (rows.length === 0) return
    const isLast = rows.length < batchSize
    yield rows
    // Else V8 keeps each batch alive through pg's previous result.
    rows.length = 0
    if (isLast) return
  }
}
