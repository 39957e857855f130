import type { Sql } from 'sql-template-tag'
import { hasTrigram, type NamedSearch } from '../../platform/db/search.ts'
import { empty, raw, sql } from '../../platform/db/sql.ts'
import { rutaOrders } from './pages.ts'

/** Newest trips that are scanned first: frequent words match there. */
const maxScannedFirst = 1000
/** The only trips that are searched without an index: weeks of a large company, years of a small one. */
const maxScannedAlone = 5000

const order = raw(rutaOrders.recientes)

/** Returns the CTE `pagina`: id, fecha and hora of the newest trips that match. @param where without a search: the filters */
export function newestMatches(
  where: (search?: NamedSearch) => Sql,
  buscar: NamedSearch | undefined,
  limit: number,
): Sql {
  const live = (search?: NamedSearch) => sql`rutas where eliminado_en is null ${where(search)}`
  const isIndexed = buscar !== undefined && hasTrigram(buscar)
  const scanned = raw(`${isIndexed ? maxScannedFirst : maxScannedAlone}`)
  const older = sql`union select id, fecha, hora from ${live(buscar)} and (select count(*) from primeras) < ${limit}`
  return sql`primeras as materialized (
      select id, fecha, hora from (select * from ${live()} order by ${order} limit ${scanned}) rutas
      where true ${where(buscar)} order by ${order} limit ${limit}),
    pagina as materialized (
      select * from primeras ${isIndexed ? older : empty} order by ${order} limit ${limit})`
}
