import type { Movimiento, MovimientosFilters, MovimientosQuery } from '@flota/contract/movimientos.ts'
import type { Sql } from 'sql-template-tag'
import { isUnsettled } from '../../domain/trips/moneyLocks.ts'
import { findPageWithCount } from '../../platform/db/pagedSearch.ts'
import { matches } from '../../platform/db/search.ts'
import { type Db, empty, join, raw, sql } from '../../platform/db/sql.ts'

const conditionIf = (condition: string, value: unknown) =>
  value === undefined ? empty : sql` and ${raw(condition)} ${value}`

/** What narrows the list, after `true`. A forgotten filter does not compile. */
export function movimientoFilters(query: Omit<MovimientosFilters, 'orden'>, matcher = matches): Sql {
  const all = {
    chofer_id: conditionIf('chofer_id =', query.chofer_id),
    ruta_id: conditionIf('ruta_id =', query.ruta_id),
    liquidacion_id: conditionIf('liquidacion_id =', query.liquidacion_id),
    tipo: conditionIf('tipo =', query.tipo),
    concepto: conditionIf('concepto =', query.concepto),
    estado: conditionIf('estado =', query.estado),
    comprobante: conditionIf('comprobante =', query.comprobante),
    abiertos: query.abiertos ? sql` and ${isUnsettled}` : empty,
    desde: conditionIf('fecha >=', query.desde),
    hasta: conditionIf('fecha <=', query.hasta),
    buscar: matcher(raw('busqueda'), query.buscar),
  } satisfies Record<keyof Omit<MovimientosFilters, 'orden'>, Sql>
  return sql`true${join(Object.values(all), '')}`
}

/** As SQL over the table and over what is read of it. */
export const movimientoOrders: Record<MovimientosFilters['orden'], string> = {
  recientes: 'fecha desc, id desc',
  antiguas: 'fecha, id',
}

export const findMovimientos = (db: Db, query: MovimientosQuery) =>
  findPageWithCount<Movimiento>(db, {
    tipo: 'movimientos',
    where: (matcher) => movimientoFilters(query, matcher),
    buscar: query.buscar,
    order: movimientoOrders[query.orden],
    page: query,
  })
