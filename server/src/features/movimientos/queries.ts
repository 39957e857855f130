import type {
  Movimiento,
  MovimientosFilters,
  MovimientosQuery,
  RutaParaDinero,
} from '@flota/contract/money/movimientos.ts'
import type { Sql } from 'sql-template-tag'
import { scopeCondition } from '../../domain/trips/findRuta.ts'
import { isUnsettled } from '../../domain/trips/moneyLocks.ts'
import { newestMatches } from '../../domain/trips/newestMatches.ts'
import { searchTextLine } from '../../domain/trips/searchText.ts'
import { findNamedSearch, type SearchedTable, withNames } from '../../platform/db/nameKeys.ts'
import { findPageWithCount } from '../../platform/db/pagedSearch.ts'
import { findRecord } from '../../platform/db/records.ts'
import { matches, type NamedQuery, type NamedSearch } from '../../platform/db/search.ts'
import { conditionIf, type Db, empty, join, many, raw, sql } from '../../platform/db/sql.ts'

export const findMovimiento = (db: Db, id: number) => findRecord<Movimiento>(db, 'movimientos', id)

/** Tables whose names the search texts have. */
const namedTables: readonly SearchedTable[] = ['choferes', 'rutas']

/** Returns a query with the names that its search means. */
export const withMovimientoNames = <Query extends { buscar?: string | undefined }>(db: Db, query: Query) =>
  withNames(db, namedTables, query)

/** PostgreSQL uses the partial index only for this exact text. */
const lacksGallons = raw("concepto = 'Combustible' and camion_id is null and estado <> 'anulado'")

/** Returns the list's conditions. A missing filter of the contract does not compile. */
export function movimientoFilters(query: NamedQuery<Omit<MovimientosFilters, 'orden'>>): Sql {
  const all = {
    chofer_id: conditionIf('chofer_id =', query.chofer_id),
    ruta_id: conditionIf('ruta_id =', query.ruta_id),
    liquidacion_id: conditionIf('liquidacion_id =', query.liquidacion_id),
    tipo: conditionIf('tipo =', query.tipo),
    concepto: conditionIf('concepto =', query.concepto),
    estado: conditionIf('estado =', query.estado),
    comprobante: conditionIf('comprobante =', query.comprobante),
    abiertos: query.abiertos ? sql` and ${isUnsettled}` : empty,
    sin_galones: query.sin_galones ? sql` and ${lacksGallons}` : empty,
    desde: conditionIf('fecha >=', query.desde),
    hasta: conditionIf('fecha <=', query.hasta),
    buscar: matches(raw('busqueda'), query.buscar),
  } satisfies Record<keyof Omit<MovimientosFilters, 'orden'>, Sql>
  return sql`true${join(Object.values(all), '')}`
}

export const movimientoOrders: Record<MovimientosFilters['orden'], string> = {
  recientes: 'fecha desc, id desc',
  antiguas: 'fecha, id',
}

export async function findMovimientos(db: Db, query: MovimientosQuery) {
  const named = await withMovimientoNames(db, query)
  return findPageWithCount<Movimiento>(db, {
    table: 'movimientos',
    where: (buscar) => movimientoFilters({ ...named, buscar }),
    buscar: named.buscar,
    order: movimientoOrders[query.orden],
    page: query,
  })
}

interface RutaParaDineroQuery {
  buscar?: string | undefined
  chofer_id?: number | undefined
}

const maxListedTrips = 20
/** Returns the newest trips whose number or pilot match. */
export async function findRutasParaDinero(
  db: Db,
  { buscar, chofer_id }: RutaParaDineroQuery,
): Promise<RutaParaDinero[]> {
  const named = buscar ? await findNamedSearch(db, namedTables, buscar) : undefined
  const text = sql`(${searchTextLine('no_ruta')} || E'\n' || ${searchTextLine('piloto')})`
  const where = (search?: NamedSearch) =>
    sql`${scopeCondition({ chofer_id })}${matches(raw('busqueda'), search)}${matches(text, search)}`
  return many<RutaParaDinero>(
    db,
    sql`with ${newestMatches(where, named, maxListedTrips)}
      select r.id, r.no_ruta, r.fecha, r.chofer_id, trim(concat_ws(' ', ch.nombre, ch.apellido)) as piloto,
        trim(concat_ws(' ', cl.nombre, cl.apellido)) as cliente, r.destino
      from pagina join rutas r using (id) join choferes ch on ch.id = r.chofer_id join clientes cl on cl.id = r.cliente_id
      order by r.fecha desc, r.hora desc, r.id desc`,
  )
}
