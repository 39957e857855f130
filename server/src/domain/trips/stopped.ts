import { type Db, many, sql } from '../../platform/db/sql.ts'

/** Returns which of the trips are stopped. */
export async function findStoppedIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await many<{ id: number }>(
    db,
    sql`select id from viajes_detenidos(now()) where id = any(${ids}::bigint[])`,
  )
  return new Set(rows.map(({ id }) => id))
}
