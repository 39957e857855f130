import { archivoLimits } from '@flota/contract/documents/archivoLimits.ts'
import { companyToday, type Now } from '../../platform/clock.ts'
import { type Database, lock, one, raw, run, sql } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { dailyUploadLimitReached } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'
import type { IdempotencyKey } from '../../platform/http/idempotency.ts'

export interface ReservationContext {
  db: Database
  clock: { env: Env; now: Now }
  /** Whether the database's disk has room for writes. */
  hasFreeSpace: () => Promise<boolean>
  /** Free bytes in the staging area. */
  freeBytes: () => Promise<number>
}

interface AnnouncedUpload {
  session: Session
  key: IdempotencyKey | undefined
  /** The Content-Length header. */
  length: string | undefined
}

/** Longer than any upload takes. Reservations of a killed process expire after it. */
const reservationMinutes = 12

interface ReservationRow {
  /** Null if the user has reached the daily limit. */
  id: number | null
  /** Bytes of all running uploads, including this one. */
  en_camino: number
  subida_diaria_mb: number
  /** End of the company's day. */
  acaba: string
}

/**
 * Reserves the upload's bytes against the user's daily limit and the disk, across all processes.
 * @returns whether the disk has space, and `end` to release the reservation
 * @throws {HttpError} 429 if the user has reached the daily limit
 */
export async function reserveUpload(context: ReservationContext, upload: AnnouncedUpload) {
  const { db, clock } = context
  const { id, en_camino, subida_diaria_mb, acaba } = await insertReservation(context, upload)
  if (id === null) {
    const secondsLeft = Math.ceil((Date.parse(acaba) - clock.now().getTime()) / 1000)
    throw dailyUploadLimitReached(subida_diaria_mb, Math.max(1, secondsLeft))
  }
  // If this fails, the reservation expires.
  const end = () => run(db, sql`delete from subidas where id = ${id}`).catch(() => undefined)
  try {
    // After the reservation, so that bytes of uploads finished meanwhile are not missed.
    const hasSpace = (await context.hasFreeSpace()) && (await leavesEnoughSpace(context, en_camino))
    return { hasSpace, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Rejects uploads at twice the minimum of other writes, so that a full disk stops uploads first. */
const leavesEnoughSpace = async ({ freeBytes, clock }: ReservationContext, reservedBytes: number) =>
  (await freeBytes()) - reservedBytes >= 2 * clock.env.DISCO_MINIMO_MB * 1024 ** 2

const insertReservation = (
  { db, clock }: ReservationContext,
  { session, key, length }: AnnouncedUpload,
): Promise<ReservationRow> =>
  db.transaction(async (tx) => {
    await lock(tx, 'subidas')
    await run(tx, raw('delete from subidas where vence_en < now()'))
    const hoy = companyToday(clock)
    const bytes = Math.min(Number(length ?? archivoLimits.maxBytes), archivoLimits.maxBytes)
    // Repeats with the same key count once, because an interrupted attempt may still have its reservation.
    const clave = key ? `${key.llamada} ${key.clave}` : null
    const row = await one<ReservationRow>(
      tx,
      sql`with dia as (
          select subida_diaria_mb, ${hoy}::date::timestamp at time zone zona as empieza,
            (${hoy}::date + 1)::timestamp at time zone zona as acaba
          from ajustes),
        otras as (
          select max(bytes) as bytes from subidas
          where usuario_id = ${session.user.id} and (clave is null or clave is distinct from ${clave})
          group by coalesce(clave, id::text)),
        usado as (
          select (select coalesce(sum(bytes), 0) from otras) + coalesce(sum(bytes), 0) as bytes
          from archivos, dia
          where subido_por_id = ${session.user.id} and terminado_en >= empieza and terminado_en < acaba),
        nueva as (
          insert into subidas (usuario_id, bytes, clave, vence_en)
          select ${session.user.id}, ${bytes}, ${clave}, now() + make_interval(mins => ${reservationMinutes}) from dia, usado
          where usado.bytes < subida_diaria_mb * 1048576::bigint
          returning id)
        select (select id from nueva), ${bytes} + (select coalesce(sum(bytes), 0) from subidas) as en_camino,
          subida_diaria_mb, acaba from dia`,
    )
    if (!row) throw new Error('Table ajustes is empty')
    return row
  })
