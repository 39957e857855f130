import { maxPilotHistory } from '../../domain/trips/changeStatus.ts'
import { type Database, one, sql } from '../../platform/db/sql.ts'

const batchSize = 5000

/** A user's history rows without a change of state, but the newest of each trip. */
const excessNotes = (username: string) => sql`
  select id, ruta_id from (
    select h.id, h.ruta_id, row_number() over (partition by h.ruta_id order by h.id desc) as lugar
    from rutas_historial h join usuarios u on u.id = h.usuario_id
    where u.username = ${username} and h.estado_anterior = h.estado_nuevo) notas
  where lugar > ${maxPilotHistory}`

/** Returns how many rows purgeNotes would delete. */
export async function countExcessNotes(db: Database, username: string): Promise<number> {
  const row = await one<{ n: number }>(db, sql`select count(*) as n from (${excessNotes(username)}) de_mas`)
  return row?.n ?? 0
}

/** Deletes a user's notes of each trip but the newest 200, and logs each trip. Changes of state stay. */
export async function purgeNotes(db: Database, username: string, signal: AbortSignal): Promise<number> {
  let deleted = 0
  for (;;) {
    signal.throwIfAborted()
    const batch = await one<{ n: number }>(
      db,
      sql`with quitadas as (
          delete from rutas_historial where id in (
            select id from (${excessNotes(username)} order by id limit ${batchSize}) de_mas)
          returning ruta_id),
        anotadas as (
          select bitacora_agregar('editar', 'rutas', r.id, r.no_ruta, '{}', 'purga: ' || q.n || ' notas')
          from (select ruta_id, count(*) as n from quitadas group by ruta_id) q join rutas r on r.id = q.ruta_id)
        select (select count(*) from quitadas) as n, (select count(*) from anotadas)`,
    )
    if (!batch || batch.n === 0) return deleted
    deleted += batch.n
  }
}
