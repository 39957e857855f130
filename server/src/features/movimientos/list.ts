import type { Movimiento, MovimientosFilters, MovimientosQuery } from '@flota/contract/movimientos.ts'
import type { Sql } from 'sql-template-tag'
import { abierto } from '../../domain/trips/moneyLocks.ts'
import { findCounted } from '../../platform/db/pagedSearch.ts'
import { matches } from '../../platform/db/search.ts'
import { type Db, empty, join, raw, sql } from '../../platform/db/sql.ts'

const when = (condition: string, value: unknown) =>
  value === undefined ? empty : sql` and ${raw(condition)} ${value}`

/** What narrows the list, after `true`. A forgotten filter does not compile. */
export function narrowing(query: Omit<MovimientosFilters, 'orden'>, stands = matches): Sql {
  const all = {
    chofer_id: when('chofer_id =', query.chofer_id),
    ruta_id: when('ruta_id =', query.ruta_id),
    liquidacion_id: when('liquidacion_id =', query.liquidacion_id),
    tipo: when('tipo =', query.tipo),
    concepto: when('concepto =', query.concepto),
    estado: when('estado =', query.estado),
    comprobante: when('comprobante =', query.comprobante),
    abiertos: query.abiertos ? sql` and ${abierto}` : empty,
    desde: when('fecha >=', query.desde),
    hasta: when('fecha <=', query.hasta),
    buscar: stands(raw('busqueda'), query.buscar),
  } satisfies Record<keyof Omit<MovimientosFilters, 'orden'>, Sql>
  return sql`true${join(Object.values(all), '')}`
}

/** As SQL over the table and over what is read of it. */
export const orders: Record<MovimientosFilters['orden'], string> = {
  recientes: 'fecha desc, id desc',
  antiguas: 'fecha, id',
}

export const findMovimientos = (db: Db, query: MovimientosQuery) =>
  findCounted<Movimiento>(db, {
    tipo: 'movimientos',
    narrowing: (stands) => narrowing(query, stands),
    buscar: query.buscar,
    order: orders[query.orden],
    page: query,
  })
