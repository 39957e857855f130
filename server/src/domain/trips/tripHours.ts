import { StartError } from '@flota/postgres/startError.ts'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { type Database, type Db, raw, run, scalar, sql } from '../../platform/db/sql.ts'
import { isOpenSql } from './references.ts'

interface HourFields {
  fecha: string
  hora: string
  cliente_id: number | null
  origen: string | null
  destino: string | null
  servicio: string | null
}

/** Tests if a stored trip has these values, of which its begin and end depend. @param duracion minutes as typed */
export const hasSameHours = (r: HourFields, duracion: Sql) =>
  sql`(inicio is not null and (fecha, hora, duracion_min, cliente_id, origen, destino, servicio) is not distinct from
    (${r.fecha}::date, ${r.hora}::time, ${duracion}, ${r.cliente_id}::int, ${r.origen}::text, ${r.destino}::text,
      ${r.servicio}::text))`

/** Minutes that a stored trip takes, whatever price list and settings say today. */
export const storedMinutes = raw('(extract(epoch from fin - inicio) / 60)::int')

/**
 * Recomputes begin and end of open trips and of those with an open incident after `change`, in the same transaction. The lock waits for running writes and
 * makes later writers see the change.
 */
export async function recomputeHours<T>(tx: Db, change: () => Promise<T>): Promise<T> {
  await run(tx, raw('lock table rutas in share row exclusive mode'))
  const result = await change()
  await run(
    tx,
    sql`update rutas r set inicio = h.inicio, fin = h.fin
      from rutas o, horario(o.fecha, o.hora,
        duracion_de(o.duracion_min, o.cliente_id, o.origen, o.destino, o.servicio, o.fecha)) h
      where r.id = o.id and (o.${isOpenSql}
        or o.estado = 'Incidente' and exists (select from incidente_abierto(o.id)))`,
  )
  return result
}

/** Inverts the sign of an offset: PostgreSQL reads '+05:00' as POSIX does, west of Greenwich. */
const toPosixZone = (zone: string) => zone.replace(/^[+-]/, (sign) => (sign === '+' ? '-' : '+'))

/** Stores the company's time zone for SQL functions. @throws {StartError} if PostgreSQL does not know the zone */
export async function syncTimeZone(db: Database, zone: string): Promise<void> {
  const posixZone = toPosixZone(zone)
  const statement = sql`select zona, now() at time zone ${posixZone} from ajustes`
  const stored = await scalar<string>(db, statement).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === '22023')
      throw new StartError(`TZ_EMPRESA no es válida: la base de datos no conoce la zona ${zone}.`)
    throw error
  })
  if (stored === posixZone) return
  await db.transaction((tx) => recomputeHours(tx, () => run(tx, sql`update ajustes set zona = ${posixZone}`)))
}
