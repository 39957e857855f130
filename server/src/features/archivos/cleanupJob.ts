import type { FastifyBaseLogger } from 'fastify'
import { type Database, many, sql } from '../../platform/db/sql.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import { deleteUnfinishedArchivo } from './queries.ts'

const hour = 3_600_000
/** Age at which no upload is still running. */
const unfinishedUploadHours = 24

/** Deletes unfinished uploads. Leaves stored bytes that never had a row. */
export async function deleteUnfinishedUploads(db: Database, store: FileStore): Promise<void> {
  const unfinished = await many<{ id: number; sha256: string }>(
    db,
    sql`select id, sha256 from archivos
      where terminado_en is null and creado_en < now() - make_interval(hours => ${unfinishedUploadHours})`,
  )
  // First, because it needs no connection to the store.
  await store.staging.removeOlderThan(unfinishedUploadHours * hour)
  for (const each of unfinished) await deleteUnfinishedArchivo(db, store, each)
}

/** Runs the cleanup now and once an hour. */
export function startUploadCleanupJob(
  db: Database,
  store: FileStore,
  log: FastifyBaseLogger,
): { stop(): void } {
  const runCleanup = () => {
    deleteUnfinishedUploads(db, store).catch((err: unknown) => log.warn({ err }, 'upload cleanup failed'))
  }
  runCleanup()
  const timer = setInterval(runCleanup, hour).unref()
  return { stop: () => clearInterval(timer) }
}
