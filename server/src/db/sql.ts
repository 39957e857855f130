import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'

// oxlint-disable-next-line flota/no-reexport -- queries take their whole vocabulary from this file
export { default as sql, empty, join, raw } from 'sql-template-tag'

/** A statement with a name is parsed once a connection; without one it is planned for its very values. */
export interface Named {
  name: string
  text: string
  values: unknown[]
}
export type Statement = Sql | Named

export const named = (name: string, { text, values }: Sql): Named => ({ name, text, values })

interface Result<Row> {
  rows: Row[]
  rowCount: number
}

/** A pool or an open transaction: queries take either as their first argument. */
export interface Db {
  query<Row>(statement: Statement): Promise<Result<Row>>
  /**
   * All of `work` or nothing, repeated when it was a deadlock's victim. Inside another transaction it is a part of
   * that one: what it throws must end that one too.
   */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
}

/** Where a handler writes: all of it, or nothing. */
export type Writer = Pick<Db, 'transaction'>

export interface Database extends Db {
  /** All that `read` reads is of one moment, however slowly it is taken; what was given is never given again. */
  snapshot<T>(read: (db: Db) => AsyncIterable<T>): AsyncGenerator<T>
  /** Whether so many wait that who comes now would not be served within about 2 s. */
  isCrowded: () => boolean
  close(): Promise<void>
}

/** Whether a write met this unique index. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint

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
