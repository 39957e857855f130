import { type PapeleraTipo, type RegistroTipo, registroOf } from '@flota/contract/records/registros.ts'
import type { Sql } from 'sql-template-tag'
import { type Db, empty, join, many, one, prepared, raw, run, scalar, sql } from './sql.ts'

/** Columns for insert and update: each field of the contract is required, so that a missing one does not compile. */
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

/** Returns a page and the total of `from … where …`. @param count statement for a stored total */
export async function findPage<Row>(
  db: Db,
  from: Sql,
  orderBy: string,
  { pagina, porPagina }: Paging,
  count = sql`select count(*) as total ${from}`,
) {
  const page = sql`limit ${porPagina} offset ${(pagina - 1) * porPagina}`
  const [rows, total = 0] = await Promise.all([
    many<Row>(db, sql`select * ${from} order by ${raw(orderBy)} ${page}`),
    scalar<number>(db, count),
  ])
  return { rows, total }
}

/** @returns the new id */
export async function insert(db: Db, table: string, columns: ColumnValues): Promise<number> {
  const statement = sql`insert into ${raw(table)} (${columnNames(columns)}) values (${columnValues(columns)}) returning id`
  const id = await scalar<number>(db, statement)
  if (id === undefined) throw new Error(`insert into ${table} returned no row`)
  return id
}

/** Returns the assignments after `update … as r set`, including the next version. */
export const setNextVersion = (columns: ColumnValues): Sql =>
  join([
    ...Object.entries(columns).map(([name, value]) => sql`${raw(name)} = ${value}`),
    raw('version = r.version + 1, actualizado_en = now()'),
  ])

export const softDeleteColumns = (userId: number) => ({ eliminado_en: sql`now()`, eliminado_por: userId })
/** Returns the condition for a record that is neither deleted nor hidden with its deleted parent. */
export function isNotDeleted(tipo: RegistroTipo): Sql {
  const { isPermanent, hasHiddenColumn } = registroOf(tipo)
  return raw(isPermanent ? 'true' : `eliminado_en is null${hasHiddenColumn ? ' and not oculto' : ''}`)
}
export const restoreColumns = { eliminado_en: null, eliminado_por: null }

/** Returns ` and version = …`, or nothing without a version. */
export const versionCondition = (version: Version, row = ''): Sql =>
  version == null ? empty : sql` and ${raw(`${row}version`)} = ${version}`

/** Version that the client read; null or undefined if it sent none. */
export type Version = number | null | undefined

/** A missing or stale record; http/translateError.ts has the sentences for users. */
export class RecordError extends Error {
  readonly tipo: RegistroTipo
  readonly isStale: boolean

  constructor(tipo: RegistroTipo, isStale: boolean) {
    super(`Record of ${tipo} ${isStale ? 'has another version' : 'does not exist'}`)
    this.tipo = tipo
    this.isStale = isStale
  }
}

/** Reads a record from its view. @throws {RecordError} when it does not exist, or it or its parent is deleted */
export async function findRecord<Row>(db: Db, tipo: RegistroTipo, id: number): Promise<Row> {
  const row = await one<Row>(
    db,
    prepared(sql`select * from ${raw(`${tipo}_leer`)} where id = ${id} and ${isNotDeleted(tipo)}`),
  )
  if (!row) throw new RecordError(tipo, false)
  return row
}

/** Locks and returns a record's row; undefined if it is missing or deleted. */
export const lockRecord = <Row>(tx: Db, tipo: RegistroTipo, id: number): Promise<Row | undefined> =>
  one<Row>(tx, sql`select * from ${raw(tipo)} where id = ${id} and ${isNotDeleted(tipo)} for no key update`)

/** Updates a record; needs a transaction. @throws {RecordError} when it is missing or stale */
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
  // Throws if the record is missing; else the version was stale.
  await findRecord(tx, tipo, id)
  throw new RecordError(tipo, true)
}

/** Soft-deletes a record; needs a transaction. @throws {RecordError} when it is missing or stale */
export const softDeleteRecord = (tx: Db, tipo: PapeleraTipo, id: number, version: Version, userId: number) =>
  replaceRecord(tx, tipo, id, softDeleteColumns(userId), version)

/**
 * Inserts or updates a parent's only row in a table whose primary key is the parent's id.
 * @param tipo the parent's type, for the error
 * @param columns written columns; an update keeps the others
 * @param version 0 if the client read no row
 * @throws {RecordError} when the row has another version
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
