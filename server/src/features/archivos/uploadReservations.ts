import { archivoLimits } from '@flota/contract/archivoLimits.ts'
import { todayIn } from '@flota/contract/dates.ts'
import type { Now } from '../../platform/clock.ts'
import { type Database, lock, one, raw, run, sql } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import type { Session } from '../../platform/http/authentication.ts'
import { dailyUploadLimitReached } from '../../platform/http/errors.ts'
import type { IdempotencyKey } from '../../platform/http/idempotency.ts'

export interface ReservationContext {
  db: Database
  clock: { env: Env; now: Now }
  /** Whether rows may be written. */
  hasFreeSpace: () => Promise<boolean>
  /** Bytes that are free where files are taken in. */
  freeBytes: () => Promise<number>
}

interface AnnouncedUpload {
  session: Session
  key: IdempotencyKey | undefined
  /** What Content-Length says, where it is said. */
  length: string | undefined
}

/** Longer than a body may take: what is left of a program that was killed counts no more then. */
const reservationMinutes = 12

interface ReservationRow {
  /** Undefined where the user has sent all that a day allows. */
  id: number | null
  /** Of all uploads that are on their way, this one with them. */
  en_camino: number
  subida_diaria_mb: number
  /** When the day ends. */
  acaba: string
}

/**
 * From here on it counts, for its user and for the disk, on every process: several at once are each told of those
 * before them. @throws {HttpError} 429
 */
export async function reserveUpload(context: ReservationContext, upload: AnnouncedUpload) {
  const { db, clock } = context
  const { id, en_camino, subida_diaria_mb, acaba } = await insertReservation(context, upload)
  if (id === null) {
    const left = Math.ceil((Date.parse(acaba) - clock.now().getTime()) / 1000)
    throw dailyUploadLimitReached(subida_diaria_mb, Math.max(1, left))
  }
  // What can't be taken away now, is when its time is over.
  const end = () => run(db, sql`delete from subidas where id = ${id}`).catch(() => undefined)
  try {
    // After it counts: what another has finished since then lies on the disk already.
    const isRoomy = (await context.hasFreeSpace()) && (await leavesEnoughSpace(context, en_camino))
    return { isRoomy, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Uploads stop at twice the mark of all other writes: who fills the disk keeps nobody from writing. */
const leavesEnoughSpace = async ({ freeBytes, clock }: ReservationContext, reservedBytes: number) =>
  (await freeBytes()) - reservedBytes >= 2 * clock.env.DISCO_MINIMO_MB * 1024 ** 2

const insertReservation = (
  { db, clock }: ReservationContext,
  { session, key, length }: AnnouncedUpload,
): Promise<ReservationRow> =>
  db.transaction(async (tx) => {
    await lock(tx, 'subidas')
    await run(tx, raw('delete from subidas where vence_en < now()'))
    const hoy = todayIn(clock.env.TZ_EMPRESA, clock.now())
    const bytes = Math.min(Number(length ?? archivoLimits.maxBytes), archivoLimits.maxBytes)
    // A try whose line broke may be on its way still: of one key one file comes.
    const clave = key ? `${key.llamada} ${key.clave}` : null
    const written = await one<ReservationRow>(
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
    if (!written) throw new Error('the migrations made no row of ajustes')
    return written
  })
