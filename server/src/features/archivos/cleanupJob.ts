import type { FastifyBaseLogger } from 'fastify'
import { type Database, many, sql } from '../../platform/db/sql.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import { deleteUnfinishedArchivo } from './queries.ts'

const hour = 3_600_000
/** Hours after which an upload is no longer being sent. */
const unfinishedUploadHours = 24

/** Takes away the uploads that were never finished. Bytes that no row ever named are not ours to judge. */
export async function deleteUnfinishedUploads(db: Database, store: FileStore): Promise<void> {
  const left = await many<{ id: number; sha256: string }>(
    db,
    sql`select id, sha256 from archivos
      where terminado_en is null and creado_en < now() - make_interval(hours => ${unfinishedUploadHours})`,
  )
  // What lies on this machine's disk asks no store.
  await store.staging.removeOlderThan(unfinishedUploadHours * hour)
  for (const each of left) await deleteUnfinishedArchivo(db, store, each)
}

/** Now and once an hour; what fails is tried again then. */
export function startUploadCleanupJob(
  db: Database,
  store: FileStore,
  log: FastifyBaseLogger,
): { stop(): void } {
  const runCleanup = () => {
    deleteUnfinishedUploads(db, store).catch((err: unknown) =>
      log.warn({ err }, 'unfinished uploads not swept'),
    )
  }
  runCleanup()
  const timer = setInterval(runCleanup, hour).unref()
  return { stop: () => clearInterval(timer) }
}
