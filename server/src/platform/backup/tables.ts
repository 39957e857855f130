import { type Db, many, one, raw, sql } from '../db/sql.ts'

// What a database consists of, asked of itself: a new migration needs no word here. Names come quoted.

export interface DbTable {
  name: string
  columns: string[]
  /** How a demonstration is told from a company. */
  comment: string | null
}

/**
 * What a restored database must not have: whoever had a session logs in again, failed tries are forgotten, no upload is
 * on its way, and no mail waits to be sent.
 */
const transientTables = ['sesiones', 'intentos', 'subidas', 'envios']

const inCurrentSchema = sql`relnamespace = current_schema()::regnamespace`

/** Every table that is worth keeping, with the columns that can be written. */
export const findTables = (db: Db): Promise<DbTable[]> =>
  many<DbTable>(
    db,
    sql`select quote_ident(relname) as name,
        (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
        obj_description(c.oid, 'pg_class') as comment
      from pg_class c where ${inCurrentSchema} and relkind = 'r' and relname <> all(${transientTables}) order by relname`,
  )

/** The state of the database: the mark changes when a row is written that a backup holds. */
export const readDatabaseState = async (db: Db): Promise<{ mark: string; bytes: number }> => {
  const state = await one<{ mark: string; bytes: number }>(
    db,
    sql`select pg_database_size(current_database()) as bytes,
        (select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text from pg_stat_user_tables
          where relname <> all(${transientTables})) as mark`,
  )
  if (!state) throw new Error('the database does not tell its size')
  return state
}

export interface Sequence {
  name: string
  /** The last number that was given; null where none was. */
  last: number | null
}

/** Outside of every transaction: never behind the rows that were read before. */
export const findSequences = (db: Db): Promise<Sequence[]> =>
  many<Sequence>(
    db,
    sql`select quote_ident(sequencename) as name, last_value as last from pg_sequences
      where schemaname = current_schema() order by sequencename`,
  )

/** Whether anything is there but extensions: somebody's tables, views, functions, of whatever schema. */
export const isDatabaseEmpty = async (db: Db): Promise<boolean> => {
  const own = (catalogue: string, namespace: string) => sql`
    select from ${raw(catalogue)} o join pg_namespace n on n.oid = o.${raw(namespace)}
    where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d
        where d.objid = o.oid and d.classid = ${catalogue}::regclass and d.deptype = 'e')`
  const found = await many(
    db,
    sql`(${own('pg_class', 'relnamespace')} limit 1) union all (${own('pg_proc', 'pronamespace')} limit 1)`,
  )
  return found.length === 0
}

/** Statements that take something away before the rows come, and build it again after them. */
export interface DroppedObject {
  drop: string
  create: string
}

/** References and their checks: dropped, the tables can be filled in any order, also in a ring, by a plain owner. */
export const findForeignKeys = (db: Db): Promise<DroppedObject[]> =>
  many<DroppedObject>(
    db,
    sql`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
      from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f' order by oid`,
  )

/** Built in one go an index takes a fraction of the time. */
export const findIndexes = (db: Db): Promise<DroppedObject[]> =>
  many<DroppedObject>(
    db,
    sql`select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
      from pg_index i join pg_class c on c.oid = indrelid
      where ${inCurrentSchema} and relkind = 'r' and not exists (select from pg_constraint where conindid = indexrelid)
      order by indexrelid`,
  )
