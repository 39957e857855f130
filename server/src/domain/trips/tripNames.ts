import type { TripName } from '@flota/contract/core/tripName.ts'
import type { AvisoDeViaje } from '@flota/contract/trips/revision.ts'
import { type Db, many, prepared, raw, sql } from '../../platform/db/sql.ts'

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
    prepared(sql`select r.id, r.no_ruta, ${tripNameColumns}
      from rutas r join clientes c on c.id = r.cliente_id
      where r.id = any(${ids}::int[]) order by r.fecha, r.hora, r.id`),
  )

interface NamesQuery {
  viaje?: 'si' | undefined
}

/** Adds `viaje` to the rows about a trip if the query asks for it. */
export async function addTripNames<Row extends object>(
  db: Db,
  { viaje: isAsked }: NamesQuery,
  rows: readonly Row[],
  tripIdOf: (row: Row) => number | null | undefined,
): Promise<(Row & { viaje?: TripName })[]> {
  const ids = new Set(isAsked && rows.flatMap((row) => tripIdOf(row) ?? []))
  const found = ids.size === 0 ? [] : await findTripNames(db, [...ids])
  const names = new Map<number | null | undefined, TripName>(found.map((trip) => [trip.id, trip]))
  return rows.map((row) => {
    const viaje = names.get(tripIdOf(row))
    return viaje ? { ...row, viaje } : row
  })
}

export const rutaIdOf = ({ ruta_id }: { ruta_id: number | null }) => ruta_id

/** As `addTripNames`, for one row. */
export async function addTripName<Row extends { ruta_id: number | null }>(
  db: Db,
  query: NamesQuery,
  row: Row,
): Promise<Row & { viaje?: TripName }> {
  const [named] = await addTripNames(db, query, [row], rutaIdOf)
  return named ?? row
}

/** As `addTripNames`, for warnings that have another trip. */
export const addNamesToAvisos = <Aviso extends AvisoDeViaje>(
  db: Db,
  query: NamesQuery,
  avisos: readonly Aviso[],
) => addTripNames(db, query, avisos, ({ ruta }) => ruta?.id)

/** As `addNamesToAvisos`, for the warnings of several trips. */
export async function addNamesToAvisosOf<Trip extends { avisos?: AvisoDeViaje[] | undefined }>(
  db: Db,
  query: NamesQuery,
  trips: readonly Trip[],
): Promise<Trip[]> {
  const all = trips.flatMap(({ avisos = [] }) => avisos)
  const named = await addNamesToAvisos(db, query, all)
  return trips.map((trip) => (trip.avisos ? { ...trip, avisos: named.splice(0, trip.avisos.length) } : trip))
}
