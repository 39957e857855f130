import type { RutaParaDinero } from '@flota/contract/movimientos.ts'
import type { Sql } from 'sql-template-tag'
import { rutaOrders } from '../../domain/trips/pages.ts'
import { searchTextLine } from '../../domain/trips/searchText.ts'
import { indexedMatches, matches } from '../../platform/db/search.ts'
import { type Db, empty, many, raw, sql } from '../../platform/db/sql.ts'

interface RutaParaDineroQuery {
  buscar?: string | undefined
  chofer_id?: number | undefined
}

const maxListedTrips = 20
/** Beyond so many matches one soon meets those that are told in the order of the list. */
const indexScanThreshold = 2000
/** Without anything to look for in the index, so many of the newest are looked through. */
const maxScannedTrips = 5000

/** The newest trips whose number or pilot match. */
export const findRutasParaDinero = (
  db: Db,
  { buscar = '', chofer_id }: RutaParaDineroQuery,
): Promise<RutaParaDinero[]> =>
  many<RutaParaDinero>(
    db,
    sql`with ${matchingTripIds(buscar, chofer_id === undefined ? empty : sql`and chofer_id = ${chofer_id}`)}
      select r.id, r.no_ruta, r.fecha, r.chofer_id, trim(concat_ws(' ', ch.nombre, ch.apellido)) as piloto,
        trim(concat_ws(' ', cl.nombre, cl.apellido)) as cliente, r.destino
      from halladas join rutas r using (id) join choferes ch on ch.id = r.chofer_id join clientes cl on cl.id = r.cliente_id
      order by r.fecha desc, r.hora desc, r.id desc`,
  )

function matchingTripIds(buscar: string, ofPiloto: Sql): Sql {
  const order = raw(rutaOrders.recientes)
  const text = sql`(${searchTextLine('no_ruta')} || E'\n' || ${searchTextLine('piloto')})`
  const those = sql`eliminado_en is null ${ofPiloto}`
  if (!buscar)
    return sql`halladas as materialized (select id from rutas where ${those} order by ${order} limit ${maxListedTrips})`
  const byIndex = indexedMatches(raw('busqueda'), buscar)
  const walked = sql`select id from (
      select id, fecha, hora, busqueda from rutas where ${those} order by ${order} limit ${maxScannedTrips}) nuevas
    where true ${matches(text, buscar)} order by ${order} limit ${maxListedTrips}`
  if (!byIndex) return sql`halladas as materialized (${walked})`
  return sql`por_indice as materialized (
      select id, fecha, hora, busqueda from rutas where ${those} ${byIndex} limit ${indexScanThreshold + 1}),
    halladas as materialized (
      (select id from por_indice where (select count(*) from por_indice) <= ${indexScanThreshold} ${matches(text, buscar)}
        order by ${order} limit ${maxListedTrips})
      union all
      (select id from (${walked}) recientes where (select count(*) from por_indice) > ${indexScanThreshold}))`
}
