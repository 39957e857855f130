import type { Anotacion, BitacoraFilters, BitacoraQuery } from '@flota/contract/reports/bitacora.ts'
import type { Sql } from 'sql-template-tag'
import { endOfDay, startOfDay } from '../../platform/db/dayBounds.ts'
import { allSearchedTables, withNames } from '../../platform/db/nameKeys.ts'
import { matches, matchesByIndex, type NamedQuery } from '../../platform/db/search.ts'
import { conditionIf, type Db, empty, join, limitOffset, many, raw, sql } from '../../platform/db/sql.ts'
import type { PageOf } from '../../platform/http/serve.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'

/** Total of longer lists (docs/contract/general.md). */
const maxCountedMatches = 10_000

const order = raw('momento desc, id desc')
const columns = raw(
  'b.id, b.momento, usuario_id, usuario, direccion, peticion, tipo, registro_id, nombre, accion, cambios, motivo',
)

/** Returns the WHERE condition of the filters; days begin and end in the company's zone. */
function bitacoraFilters(query: NamedQuery<BitacoraFilters>, zona: string, matcher = matches): Sql {
  const all = {
    tipo: conditionIf('tipo =', query.tipo),
    registro_id: conditionIf('registro_id =', query.registro_id),
    usuario_id: conditionIf('usuario_id =', query.usuario_id),
    accion: conditionIf('accion =', query.accion),
    desde: query.desde ? sql` and momento >= ${startOfDay(zona, query.desde)}` : empty,
    hasta: query.hasta ? sql` and momento < ${endOfDay(zona, query.hasta)}` : empty,
    buscar: matcher(raw('busqueda'), query.buscar),
  } satisfies Record<keyof BitacoraFilters, Sql>
  return sql`true${join(Object.values(all), '')}`
}

const countUpTo = (where: Sql, limit: number) =>
  sql`select count(*) as n from (select from bitacora where ${where} limit ${limit + 1}) contadas`

type Row = (Anotacion | { id: null }) & { total: number }

/** Returns a page of the log, newest first. `exacto` is false if more than `total` rows match. */
export async function findAnotaciones(
  db: Db,
  typed: BitacoraQuery,
  zona: string,
): Promise<PageOf<Anotacion[]> & { exacto: boolean }> {
  const query = await withNames(db, allSearchedTables, typed)
  const where = bitacoraFilters(query, zona)
  const page = limitOffset(query.porPagina, (query.pagina - 1) * query.porPagina)
  const found = await many<Row>(
    db,
    sql`with ${query.buscar ? pageBySearch(where, bitacoraFilters(query, zona, matchesByIndex), page) : pageByIndex(where, page)}
      select ${columns}, cuenta.n as total
      from cuenta left join pagina on true
      left join bitacora b on b.momento = pagina.momento and b.id = pagina.id
      order by ${order}`,
  )
  const total = found[0]?.total ?? 0
  return {
    rows: found.filter((row) => row.id !== null),
    total: Math.min(total, maxCountedMatches),
    exacto: total <= maxCountedMatches,
  }
}

/** Each filter has an index in the list's order, which serves the page and the count. */
const pageByIndex = (where: Sql, page: Sql) => sql`cuenta as (${countUpTo(where, maxCountedMatches)}),
  pagina as materialized (select momento, id from bitacora where ${where} order by ${order} ${page})`

/** Sorts the trigram index's matches if they are few. Otherwise scans in the list's order, as matches are frequent. */
const pageBySearch = (where: Sql, byIndex: Sql, page: Sql) => sql`halladas as materialized (
    select momento, id from bitacora where ${byIndex} limit ${maxCountedMatches + 1}),
  cuenta as materialized (select count(*) as n from halladas),
  pagina as materialized (
    (select momento, id from halladas where (select n from cuenta) <= ${maxCountedMatches} order by ${order} ${page})
    union all
    (select momento, id from bitacora where ${where} and (select n from cuenta) > ${maxCountedMatches}
      order by ${order} ${page}))`

export async function bitacoraExportQuery(
  db: Db,
  query: BitacoraFilters,
  zona: string,
): Promise<ExportQuery> {
  const where = bitacoraFilters(await withNames(db, allSearchedTables, query), zona)
  return {
    from: sql`from bitacora where ${where}`,
    rows: sql`select ${columns} from bitacora b where ${where} order by ${order}`,
  }
}
