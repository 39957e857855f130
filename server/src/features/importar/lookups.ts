import type { CatalogueName } from '@flota/contract/catalogues.ts'
import { catalogues } from '@flota/contract/catalogues.ts'
import { catalogueNameSql } from '../../platform/db/byName.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, many, raw, sql } from '../../platform/db/sql.ts'
import { inChunks } from './yieldToEventLoop.ts'

/** What a cell may name. */
export interface NamedRecord {
  id: number
  nombre: string
}

/** So many names are asked for in a statement. */
const lookupBatchSize = 5000

export type PersonaTable = Extract<CatalogueName, 'choferes' | 'ayudantes' | 'clientes'>

/** Those of the people who are there, by name as docs/contract/general.md compares names. */
export async function findPersonas(
  db: Db,
  tabla: PersonaTable,
  nombres: Iterable<string>,
): Promise<Map<string, NamedRecord[]>> {
  const found = new Map<string, NamedRecord[]>()
  for (const part of inChunks([...new Set([...nombres].map(normalize))], lookupBatchSize)) {
    const rows = await many<NamedRecord & { clave: string }>(
      db,
      sql`select id, ${raw(catalogueNameSql(catalogues[tabla]))} as nombre, nombre_completo(busqueda) as clave
        from ${raw(tabla)} where eliminado_en is null and nombre_completo(busqueda) = any(${part}::text[])
        order by id`,
    )
    for (const { clave, ...row } of rows) found.set(clave, [...(found.get(clave) ?? []), row])
  }
  return found
}

/** A text that is compared by a key of the database's own: a plate, a number. */
export interface KeyMatch {
  clave: string
  id: number | null
  nombre: string | null
  enPapelera: boolean
}

/** By the text: its key, and which record has it. */
async function findClaves(
  db: Db,
  textos: Iterable<string>,
  tabla: 'camiones' | 'rutas',
): Promise<Map<string, KeyMatch>> {
  const [clave, columna, live] =
    tabla === 'camiones' ? ['placa_clave', 'placa', 'and r.eliminado_en is null'] : ['clave', 'no_ruta', '']
  const found = new Map<string, KeyMatch>()
  for (const part of inChunks([...new Set(textos)], 2000)) {
    const rows = await many<KeyMatch & { texto: string }>(
      db,
      sql`select t.texto, ${raw(clave)}(t.texto) as clave, r.id, r.${raw(columna)} as nombre,
          coalesce(r.eliminado_en is not null, false) as "enPapelera"
        from unnest(${part}::text[]) as t (texto) left join ${raw(tabla)} r
          on ${raw(clave)}(r.${raw(columna)}) = ${raw(clave)}(t.texto) ${raw(live)}`,
    )
    for (const { texto, ...row } of rows) found.set(texto, row)
  }
  return found
}

/** A truck in the bin has given its plate up. */
export const findPlacas = (db: Db, placas: Iterable<string>) => findClaves(db, placas, 'camiones')
/** A number is taken for good, in the bin too. */
export const findNumeros = (db: Db, numeros: Iterable<string>) => findClaves(db, numeros, 'rutas')
