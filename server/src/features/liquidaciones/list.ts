import type { LiquidacionesQuery, LiquidacionListada } from '@flota/contract/liquidaciones.ts'
import type { Sql } from 'sql-template-tag'
import { endOfDay, startOfDay } from '../../platform/db/dayBounds.ts'
import { findPageWithCount } from '../../platform/db/pagedSearch.ts'
import { matches } from '../../platform/db/search.ts'
import { type Db, empty, join, raw, sql } from '../../platform/db/sql.ts'

/** What narrows the list, after `true`. A forgotten filter does not compile. */
function liquidacionFilters(query: LiquidacionesQuery, zona: string, matcher = matches): Sql {
  const all = {
    chofer_id: query.chofer_id === undefined ? empty : sql` and chofer_id = ${query.chofer_id}`,
    estado: query.estado ? sql` and estado = ${query.estado}` : empty,
    desde: query.desde ? sql` and creado_en >= ${startOfDay(zona, query.desde)}` : empty,
    hasta: query.hasta ? sql` and creado_en < ${endOfDay(zona, query.hasta)}` : empty,
    buscar: matcher(raw('busqueda'), query.buscar),
  } satisfies Record<keyof Omit<LiquidacionesQuery, 'pagina' | 'porPagina'>, Sql>
  return sql`true${join(Object.values(all), '')}`
}

export const findLiquidaciones = (db: Db, query: LiquidacionesQuery, zona: string) =>
  findPageWithCount<LiquidacionListada>(db, {
    tipo: 'liquidaciones',
    where: (matcher) => liquidacionFilters(query, zona, matcher),
    buscar: query.buscar,
    order: 'id desc',
    page: query,
  })
