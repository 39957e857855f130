import { type CatalogueName, catalogues, isCatalogue } from '@flota/contract/records/catalogues.ts'
import { clientKey, personKey, plateKey } from '@flota/contract/records/comparison.ts'
import type { Sql } from 'sql-template-tag'
import { catalogueNameSql } from './recordName.ts'
import { escapeLike, matches, normalize } from './search.ts'
import { type Db, empty, many, raw, sql } from './sql.ts'

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

/** Selects the ids of the records that a search means by name: the same name, the beginning of a plate, a unit, an alias. */
function selectNamedIds(tabla: CatalogueName, search: string, key: string): Sql {
  const column = raw(nameKeyOf(tabla).column)
  const isPlate = tabla === 'camiones' && plateStart.test(key)
  const isSame = isPlate ? sql`${column} like ${`${escapeLike(key)}%`}` : sql`${column} = ${key}`
  const units =
    tabla === 'camiones'
      ? sql`union all select id from camiones
          where eliminado_en is null and unidad_clave(numero_unidad) = unidad_clave(${search})`
      : empty
  return sql`select id from ${raw(tabla)} where eliminado_en is null and ${isSame}
    ${units}
    union all select registro_id from alias
    where tipo = ${tabla} and (clave = ${key} or (true ${matches(raw('normaliza(texto)'), search)}))`
}

/** As `matches`; also finds records that the search means by name. @param id column of the named record's id */
export function matchesNamed(
  tabla: CatalogueName,
  column: Sql,
  search: string | undefined,
  id: Sql = raw('id'),
): Sql {
  const words = matches(column, search)
  const key = search ? keyOfName(tabla, search) : ''
  const canBeName = tabla === 'camiones' ? /[0-9]/.test(key) : key !== ''
  return words === empty || !search || !canBeName
    ? words
    : sql` and ((true ${words}) or ${id} in (${selectNamedIds(tabla, search, key)}))`
}
