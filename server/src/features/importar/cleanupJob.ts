import { importLimits } from '@flota/contract/importarWords.ts'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, run, sql } from '../../platform/db/sql.ts'

const hour = 3_600_000

/** Takes away what records were before an import that can't be undone any more. */
export async function purgeImportSnapshots(db: Database, size = 5000): Promise<void> {
  const sweep = sql`delete from importaciones_registros where (importacion_id, registro_id) in (
    select i.importacion_id, i.registro_id from importaciones_registros i
      join importaciones m on m.id = i.importacion_id
    where m.creado_en < now() - make_interval(hours => ${importLimits.undoHours}) limit ${size})`
  while ((await run(db, sweep)) > 0);
}

/** Now and once an hour; what fails is tried again then. */
export function startImportCleanupJob(db: Database, log: FastifyBaseLogger): { stop(): void } {
  const runCleanup = () => {
    purgeImportSnapshots(db).catch((err: unknown) => log.warn({ err }, 'old imports not swept'))
  }
  runCleanup()
  const timer = setInterval(runCleanup, hour).unref()
  return { stop: () => clearInterval(timer) }
}
