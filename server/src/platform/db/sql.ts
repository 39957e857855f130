import { createHash } from 'node:crypto'
import pg from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Author } from './author.ts'

// oxlint-disable-next-line flota/no-reexport -- queries take their whole vocabulary from this file
export { default as sql, empty, join, raw } from 'sql-template-tag'

/** A statement with a name is parsed once a connection; without one it is planned for its very values. */
interface NamedStatement {
  name: string
  text: string
  values: unknown[]
}
export type Statement = Sql | NamedStatement

const statementNames = new Map<string, string>()
/** Each takes memory on every connection: texts beyond this many go without a name. */
const maxStatementNames = 256

/**
 * For what is asked often, in few texts, and whose best plan is the same for all values: after five calls
 * PostgreSQL plans it no more. A page's limit stands in the text, its offset is `skipping`.
 */
export function prepared(statement: Sql): Statement {
  const { text, values } = statement
  const name =
    statementNames.get(text) ?? (statementNames.size < maxStatementNames ? nameStatement(text) : undefined)
  return name === undefined ? statement : { name, text, values }
}

function nameStatement(text: string): string {
  // One name is one text, also where a pooler shares connections among processes.
  const name = createHash('sha256').update(text).digest('base64url')
  statementNames.set(text, name)
  return name
}

/** Pages of these sizes have a text of their own; every other shares one, else they would use up the names. */
const namedPageSizes = new Set([5, 10, 20, 25, 50, 100, 1000])

/** `limit … offset …` whose plan does not depend on how much is skipped: else it would be made anew each time. */
export const limitOffset = (limit: number, skip: number | Sql): Sql =>
  sql`limit ${namedPageSizes.has(limit) ? raw(String(limit)) : sql`${limit}::bigint`}
    offset (select ${typeof skip === 'number' ? sql`${skip}::bigint` : skip})`

interface Result<Row> {
  rows: Row[]
  rowCount: number
}

type StatementsOf<Rows extends readonly unknown[]> = { readonly [K in keyof Rows]: Statement }
type RowsOf<Rows extends readonly unknown[]> = { [K in keyof Rows]: Rows[K][] }

/** A pool or an open transaction: queries take either as their first argument. */
export interface Db {
  query<Row>(statement: Statement): Promise<Result<Row>>
  /** In one message, all or nothing: a transaction, or a part of the one that is open. @returns the rows of each */
  queries<Rows extends readonly unknown[]>(statements: StatementsOf<Rows>): Promise<RowsOf<Rows>>
  /**
   * All of `work` or nothing, repeated when it was a deadlock's victim. Inside another transaction it is a part of
   * that one: what it throws must end that one too.
   * @param author whom the log names for what is written; without one it is not told
   */
  transaction<T>(work: (db: Db) => Promise<T>, author?: Author): Promise<T>
}

/** Where a handler writes: all of it or nothing, in its caller's name. */
export interface Writer extends Pick<Db, 'queries'> {
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
}

export interface Database extends Db {
  /** All that `read` reads is of one moment, however slowly it is taken; what was given is never given again. */
  snapshot<T>(read: (db: Db) => AsyncIterable<T>): AsyncGenerator<T>
  /** Connections that are lent out, and how many callers wait for one. */
  load: () => { lent: number; waiting: number }
  /** Whether the queue is so long that a new caller would not be served within about 2 s. */
  isOverloaded: () => boolean
  close(): Promise<void>
}

/** A unique index, and an exclusion: two ways to say that there may be only one. */
const uniqueViolationCodes = ['23505', '23P01']

/** Whether a write met this constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError &&
  uniqueViolationCodes.includes(error.code ?? '') &&
  error.constraint === constraint

export const many = async <Row>(db: Db, statement: Statement): Promise<Row[]> =>
  (await db.query<Row>(statement)).rows

export const one = async <Row>(db: Db, statement: Statement): Promise<Row | undefined> =>
  (await db.query<Row>(statement)).rows[0]

/** How many rows it wrote. */
export const run = async (db: Db, statement: Statement): Promise<number> =>
  (await db.query(statement)).rowCount

/** Holds other holders of the same lock back until the transaction ends, on every process. */
export const lock = async (db: Db, name: string): Promise<void> => {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** The same without waiting: false where somebody else holds it. */
export const tryLock = async (db: Db, name: string): Promise<boolean> =>
  (
    await one<{ got: boolean }>(
      db,
      sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got`,
    )
  )?.got === true
