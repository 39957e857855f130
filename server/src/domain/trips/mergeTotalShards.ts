import type { FastifyBaseLogger } from 'fastify'
import { type Database, run, sql } from '../../platform/db/sql.ts'

/** After this many days a total is hardly written any more, so its 16 parts, which keep writers from queueing, become one row. */
const mergeAfterDays = 62
const aDay = 24 * 60 * 60 * 1000

/**
 * Merges the up to 16 rows of each old day and month into one, in batches and in the order in which writers lock them:
 * a report over a year, or a late page of the list, then reads a tenth of the rows.
 */
export async function mergeTotalShards(db: Database, days = mergeAfterDays, size = 1000): Promise<void> {
  for (;;) {
    const folded = await run(
      db,
      sql`with juntas as (
          select nivel, periodo, estado from resumen
          where nivel <> 'todo' and periodo < current_date - ${days}::int
          group by 1, 2, 3 having count(*) > 1 order by 1, 2, 3 limit ${size}),
        partes as materialized (
          select r.* from resumen r join juntas using (nivel, periodo, estado)
          order by nivel, periodo, estado, cajon for update of r),
        fuera as (
          delete from resumen r using partes p
          where (r.nivel, r.periodo, r.estado, r.cajon) = (p.nivel, p.periodo, p.estado, p.cajon) returning r.*)
        insert into resumen (nivel, periodo, estado, cajon, n, suma)
        select nivel, periodo, estado, 0, sum(n), sum(suma) from fuera group by 1, 2, 3 order by 1, 2, 3
        on conflict (nivel, periodo, estado, cajon)
        do update set n = resumen.n + excluded.n, suma = resumen.suma + excluded.suma`,
    )
    if (folded === 0) return
  }
}

/** Runs now and once a day; what fails is tried again the next day. */
export function startTotalsMergeJob(db: Database, log: FastifyBaseLogger): { stop(): void } {
  const runMerge = () => {
    mergeTotalShards(db).catch((err: unknown) => log.warn({ err }, 'old totals not folded'))
  }
  runMerge()
  const timer = setInterval(runMerge, aDay).unref()
  return { stop: () => clearInterval(timer) }
}
