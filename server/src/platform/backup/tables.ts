import { type Db, many, one, raw, sql } from '../db/sql.ts'

// Reads the structure from PostgreSQL's catalogue, so that a migration needs no change here. Names are quoted.

export interface DbTable {
  name: string
  columns: string[]
  /** The comment on `usuarios` marks a demonstration. */
  comment: string | null
}

/** Not backed up: sessions, login attempts, unfinished uploads, queued mail, counts and readings of the disks. */
export const transientTables = [
  'sesiones',
  'intentos',
  'subidas',
  'envios',
  'cambios_diarios',
  'conteos_por_hora',
  'discos',
  'discos_lecturas',
]

const inCurrentSchema = sql`relnamespace = current_schema()::regnamespace`

/** Returns the tables to back up, with their writable columns. */
export const findTables = (db: Db): Promise<DbTable[]> =>
  many<DbTable>(
    db,
    sql`select quote_ident(relname) as name,
        (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
        obj_description(c.oid, 'pg_class') as comment
      from pg_class c where ${inCurrentSchema} and relkind = 'r' and relname <> all(${transientTables}) order by relname`,
  )

export interface DatabaseState {
  /** Changes with each write to a table of the backup. */
  mark: string
  bytes: number
}

export const readDatabaseState = async (db: Db): Promise<DatabaseState> => {
  const state = await one<DatabaseState>(
    db,
    sql`select pg_database_size(current_database()) as bytes,
        (select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text from pg_stat_user_tables
          where relname <> all(${transientTables})) as mark`,
  )
  if (!state) throw new Error('pg_database_size returned no row')
  return state
}

export interface Sequence {
  name: string
  /** Last generated number; null before the first one. */
  last: number | null
}

/** Returns the sequences' present values, which transactions do not isolate: never behind rows read before. */
export const findSequences = (db: Db): Promise<Sequence[]> =>
  many<Sequence>(
    db,
    sql`select quote_ident(sequencename) as name, last_value as last from pg_sequences
      where schemaname = current_schema() order by sequencename`,
  )

/** Returns whether no schema has tables, views or functions other than those of extensions. */
export const isDatabaseEmpty = async (db: Db): Promise<boolean> => {
  const objects = (catalogue: string, namespace: string) => sql`
    select from ${raw(catalogue)} o join pg_namespace n on n.oid = o.${raw(namespace)}
    where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d
        where d.objid = o.oid and d.classid = ${catalogue}::regclass and d.deptype = 'e')`
  const found = await many(
    db,
    sql`(${objects('pg_class', 'relnamespace')} limit 1) union all (${objects('pg_proc', 'pronamespace')} limit 1)`,
  )
  return found.length === 0
}

/** Statements that drop an object before rows are copied and recreate it afterwards. */
export interface DroppedObject {
  drop: string
  create: string
}

/** Without foreign keys, the owner can fill tables in any order and needs no superuser. */
export const findForeignKeys = (db: Db): Promise<DroppedObject[]> =>
  many<DroppedObject>(
    db,
    sql`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
      from pg_constraint where connamespace = current_schema()::regnamespace and contype = 'f' order by oid`,
  )

/** Recreating an index after the copy is faster than updating it with each row. */
export const findIndexes = (db: Db): Promise<DroppedObject[]> =>
  many<DroppedObject>(
    db,
    sql`select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
      from pg_index i join pg_class c on c.oid = indrelid
      where ${inCurrentSchema} and relkind = 'r' and not exists (select from pg_constraint where conindid = indexrelid)
      order by indexrelid`,
  )
