import type { Sql } from 'sql-template-tag'
import { type Db, join, raw, run, sql } from '../../platform/db/sql.ts'
import { columnsTo, type ReferenceColumn, references } from './references.ts'

/** The parts of a trip's search text; only the database knows which line holds which. */
type SearchTextLine = 'no_ruta' | 'cliente' | 'servicio' | 'piloto'

export const searchTextLine = (line: SearchTextLine, busqueda = 'busqueda') =>
  raw(`linea_de_ruta(${busqueda}, '${line}')`)

/** The search text of these parts, each normalised. */
export const rutaSearchText = (parts: Record<SearchTextLine, unknown>): Sql =>
  sql`texto_de_ruta(${join(Object.entries(parts).map(([line, part]) => sql`${raw(line)} => ${part}`))})`

/** The search text of the stored trip `r` with some parts new. */
export const updatedSearchText = (parts: Partial<Record<SearchTextLine, Sql>>): Sql => {
  const kept = (line: SearchTextLine) => searchTextLine(line, 'r.busqueda')
  return rutaSearchText({
    no_ruta: kept('no_ruta'),
    cliente: kept('cliente'),
    servicio: kept('servicio'),
    piloto: kept('piloto'),
    ...parts,
  })
}

/** Needs the record locked. A search finds its routes by the new name at once; routes in the bin get it when they are restored. */
export async function renameInRutas(db: Db, table: string, id: number): Promise<void> {
  for (const column of columnsTo(table)) await renameInColumn(db, column, id)
}

async function renameInColumn(db: Db, column: ReferenceColumn, id: number): Promise<void> {
  const { table, line } = references[column]
  if (!line) return
  await run(
    db,
    // Locked by id, so that renaming a client and a pilot at once cannot deadlock.
    sql`with persona as (select nombre_completo(busqueda) as nombre from ${raw(table)} where id = ${id}),
      suyas as (
        select r.id from rutas r, persona
        where r.${raw(column)} = ${id} and r.eliminado_en is null
          and ${searchTextLine(line, 'r.busqueda')} <> persona.nombre
        order by r.id for no key update of r)
      update rutas r set busqueda = ${updatedSearchText({ [line]: raw('persona.nombre') })}
      from suyas, persona where r.id = suyas.id`,
  )
}
