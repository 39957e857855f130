import { storedNames } from '@flota/contract/core/fields.ts'
import { rutaFields } from '@flota/contract/records/rutas.ts'
import { type Db, many, raw, run, sql } from '../../platform/db/sql.ts'
import { lockReferences, type References } from './references.ts'
import type { RutaWrite } from './write.ts'

/** A stored trip, as a write takes it. */
export interface StoredTrip extends RutaWrite {
  id: number
  version: number
}

interface LockRequest {
  lock: 'share' | 'no key update'
  /** Returns the records that the write of a trip will use. */
  toReferences: (trip: StoredTrip) => References
}

/**
 * Locks the trips and the records that their writes will use, in the order of every write: truck, pilot and helper, then
 * their rows, then the trips by id. Retries if a trip changed meanwhile. Trips in the bin count as missing.
 * @returns the trips by id; `missingOf`: columns of records that do not exist or are in the bin
 */
export async function lockTrips(db: Db, ids: readonly number[], { lock, toReferences }: LockRequest) {
  const live = sql`from rutas where id = any(${ids}::bigint[]) and eliminado_en is null order by id`
  await run(db, raw('savepoint lectura'))
  for (;;) {
    const trips = await many<StoredTrip>(
      db,
      sql`select id, version, ${raw(storedNames(rutaFields).join(', '))} ${live}`,
    )
    const used = trips.map(toReferences)
    await lockCrews(db, used)
    const missingOf = await lockReferences(db, used)
    const locked = await many<StoredTrip>(db, sql`select id, version ${live} for ${raw(lock)}`)
    if (isSame(trips, locked)) return { trips: new Map(trips.map((trip) => [trip.id, trip])), missingOf }
    await run(db, raw('rollback to savepoint lectura'))
  }
}

const isSame = (trips: readonly StoredTrip[], locked: readonly StoredTrip[]) =>
  trips.length === locked.length && trips.every(({ version }, i) => locked[i]?.version === version)

/** Locks all trucks, then all pilots, then all helpers, by id. */
const lockCrews = (db: Db, used: readonly References[]) => {
  const ids = (column: keyof References) => used.map((references) => references[column])
  return run(
    db,
    sql`select bloquear_tripulacion(camion, chofer, ayudante) from (
      select 1 as orden, id as camion, null::int as chofer, null::int as ayudante from unnest(${ids('camion_id')}::int[]) id
      union select 2, null, id, null from unnest(${ids('chofer_id')}::int[]) id
      union select 3, null, null, id from unnest(${ids('ayudante_id')}::int[]) id
      order by orden, camion, chofer, ayudante) cada`,
  )
}
