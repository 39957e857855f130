import { daysBetween } from '@flota/contract/core/dates.ts'
import type {
  Factura,
  FacturaListada,
  FacturaRuta,
  FacturasFilters,
  FacturasQuery,
} from '@flota/contract/money/facturas.ts'
import type { Sql } from 'sql-template-tag'
import { withNames } from '../../platform/db/nameKeys.ts'
import { findPageWithCount } from '../../platform/db/pagedSearch.ts'
import { findRecord } from '../../platform/db/records.ts'
import { matches, type NamedQuery } from '../../platform/db/search.ts'
import { conditionIf, type Db, empty, join, many, raw, sql } from '../../platform/db/sql.ts'

/** A row of `facturas_leer`. */
export type StoredFactura = Omit<FacturaListada, 'dias'>

/** Adds the days from `today` to the due date, null without a balance. */
const withDias = <F extends Pick<StoredFactura, 'vence' | 'saldo'>>(factura: F, today: string) => ({
  ...factura,
  dias: factura.saldo > 0 ? daysBetween(today, factura.vence) : null,
})

/** Returns a query with the names that its search means. */
export const withFacturaNames = <Query extends { buscar?: string | undefined }>(db: Db, query: Query) =>
  withNames(db, ['clientes', 'rutas'], query)

/** Returns the list's conditions. A missing filter of the contract does not compile. */
export function facturaFilters(query: NamedQuery<Omit<FacturasFilters, 'orden'>>): Sql {
  // As an array, so that PostgreSQL starts with these few invoices.
  const ofRuta = (id: number) =>
    sql` and id = any(array(select factura_id from facturas_rutas where ruta_id = ${id}))`
  const all = {
    cliente_id: conditionIf('cliente_id =', query.cliente_id),
    ruta_id: query.ruta_id === undefined ? empty : ofRuta(query.ruta_id),
    estado: conditionIf('estado =', query.estado),
    abiertas: query.abiertas ? sql` and saldo > 0` : empty,
    desde: conditionIf('fecha >=', query.desde),
    hasta: conditionIf('fecha <=', query.hasta),
    buscar: matches(raw('busqueda'), query.buscar),
  } satisfies Record<keyof Omit<FacturasFilters, 'orden'>, Sql>
  return sql`true${join(Object.values(all), '')}`
}

export const facturaOrders: Record<FacturasFilters['orden'], string> = {
  recientes: 'fecha desc, id desc',
  antiguas: 'fecha, id',
  vence: 'vence, id',
  '-vence': 'vence desc, id desc',
}

export async function findFacturas(db: Db, query: FacturasQuery, today: string) {
  const named = await withFacturaNames(db, query)
  const { rows, ...page } = await findPageWithCount<StoredFactura>(db, {
    table: 'facturas',
    where: (buscar) => facturaFilters({ ...named, buscar }),
    buscar: named.buscar,
    order: facturaOrders[query.orden],
    page: query,
  })
  return { ...page, rows: rows.map((row) => withDias(row, today)) }
}

export async function findFactura(db: Db, id: number, today: string): Promise<Factura> {
  const factura = await findRecord<StoredFactura>(db, 'facturas', id)
  const rutas = await many<FacturaRuta>(
    db,
    sql`select ruta_id, no_ruta, fecha, monto from facturas_rutas_leer where factura_id = ${id} order by fecha, ruta_id`,
  )
  return { ...withDias(factura, today), rutas }
}
