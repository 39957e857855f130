import type { Aplicacion, Cobro, CobrosFilters, CobrosQuery } from '@flota/contract/money/cobros.ts'
import type { Sql } from 'sql-template-tag'
import { withNames } from '../../platform/db/nameKeys.ts'
import { findPageWithCount } from '../../platform/db/pagedSearch.ts'
import { findRecord } from '../../platform/db/records.ts'
import { matches, type NamedQuery } from '../../platform/db/search.ts'
import { conditionIf, type Db, empty, join, many, raw, sql } from '../../platform/db/sql.ts'

type CobroRow = Omit<Cobro, 'aplicaciones'>

/** Returns a query with the names that its search means. */
export const withCobroNames = <Query extends { buscar?: string | undefined }>(db: Db, query: Query) =>
  withNames(db, ['clientes'], query)

/** Returns the list's conditions. A missing filter of the contract does not compile. */
export function cobroFilters(query: NamedQuery<CobrosFilters>): Sql {
  const { factura_id } = query
  const all = {
    cliente_id: conditionIf('cliente_id =', query.cliente_id),
    // As an array, so that PostgreSQL starts with these few payments.
    factura_id:
      factura_id === undefined
        ? empty
        : sql` and id = any(array(select cobro_id from cobros_aplicaciones where factura_id = ${factura_id}))`,
    estado: conditionIf('estado =', query.estado),
    desde: conditionIf('fecha >=', query.desde),
    hasta: conditionIf('fecha <=', query.hasta),
    buscar: matches(raw('busqueda'), query.buscar),
  } satisfies Record<keyof CobrosFilters, Sql>
  return sql`true${join(Object.values(all), '')}`
}

export async function findCobros(db: Db, query: CobrosQuery) {
  const named = await withCobroNames(db, query)
  const page = await findPageWithCount<CobroRow>(db, {
    table: 'cobros',
    where: (buscar) => cobroFilters({ ...named, buscar }),
    buscar: named.buscar,
    order: 'fecha desc, id desc',
    page: query,
  })
  return { ...page, rows: await withAplicaciones(db, page.rows) }
}

export async function findCobro(db: Db, id: number): Promise<Cobro> {
  const [cobro] = await withAplicaciones(db, [await findRecord<CobroRow>(db, 'cobros', id)])
  if (!cobro) throw new Error('withAplicaciones returned no row')
  return cobro
}

async function withAplicaciones(db: Db, cobros: CobroRow[]): Promise<Cobro[]> {
  if (cobros.length === 0) return []
  const found = await many<Aplicacion & { cobro_id: number }>(
    db,
    sql`select * from cobros_aplicaciones_leer where cobro_id = any(${cobros.map(({ id }) => id)}::int[])
      order by cobro_id, factura_id`,
  )
  const byCobro = Map.groupBy(found, ({ cobro_id }) => cobro_id)
  return cobros.map((cobro) => ({ ...cobro, aplicaciones: byCobro.get(cobro.id) ?? [] }))
}
