import { type CatalogueName, type Catalogues, catalogues } from '@flota/contract/records/catalogues.ts'
import type { AnyCatalogue } from '@flota/contract/records/definition.ts'
import type { Hallado } from '@flota/contract/system/buscar.ts'
import type { Sql } from 'sql-template-tag'
import { newestMatches } from '../../domain/trips/newestMatches.ts'
import { rutaOrders } from '../../domain/trips/pages.ts'
import { findNamedSearch, matchesNamed } from '../../platform/db/nameKeys.ts'
import { catalogueNameSql, orderByName } from '../../platform/db/recordName.ts'
import { matches, type NamedSearch } from '../../platform/db/search.ts'
import { type Db, join, one, raw, sql } from '../../platform/db/sql.ts'

export type SearchedKind = 'rutas' | CatalogueName

const maxHitsPerKind = 5
const busqueda = raw('busqueda')
const newestFirst = raw(rutaOrders.recientes)

/** Returns up to maxHitsPerKind matches of each kind. Table and column names come from the definitions. */
export async function findHallados(db: Db, kinds: readonly SearchedKind[], search: string) {
  const trips = kinds.includes('rutas')
    ? await findNamedSearch(db, ['clientes', 'choferes'], search)
    : { text: search, names: [] }
  const lists = kinds.map((kind) => {
    const rows =
      kind === 'rutas' ? selectMatchingTrips(trips) : selectMatchingRecords(catalogues[kind], search)
    return sql`array(select row_to_json(h) from (${rows}) h) as ${raw(kind)}`
  })
  return (await one<Partial<Record<SearchedKind, Hallado[]>>>(db, sql`select ${join(lists)}`)) ?? {}
}

/** Returns the first two texts of the list that forms demand and that are not part of the name. */
const detailOf = ({ fields, columns, orderBy }: AnyCatalogue) =>
  columns
    .filter((column) => {
      const field = fields[column]
      const isDemanded = field?.required === true || field?.nullIfOld === true
      return isDemanded && field.type === 'text' && !orderBy.includes(column)
    })
    .slice(0, 2)

const selectMatchingRecords = (catalogue: Catalogues[CatalogueName] & AnyCatalogue, search: string): Sql =>
  sql`select id, ${raw(catalogueNameSql(catalogue))} as texto,
      concat_ws(' · ', ${raw(detailOf(catalogue).join(', '))}) as detalle
    from ${raw(catalogue.name)} where eliminado_en is null${matchesNamed(catalogue.name, busqueda, search)}
    order by ${raw(orderByName(catalogue).join(', '))} limit ${maxHitsPerKind}`

/** Selects the newest matches. Always includes the trip with that number. */
function selectMatchingTrips(search: NamedSearch): Sql {
  const number = /^\s*(?:ruta-)?(\d{1,9})\s*$/i.exec(search.text)?.[1] ?? null
  return sql`with ${newestMatches((words) => matches(busqueda, words), search, maxHitsPerKind)},
    candidatas as (
      select id, fecha, hora, 0 as exacta from pagina
      union all select id, fecha, hora, 1 from rutas
      where eliminado_en is null and (sin_signos(clave(no_ruta)) = any(numeros_iguales(${search.text})) or correlativo = ${number}::int)),
    elegidas as (
      select id from candidatas group by id, fecha, hora
      order by max(exacta) desc, ${newestFirst} limit ${maxHitsPerKind})
    select r.id, no_ruta as texto,
      concat_ws(' · ', to_char(fecha, 'DD/MM/YYYY'), ${raw(catalogueNameSql(catalogues.clientes))},
        origen || ' → ' || destino) as detalle
    from elegidas join rutas r using (id) join clientes c on c.id = cliente_id order by ${newestFirst}`
}
