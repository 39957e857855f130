import { registros } from '@flota/contract/records/registros.ts'
import type { CopiaDeRutas, CopiaRevisada } from '@flota/contract/trips/plan.ts'
import type { AvisoDeCopia } from '@flota/contract/trips/repetir.ts'
import { lockTrips, type StoredTrip } from '../../domain/trips/lockTrips.ts'
import { references } from '../../domain/trips/references.ts'
import { type Hallazgo, toWarnings } from '../../domain/trips/warnings.ts'
import type { Db } from '../../platform/db/sql.ts'
import { unknownReference } from '../../platform/errors.ts'
import { checkCopies, insertCopies } from './copies.ts'

type CopyValues = Pick<CopiaDeRutas, 'rutas' | 'fecha'>

/**
 * Copies trips to a date, all or none, in a transaction. With `isBlocked` the caller undoes the writes.
 * @throws {HttpError} 400 if a trip is missing, or one of its records
 */
export async function copyRutas(db: Db, values: CopyValues, userId: number) {
  const sources = await lockSources(db, values)
  for (const { no_ruta, mensaje } of sources)
    if (mensaje) throw unknownReference({ rutas: `${no_ruta}: ${mensaje}` })
  const copies = await insertChecked(db, sources, values.fecha, userId)
  const avisos = copies.flatMap((copy) =>
    copy.avisos.map((aviso): AvisoDeCopia => ({ ...aviso, fecha: values.fecha, copia_de: copy.copia_de })),
  )
  return { rutas: copies, avisos, isBlocked: copies.some(({ isBlocked }) => isBlocked) }
}

/** Returns what speaks against each copy; `n`: how many would be created. The caller undoes the writes. */
export async function tryCopyRutas(db: Db, values: CopyValues, userId: number) {
  const sources = await lockSources(db, values)
  const usable = sources.filter(({ mensaje }) => mensaje === undefined)
  const copies = await insertChecked(db, usable, values.fecha, userId)
  const bySource = new Map(copies.map((copy) => [copy.copia_de, copy]))
  return {
    n: copies.filter(({ isBlocked }) => !isBlocked).length,
    rutas: sources.map(
      ({ id, mensaje }): CopiaRevisada => ({
        id,
        avisos: bySource.get(id)?.avisos ?? [],
        ...(mensaje !== undefined && { mensaje }),
      }),
    ),
  }
}

interface CopySource extends StoredTrip {
  /** Names a record of the trip that is in the bin. */
  mensaje?: string | undefined
}

/** Locks the trips in the order of the request. @throws {HttpError} 400 if one is missing */
async function lockSources(db: Db, { rutas }: CopyValues): Promise<CopySource[]> {
  const { trips, missingOf } = await lockTrips(db, rutas, { lock: 'share', toReferences: (trip) => trip })
  return rutas.map((id) => {
    const trip = trips.get(id)
    if (!trip) throw unknownReference({ rutas: registros.rutas.notFound })
    const [missing] = missingOf(trip)
    return { ...trip, mensaje: missing && references[missing].unknown }
  })
}

/** Inserts and checks the copies. A warning about another copy names the trip that is copied. */
async function insertChecked(db: Db, sources: readonly CopySource[], fecha: string, userId: number) {
  const requests = sources.map((trip) => ({ ...trip, ruta_id: trip.id, fecha }))
  const copies = await insertCopies(db, requests, userId)
  const sourceOf = new Map(copies.map(({ id, copia_de }) => [id, copia_de]))
  const numbers = new Map(sources.map(({ id, no_ruta }) => [id, no_ruta]))
  const nameSource = (hallazgo: Hallazgo): Hallazgo => {
    const { ruta } = hallazgo
    const id = ruta && sourceOf.get(ruta.id)
    if (!id) return hallazgo
    return { ...hallazgo, ruta: { ...ruta, id, no_ruta: numbers.get(id) ?? '', esCopia: true } }
  }
  const checked = new Map((await checkCopies(db, copies)).map((check) => [check.id, check]))
  return copies.map((copy) => {
    const { hallazgos = [], bloquea = false } = checked.get(copy.id) ?? {}
    return { ...copy, avisos: toWarnings(hallazgos.map(nameSource)), isBlocked: bloquea }
  })
}
