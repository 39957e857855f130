import type { FastifyBaseLogger } from 'fastify'
import { deleteUnfinishedFile } from '../../domain/storedFiles.ts'
import { type Database, many, sql } from '../../platform/db/sql.ts'
import { startPeriodicJob } from '../../platform/startPeriodicJob.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'

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
  for (const each of unfinished) await deleteUnfinishedFile(db, store, each)
}

export const startUploadCleanupJob = (db: Database, store: FileStore, log: FastifyBaseLogger) =>
  startPeriodicJob(log, hour, 'unfinished uploads not deleted', () => deleteUnfinishedUploads(db, store))
