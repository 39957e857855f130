import type { TripName } from '@flota/contract/core/tripName.ts'
import { type Db, many, raw, sql } from '../../platform/db/sql.ts'

/** Columns of a TripName, of the trip `r` and its client `c`. */
export const tripNameColumns = raw(
  `trim(concat_ws(' ', c.nombre, c.apellido)) as cliente, r.origen, r.destino, r.fecha`,
)

interface NumberedTrip extends TripName {
  id: number
  no_ruta: string
}

/** Returns the names of the trips, deleted or not, by beginning. */
export const findTripNames = (db: Db, ids: readonly number[]) =>
  many<NumberedTrip>(
    db,
    sql`select r.id, r.no_ruta, ${tripNameColumns}
      from rutas r join clientes c on c.id = r.cliente_id
      where r.id = any(${ids}::int[]) order by r.fecha, r.hora, r.id`,
  )
