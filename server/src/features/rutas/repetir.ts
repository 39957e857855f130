import { registros } from '@flota/contract/records/registros.ts'
import type { AvisoDeCopia, Repeticion } from '@flota/contract/trips/repetir.ts'
import { lockTrips } from '../../domain/trips/lockTrips.ts'
import { lockReferences, type References, unknownReferences } from '../../domain/trips/references.ts'
import { toWarnings } from '../../domain/trips/warnings.ts'
import type { Db } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { checkCopies, insertCopies } from './copies.ts'

/**
 * Copies a trip to other dates, all or none, in a transaction. With `isBlocked` the caller undoes the writes.
 * @throws {HttpError} 404; 400 naming every missing record
 */
export async function repeatRuta(db: Db, id: number, repeticion: Repeticion, userId: number) {
  const refs = await lockSource(db, id, repeticion)
  const requests = repeticion.fechas.map((fecha) => ({ ...refs, ruta_id: id, fecha }))
  const rutas = await insertCopies(db, requests, userId)
  const checked = await checkCopies(db, rutas)
  const avisos = checked.flatMap(({ fecha, hallazgos }) =>
    toWarnings(hallazgos).map((aviso): AvisoDeCopia => ({ ...aviso, fecha })),
  )
  return { rutas, avisos, isBlocked: checked.some(({ bloquea }) => bloquea) }
}

/** Locks the trip and the records of its copies. @throws {HttpError} 400 naming every missing record; else 404 */
async function lockSource(db: Db, id: number, repeticion: Repeticion): Promise<References> {
  const toReferences = (trip?: References): References => ({
    cliente_id: trip?.cliente_id ?? null,
    camion_id: repeticion.camion_id ?? trip?.camion_id ?? null,
    chofer_id: repeticion.chofer_id ?? trip?.chofer_id ?? null,
    ayudante_id: repeticion.ayudante_id === undefined ? (trip?.ayudante_id ?? null) : repeticion.ayudante_id,
  })
  const { trips, missingOf } = await lockTrips(db, [id], { lock: 'share', toReferences })
  const source = trips.get(id)
  const refs = toReferences(source)
  const missing = source ? missingOf(refs) : (await lockReferences(db, [refs]))(refs)
  if (missing.length > 0) throw unknownReferences(missing)
  if (!source) throw notFound(registros.rutas.notFound)
  return refs
}
