import type { Carga, CargasFilters, CargasQuery, CargasTotales } from '@flota/contract/money/cargas.ts'
import { cargaErrors } from '@flota/contract/records/cargas.ts'
import type { Sql } from 'sql-template-tag'
import { type SearchedTable, withNames } from '../../platform/db/nameKeys.ts'
import { findPageWithCount } from '../../platform/db/pagedSearch.ts'
import { matches, type NamedQuery, normalize } from '../../platform/db/search.ts'
import { conditionIf, type Db, empty, join, one, raw, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'

/** @throws {HttpError} 404 also if the movimiento is no carga */
export async function findCarga(db: Db, id: number): Promise<Carga> {
  const carga = await one<Carga>(db, sql`select * from cargas_leer where id = ${id}`)
  if (!carga) throw notFound(cargaErrors.notFound)
  return carga
}

/** Tables whose names the search text of a carga has. */
const namedTables: readonly SearchedTable[] = ['camiones', 'choferes', 'rutas']

type Filters = Omit<CargasFilters, 'orden'>

/** Returns a query with the names that its search means. */
export const withCargaNames = <Query extends { buscar?: string | undefined }>(db: Db, query: Query) =>
  withNames(db, namedTables, query)

type DayFilters = Pick<Filters, 'desde' | 'hasta' | 'paga' | 'estado' | 'lleno'>

/** Returns the conditions on the columns that cargas_dias has too. */
const dayConditions = (query: DayFilters) => ({
  paga: conditionIf('paga =', query.paga),
  estado: conditionIf('estado =', query.estado),
  lleno: conditionIf('lleno =', query.lleno && query.lleno === 'si'),
  desde: conditionIf('fecha >=', query.desde),
  hasta: conditionIf('fecha <=', query.hasta),
})

/** Returns the list's conditions. A missing filter of the contract does not compile. */
export function cargaFilters(query: NamedQuery<Filters>): Sql {
  const all = {
    camion_id: conditionIf('camion_id =', query.camion_id),
    chofer_id: conditionIf('chofer_id =', query.chofer_id),
    ruta_id: conditionIf('ruta_id =', query.ruta_id),
    estacion: query.estacion ? sql` and normaliza(estacion) = ${normalize(query.estacion)}` : empty,
    ...dayConditions(query),
    buscar: matches(raw('busqueda_carga'), query.buscar),
  } satisfies Record<keyof Filters, Sql>
  return sql`camion_id is not null${join(Object.values(all), '')}`
}

/** Returns the kept sums by day of all matches; undefined if a filter needs the cargas themselves. */
function keptDays({ desde, hasta, paga, estado, lleno, ...others }: NamedQuery<Filters>): Sql | undefined {
  const kept = { desde, hasta, paga, estado, lleno }
  return Object.values(others).some(Boolean)
    ? undefined
    : sql`from cargas_dias where true${join(Object.values(dayConditions(kept)), '')}`
}

/** Returns the sums of all matches. */
const findTotales = (db: Db, query: NamedQuery<Filters>, kept: Sql | undefined) =>
  one<CargasTotales>(
    db,
    kept
      ? sql`select coalesce(sum(galones), 0) as galones, coalesce(sum(total), 0) as total ${kept}`
      : sql`select coalesce(sum(galones), 0) as galones, coalesce(sum(monto), 0) as total from movimientos
          where ${cargaFilters(query)}`,
  )

export const cargaOrders: Record<CargasFilters['orden'], string> = {
  recientes: 'fecha desc, id desc',
  antiguas: 'fecha, id',
}

export async function findCargas(db: Db, query: CargasQuery) {
  const { orden, pagina, porPagina, ...filters } = await withCargaNames(db, query)
  const kept = keptDays(filters)
  const [page, totales] = await Promise.all([
    findPageWithCount<Carga>(db, {
      table: 'movimientos',
      view: 'cargas_leer',
      where: (buscar) => cargaFilters({ ...filters, buscar }),
      buscar: filters.buscar,
      order: cargaOrders[orden],
      page: { pagina, porPagina },
      keepsPlans: true,
      keptCount: kept && sql`select coalesce(sum(n), 0)::bigint as n ${kept}`,
    }),
    findTotales(db, filters, kept),
  ])
  return { ...page, totales }
}
