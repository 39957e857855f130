import type { Sql } from 'sql-template-tag'
import { type Db, empty, join, many, one, raw, sql } from './sql.ts'

/**
 * What a form decides and what the program adds, as columns for insert and update: a field of the contract that
 * is forgotten does not compile.
 */
export type Columns<Values, More extends string = never> = Record<More, unknown> & {
  [K in keyof Values]-?: Exclude<Values[K], undefined> | Sql
}

// Table and column names come from the program, never from a request.
type Written = Readonly<Record<string, unknown>>

export const names = (columns: Written) => raw(Object.keys(columns).join(', '))
export const values = (columns: Written) => join(Object.values(columns))

interface Paging {
  pagina: number
  porPagina: number
}

/** A page of the rows of `from … where …`, and how many there are in all, which `count` tells where it is kept. */
export async function findPage<Row>(
  db: Db,
  from: Sql,
  orderBy: string,
  { pagina, porPagina }: Paging,
  count = sql`select count(*) as total ${from}`,
) {
  const [rows, counted] = await Promise.all([
    many<Row>(
      db,
      sql`select * ${from} order by ${raw(orderBy)} limit ${porPagina} offset ${(pagina - 1) * porPagina}`,
    ),
    one<{ total: number }>(db, count),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** @returns the new id */
export async function insert(db: Db, table: string, columns: Written): Promise<number> {
  const row = await one<{ id: number }>(
    db,
    sql`insert into ${raw(table)} (${names(columns)}) values (${values(columns)}) returning id`,
  )
  if (!row) throw new Error(`insert into ${table} gave no id`)
  return row.id
}

/** What follows `update … as r set`: the record's next version. */
export const changed = (columns: Written): Sql =>
  join([
    ...Object.entries(columns).map(([name, value]) => sql`${raw(name)} = ${value}`),
    raw('version = r.version + 1, actualizado_en = now()'),
  ])

export const binned = (userId: number) => ({ eliminado_en: sql`now()`, eliminado_por: userId })
export const restored = { eliminado_en: null, eliminado_por: null }

/** ` and version = …` where the caller says which version was read. */
export const inVersion = (version: number | null | undefined, row = ''): Sql =>
  version == null ? empty : sql` and ${raw(`${row}version`)} = ${version}`
