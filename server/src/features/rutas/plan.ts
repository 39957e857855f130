import { sentences } from '@flota/contract/core/sentences.ts'
import { isOpen } from '@flota/contract/records/estados.ts'
import { registros } from '@flota/contract/records/registros.ts'
import type { CambiosDePlan, PlanDeRutas, RutaPlaneada } from '@flota/contract/trips/plan.ts'
import { lockTrips, type StoredTrip } from '../../domain/trips/lockTrips.ts'
import { references } from '../../domain/trips/references.ts'
import { findStoppedIds } from '../../domain/trips/stopped.ts'
import { updateRuta } from '../../domain/trips/write.ts'
import type { Db } from '../../platform/db/sql.ts'
import { blockingText } from '../../platform/errors.ts'

type PlannedTrip = PlanDeRutas['rutas'][number]

/**
 * Changes each trip on its own, in the order of the request: a later one is checked against the earlier ones. With `prueba`
 * it returns the stored versions, and the caller undoes the writes.
 */
export async function planRutas(
  db: Db,
  { rutas, cambios: common, prueba }: PlanDeRutas,
  userId: number,
): Promise<RutaPlaneada[]> {
  const ids = rutas.map(({ id }) => id)
  const changes = new Map(rutas.map(({ id, cambios }) => [id, cambios ?? common]))
  const { trips } = await lockTrips(db, ids, {
    lock: 'no key update',
    toReferences: (trip) => withChanges(trip, changes.get(trip.id)),
  })
  const stopped = await findStoppedIds(db, ids)
  const outcomes: RutaPlaneada[] = []
  for (const requested of rutas) {
    const { id } = requested
    const stored = trips.get(id)
    const outcome = stored
      ? (refusal(stored, requested, stopped.has(id)) ??
        (await planRuta(db, stored, withChanges(stored, changes.get(id)), userId)))
      : { id, ok: false, version: null, mensaje: registros.rutas.notFound }
    outcomes.push(stored && prueba ? { ...outcome, version: stored.version } : outcome)
  }
  return outcomes
}

const withChanges = (trip: StoredTrip, cambios: CambiosDePlan = {}): StoredTrip => ({
  ...trip,
  ...Object.fromEntries(Object.entries(cambios).filter(([, value]) => value !== undefined)),
})

function refusal(stored: StoredTrip, { version }: PlannedTrip, isStopped: boolean): RutaPlaneada | undefined {
  const refuse = (mensaje: string) => ({ id: stored.id, ok: false, version: stored.version, mensaje })
  if (version != null && version !== stored.version) return refuse(sentences.staleVersion)
  return isOpen(stored) || isStopped ? undefined : refuse('La ruta ya está cerrada.')
}

const toSeconds = (hora: string) => (hora.length === 5 ? `${hora}:00` : hora)

const isSamePlan = (one: StoredTrip, other: StoredTrip) =>
  one.fecha === other.fecha &&
  toSeconds(one.hora) === toSeconds(other.hora) &&
  one.camion_id === other.camion_id &&
  one.chofer_id === other.chofer_id &&
  one.ayudante_id === other.ayudante_id

async function planRuta(
  db: Db,
  stored: StoredTrip,
  planned: StoredTrip,
  userId: number,
): Promise<RutaPlaneada> {
  const { id, version } = stored
  if (isSamePlan(stored, planned)) return { id, ok: true, version }
  const { ruta, missing, avisos } = await updateRuta(db, id, planned, version, userId)
  const [column] = missing
  if (column) return { id, ok: false, version, mensaje: references[column].unknown }
  const warnings = avisos.length > 0 && { avisos }
  return ruta
    ? { id, ok: true, version: ruta.version, ...warnings }
    : { id, ok: false, version, mensaje: blockingText(avisos), ...warnings }
}
