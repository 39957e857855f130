import {
  type CatalogueName,
  catalogueNames,
  catalogues,
  isCatalogue,
} from '@flota/contract/records/catalogues.ts'
import { clientKey, personKey, plateKey } from '@flota/contract/records/comparison.ts'
import type { Sql } from 'sql-template-tag'
import { catalogueNameSql } from './recordName.ts'
import { escapeLike, matches, type NamedQuery, type NamedSearch, normalize } from './search.ts'
import { type Db, empty, join, many, raw, sql } from './sql.ts'

/** Catalogues whose records a sheet may name. */
export type NamedCatalogue = Extract<CatalogueName, 'choferes' | 'ayudantes' | 'clientes' | 'camiones'>
/** Tables whose records a sheet may name. */
export type NamedTable = NamedCatalogue | 'documento_tipos'
type AnyNamedTable = CatalogueName | 'documento_tipos'

interface NameKey {
  keyOf: (text: string) => string
  /** The same key of a stored record, as its index has it. */
  column: string
}

const personKeys: NameKey = { keyOf: personKey, column: 'persona_clave(busqueda)' }
const nameKeys: Partial<Record<AnyNamedTable, NameKey>> = {
  choferes: personKeys,
  ayudantes: personKeys,
  clientes: { keyOf: clientKey, column: 'cliente_clave(busqueda)' },
  camiones: { keyOf: plateKey, column: 'sin_signos(placa_clave(placa))' },
  documento_tipos: { keyOf: personKey, column: 'persona_clave(nombre)' },
}

const nameKeyOf = (tabla: AnyNamedTable): NameKey =>
  nameKeys[tabla] ?? { keyOf: normalize, column: 'nombre_completo(busqueda)' }

/** Returns the key by which names of a table are compared (docs/contract/general.md). */
export const keyOfName = (tabla: AnyNamedTable, text: string): string => nameKeyOf(tabla).keyOf(text)

const nameSql = (tabla: NamedTable) => (isCatalogue(tabla) ? catalogueNameSql(catalogues[tabla]) : 'nombre')
const isUsable = (tabla: NamedTable) =>
  tabla === 'documento_tipos' ? 'activo and eliminado_en is null' : 'eliminado_en is null'

export interface NamedRecord {
  id: number
  nombre: string
}
export type KeyedRecord = NamedRecord & { clave: string }

/**
 * Returns the record that is written exactly so. Undefined if another differs only in case, accents and spaces,
 * since these are one name.
 */
export function exactRecord<R extends NamedRecord>(records: readonly R[], text: string): R | undefined {
  const alike = records.filter(({ nombre }) => normalize(nombre) === normalize(text))
  return alike.length === 1 ? alike.find(({ nombre }) => nombre === text.trim()) : undefined
}

/** Returns the live records with these keys, oldest first. */
export const findByKeys = (db: Db, tabla: NamedTable, keys: readonly string[]): Promise<KeyedRecord[]> =>
  many(
    db,
    sql`select id, ${raw(nameSql(tabla))} as nombre, ${raw(nameKeyOf(tabla).column)} as clave
      from ${raw(tabla)} where ${raw(isUsable(tabla))} and ${raw(nameKeyOf(tabla).column)} = any(${keys}::text[])
      order by id`,
  )

/** Returns the live records whose alias has one of these keys. */
export const findByAliases = (db: Db, tabla: NamedTable, keys: readonly string[]): Promise<KeyedRecord[]> =>
  many(
    db,
    sql`select r.id, r.nombre, a.clave from alias a
      join (select id, ${raw(nameSql(tabla))} as nombre from ${raw(tabla)} where ${raw(isUsable(tabla))}) r
        on r.id = a.registro_id
      where a.tipo = ${tabla} and a.clave = any(${keys}::text[])`,
  )

/** Returns the live records with these ids. */
export const findByIds = (db: Db, tabla: NamedTable, ids: readonly number[]): Promise<NamedRecord[]> =>
  many(
    db,
    sql`select id, ${raw(nameSql(tabla))} as nombre from ${raw(tabla)}
      where ${raw(isUsable(tabla))} and id = any(${ids}::int[])`,
  )

/** Letters and digits with which a plate begins. */
const plateStart = /^[A-Z]{1,3}[0-9]/

/** Shorter parts of an alias are in too many of them. */
const minAliasLetters = 3

/** Condition of the records of a name, or of the beginning of a plate. */
function hasSameName(tabla: CatalogueName, key: string): Sql {
  const column = raw(nameKeyOf(tabla).column)
  const isPlate = tabla === 'camiones' && plateStart.test(key)
  return isPlate ? sql`${column} like ${`${escapeLike(key)}%`}` : sql`${column} = ${key}`
}

/** Selects the ids of the records that a search means by name: the same name, the beginning of a plate, a unit, an alias. */
function selectNamedIds(tabla: CatalogueName, search: string, key: string): Sql {
  const units =
    tabla === 'camiones'
      ? sql`union all select id from camiones
          where eliminado_en is null and unidad_clave(numero_unidad) = unidad_clave(${search})`
      : empty
  return sql`select id from ${raw(tabla)} where eliminado_en is null and ${hasSameName(tabla, key)}
    ${units}
    union all select registro_id from alias
    where tipo = ${tabla} and (clave = ${key}${aliasWords(search)})`
}

const aliasWords = (search: string) =>
  normalize(search).length < minAliasLetters
    ? empty
    : sql` or (true ${matches(raw('normaliza(texto)'), search)})`

/** Returns the key of a search that may be a name; undefined if it can't be one. */
function searchKey(tabla: CatalogueName, search: string): string | undefined {
  const key = keyOfName(tabla, search)
  const canBeName = tabla === 'camiones' ? /[0-9]/.test(key) : key !== ''
  return canBeName ? key : undefined
}

/** As `matches`; also finds records that the search means by name. @param id column of the named record's id */
export function matchesNamed(
  tabla: CatalogueName,
  column: Sql,
  search: string | undefined,
  id: Sql = raw('id'),
): Sql {
  const words = matches(column, search)
  const key = search ? searchKey(tabla, search) : undefined
  return words === empty || !search || key === undefined
    ? words
    : sql` and ((true ${words}) or ${id} in (${selectNamedIds(tabla, search, key)}))`
}

/** Requires the name, or if no record has it, the alias. Returns SQL with a leading ` and`, or nothing without a name. */
export function hasName(tabla: CatalogueName, name: string | undefined): Sql {
  if (!name) return empty
  const key = keyOfName(tabla, name)
  const named = sql`eliminado_en is null and ${raw(nameKeyOf(tabla).column)} = ${key}`
  return sql` and id in (select id from ${raw(tabla)} where ${named}
    union all select registro_id from alias where tipo = ${tabla} and clave = ${key}
      and not exists (select from ${raw(tabla)} where ${named}))`
}

/** Tables with the names that search texts contain. */
export type SearchedTable = CatalogueName | 'rutas'
export const allSearchedTables: readonly SearchedTable[] = [...catalogueNames, 'rutas']

/** Names that a search adds at most: each is a condition. */
const maxAddedNames = 20

/** Selects the names of the records that a search means, also of those in the bin. */
function selectNames(tabla: SearchedTable, search: string): Sql[] {
  if (tabla === 'rutas')
    return [
      sql`select normaliza(no_ruta) as nombre from rutas where sin_signos(clave(no_ruta)) = any(numeros_iguales(${search}))`,
    ]
  const key = searchKey(tabla, search)
  if (key === undefined) return []
  const names = sql`select ${raw(nameInSearchText(tabla))} as nombre from ${raw(tabla)}`
  return [
    sql`${names} where eliminado_en is null and id in (${selectNamedIds(tabla, search, key)})`,
    sql`${names} where eliminado_en is not null and ${hasSameName(tabla, key)}`,
  ]
}

const nameInSearchText = (tabla: CatalogueName) =>
  tabla === 'camiones' ? 'normaliza(placa)' : 'nombre_completo(busqueda)'

/** Adds to a list's search the stored names that it means in another spelling or by an alias. */
export async function withNames<Query extends { buscar?: string | undefined }>(
  db: Db,
  tablas: readonly SearchedTable[],
  { buscar, ...query }: Query,
): Promise<NamedQuery<Query>> {
  // TypeScript does not see that the rest of a generic object is Omit<Query, 'buscar'>.
  return { ...query, buscar: buscar && (await findNamedSearch(db, tablas, buscar)) } as NamedQuery<Query>
}

/** Adds to a search the stored names that it means in another spelling or by an alias. */
export async function findNamedSearch(
  db: Db,
  tablas: readonly SearchedTable[],
  text: string,
): Promise<NamedSearch> {
  const words = matches(raw('nombre'), text)
  const selections = words === empty ? [] : tablas.flatMap((tabla) => selectNames(tabla, text))
  if (selections.length === 0) return { text, names: [] }
  const rows = await many<{ nombre: string }>(
    db,
    sql`select distinct nombre from (${join(selections, ' union all ')}) llamados
      where nombre <> '' and not (true ${words}) order by nombre limit ${maxAddedNames}`,
  )
  return { text, names: rows.map(({ nombre }) => nombre) }
}
