import { type PapeleraTipo, type RegistroTipo, registroOf } from '@flota/contract/registros.ts'
import type { Sql } from 'sql-template-tag'
import { type Db, empty, join, many, one, raw, run, sql } from './sql.ts'

/**
 * What a form decides and what the program adds, as columns for insert and update: a field of the contract that
 * is forgotten does not compile.
 */
export type Columns<Values, More extends string = never> = Record<More, unknown> & {
  [K in keyof Values]-?: Exclude<Values[K], undefined> | Sql
}

// Table and column names come from the program, never from a request.
type ColumnValues = Readonly<Record<string, unknown>>

export const columnNames = (columns: ColumnValues) => raw(Object.keys(columns).join(', '))
export const columnValues = (columns: ColumnValues) => join(Object.values(columns))

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
export async function insert(db: Db, table: string, columns: ColumnValues): Promise<number> {
  const row = await one<{ id: number }>(
    db,
    sql`insert into ${raw(table)} (${columnNames(columns)}) values (${columnValues(columns)}) returning id`,
  )
  if (!row) throw new Error(`insert into ${table} gave no id`)
  return row.id
}

/** What follows `update … as r set`: the record's next version. */
export const setNextVersion = (columns: ColumnValues): Sql =>
  join([
    ...Object.entries(columns).map(([name, value]) => sql`${raw(name)} = ${value}`),
    raw('version = r.version + 1, actualizado_en = now()'),
  ])

export const softDeleteColumns = (userId: number) => ({ eliminado_en: sql`now()`, eliminado_por: userId })
/** Neither in the bin nor hidden with what it hangs on. */
export function isNotDeleted(tipo: RegistroTipo): Sql {
  const { isPermanent, canHide } = registroOf(tipo)
  return raw(isPermanent ? 'true' : `eliminado_en is null${canHide ? ' and not oculto' : ''}`)
}
export const restoreColumns = { eliminado_en: null, eliminado_por: null }

/** ` and version = …` where the caller says which version was read. */
export const versionCondition = (version: Version, row = ''): Sql =>
  version == null ? empty : sql` and ${raw(`${row}version`)} = ${version}`

/** The version that was read, where the caller says it. */
export type Version = number | null | undefined

/** A record that is not there, or that somebody else wrote meanwhile: http/translate.ts has a sentence for each. */
export class RecordError extends Error {
  readonly tipo: RegistroTipo
  readonly isStale: boolean

  constructor(tipo: RegistroTipo, isStale: boolean) {
    super(`${tipo}: ${isStale ? 'another version' : 'no such record'}`)
    this.tipo = tipo
    this.isStale = isStale
  }
}

/** As its view gives it. @throws {RecordError} when it does not exist, or it or what it hangs on is in the bin */
export async function findRecord<Row>(db: Db, tipo: RegistroTipo, id: number): Promise<Row> {
  const row = await one<Row>(
    db,
    sql`select * from ${raw(`${tipo}_leer`)} where id = ${id} and ${isNotDeleted(tipo)}`,
  )
  if (!row) throw new RecordError(tipo, false)
  return row
}

/** Its columns as they stay until the transaction ends; undefined where findRecord throws. */
export const lockRecord = <Row>(tx: Db, tipo: RegistroTipo, id: number): Promise<Row | undefined> =>
  one<Row>(tx, sql`select * from ${raw(tipo)} where id = ${id} and ${isNotDeleted(tipo)} for no key update`)

/** In a transaction. @throws {RecordError} */
export async function replaceRecord(
  tx: Db,
  tipo: RegistroTipo,
  id: number,
  columns: ColumnValues,
  version: Version,
): Promise<void> {
  const statement = sql`update ${raw(tipo)} r set ${setNextVersion(columns)}
    where id = ${id} and ${isNotDeleted(tipo)} ${versionCondition(version)}`
  if ((await run(tx, statement)) > 0) return
  // Nothing was written: either it is not there, or somebody else wrote it meanwhile.
  await findRecord(tx, tipo, id)
  throw new RecordError(tipo, true)
}

/** Into the bin, in a transaction. @throws {RecordError} */
export const softDeleteRecord = (tx: Db, tipo: PapeleraTipo, id: number, version: Version, userId: number) =>
  replaceRecord(tx, tipo, id, softDeleteColumns(userId), version)

/**
 * The one row that `parent` (its column and id) has in a table whose key that column is: made, or its next version.
 * @param columns what is written of it; another column of a row that there is stays
 * @param version 0 says that there was none
 * @throws {RecordError} in another version; `tipo` is what the row belongs to
 */
export async function upsertByParent(
  db: Db,
  tipo: RegistroTipo,
  table: string,
  [key, id]: readonly [string, number],
  columns: ColumnValues,
  version: Version,
): Promise<void> {
  const row = { [key]: id, ...columns }
  const inserted = sql`insert into ${raw(table)} as r (${columnNames(row)}) values (${columnValues(row)})
    on conflict (${raw(key)})`
  const statement = version
    ? sql`update ${raw(table)} r set ${setNextVersion(columns)} where ${raw(key)} = ${id} ${versionCondition(version)}`
    : sql`${inserted} do ${version === 0 ? raw('nothing') : sql`update set ${setNextVersion(columns)}`}`
  if ((await run(db, statement)) === 0) throw new RecordError(tipo, true)
}
