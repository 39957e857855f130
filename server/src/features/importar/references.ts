import { sentences } from '@flota/contract/core/sentences.ts'
import { type CatalogueName, catalogues } from '@flota/contract/records/catalogues.ts'
import type { Sql } from 'sql-template-tag'
import { catalogueNameSql } from '../../platform/db/recordName.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, many, raw, sql } from '../../platform/db/sql.ts'
import { readInChunks } from './batches.ts'
import type { CellError, ExistingRecord, FieldValue, ImportRow, ResolvedRow } from './importRow.ts'

export interface NamedRecord {
  id: number
  nombre: string
}

type RecordRow = Record<string, FieldValue> & { id: number; version: number }

/** @param query selects id, version and the fields of POST of the records with these keys */
export async function findRecords<Key>(
  db: Db,
  keys: readonly Key[],
  query: (part: Key[]) => Sql,
): Promise<ExistingRecord[]> {
  const rows = await readInChunks(keys, (part) => many<RecordRow>(db, query(part)))
  return rows.map(({ id, version, ...valores }) => ({ id, version, valores }))
}

export type PersonaTable = Extract<CatalogueName, 'choferes' | 'ayudantes' | 'clientes'>

/** Returns the live persons of each name, by normalized name (docs/contract/general.md). */
export async function findPersonas(
  db: Db,
  tabla: PersonaTable,
  nombres: Iterable<string>,
): Promise<Map<string, NamedRecord[]>> {
  const rows = await readInChunks([...new Set([...nombres].map(normalize))], (part) =>
    many<NamedRecord & { clave: string }>(
      db,
      sql`select id, ${raw(catalogueNameSql(catalogues[tabla]))} as nombre, nombre_completo(busqueda) as clave
        from ${raw(tabla)} where eliminado_en is null and nombre_completo(busqueda) = any(${part}::text[])
        order by id`,
    ),
  )
  return Map.groupBy(rows, ({ clave }) => clave)
}

/** Key of a plate or number as PostgreSQL compares them, and the record that has it. */
interface KeyMatch {
  clave: string
  id: number | null
  nombre: string | null
  enPapelera: boolean
}

async function findClaves(
  db: Db,
  textos: Iterable<string>,
  tabla: 'camiones' | 'rutas',
): Promise<Map<string, KeyMatch>> {
  const [clave, columna, live] =
    tabla === 'camiones' ? ['placa_clave', 'placa', 'and r.eliminado_en is null'] : ['clave', 'no_ruta', '']
  const key = (value: string) => raw(`sin_signos(${clave}(${value}))`)
  const rows = await readInChunks([...new Set(textos)], (part) =>
    many<KeyMatch & { texto: string }>(
      db,
      sql`select t.texto, ${key('t.texto')} as clave, r.id, r.${raw(columna)} as nombre,
          coalesce(r.eliminado_en is not null, false) as "enPapelera"
        from unnest(${part}::text[]) as t (texto) left join ${raw(tabla)} r
          on ${key(`r.${columna}`)} = ${key('t.texto')} and r.gemelo = 0 ${raw(live)}`,
    ),
  )
  return new Map(rows.map((row) => [row.texto, row]))
}

/** Returns the live truck of each plate. Plates of deleted trucks are free. */
export const findPlacas = (db: Db, placas: Iterable<string>) => findClaves(db, placas, 'camiones')
/** Returns the trip of each number. Numbers of deleted trips stay taken. */
export const findNumeros = (db: Db, numeros: Iterable<string>) => findClaves(db, numeros, 'rutas')

/** Field whose cell names a record, and the column that gets its id. */
export interface CellReference {
  campo: string
  column: string
  tabla: PersonaTable | 'camiones'
}

export const tarifaReferences: readonly CellReference[] = [
  { campo: 'cliente', column: 'cliente_id', tabla: 'clientes' },
]
export const rutaReferences: readonly CellReference[] = [
  ...tarifaReferences,
  { campo: 'placa', column: 'camion_id', tabla: 'camiones' },
  { campo: 'piloto', column: 'chofer_id', tabla: 'choferes' },
  { campo: 'ayudante', column: 'ayudante_id', tabla: 'ayudantes' },
]

const notFoundMessages: Record<CellReference['tabla'], string> = {
  clientes: sentences.unknownCliente,
  camiones: sentences.unknownCamion,
  choferes: sentences.unknownChofer,
  ayudantes: sentences.unknownAyudante,
}
const pluralNames: Record<PersonaTable, string> = {
  clientes: 'clientes',
  choferes: 'pilotos',
  ayudantes: 'ayudantes',
}
export const ambiguousText = (tabla: PersonaTable) => `Hay varios ${pluralNames[tabla]} con ese nombre.`

/** Returns the record that a cell's text names, or an error message. */
export type ReferenceFinder = (texto: string) => NamedRecord | string

async function createFinder(
  db: Db,
  tabla: CellReference['tabla'],
  textos: string[],
): Promise<ReferenceFinder> {
  if (tabla === 'camiones') {
    const placas = await findPlacas(db, textos)
    return (texto) => {
      const { id = null, nombre = null } = placas.get(texto) ?? {}
      return id === null || nombre === null ? notFoundMessages.camiones : { id, nombre }
    }
  }
  const personas = await findPersonas(db, tabla, textos)
  return (texto) => {
    const [first, second] = personas.get(normalize(texto)) ?? []
    if (second) return ambiguousText(tabla)
    return first ?? notFoundMessages[tabla]
  }
}

/** Returns a finder for each reference, loaded with the records that the rows name. */
export async function createFinders(
  db: Db,
  rows: readonly ImportRow[],
  references: readonly CellReference[],
): Promise<Map<string, ReferenceFinder>> {
  const finders = new Map<string, ReferenceFinder>()
  for (const { campo, tabla } of references) {
    const textos = rows.map(({ parsed }) => parsed[campo]).filter((each) => typeof each === 'string')
    finders.set(campo, await createFinder(db, tabla, textos))
  }
  return finders
}

/** Adds the ids of the records that a row's cells name, or errors. Skips cells that already have an error. */
export function resolveRow(
  row: ImportRow,
  references: readonly CellReference[],
  finders: Map<string, ReferenceFinder>,
): ResolvedRow {
  const errors: CellError[] = [...row.errors]
  const ids: Record<string, number | null> = {}
  const nombres: Record<string, string> = {}
  for (const { campo, column } of references) {
    const texto = row.parsed[campo]
    if (texto == null) {
      ids[column] = null
      continue
    }
    const found = finders.get(campo)?.(String(texto)) ?? ''
    if (typeof found === 'string') errors.push({ campo, mensaje: found })
    else {
      ids[column] = found.id
      nombres[campo] = found.nombre
    }
  }
  return { row, errors, valores: { ...row.valores, ...ids }, nombres }
}
