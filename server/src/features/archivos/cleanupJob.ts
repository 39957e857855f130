import type { FastifyBaseLogger } from 'fastify'
import { type Database, many, sql } from '../../platform/db/sql.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import { forgetArchivo } from './queries.ts'

const hour = 3_600_000
/** Hours after which an upload is no longer being sent. */
const patience = 24

/** Takes away the uploads that were never finished. Bytes that no row ever named are not ours to judge. */
export async function sweepArchivos(db: Database, store: FileStore): Promise<void> {
  const left = await many<{ id: number; sha256: string }>(
    db,
    sql`select id, sha256 from archivos
      where terminado_en is null and creado_en < now() - make_interval(hours => ${patience})`,
  )
  // What lies on this machine's disk asks no store.
  await store.arrivals.sweep(patience * hour)
  for (const each of left) await forgetArchivo(db, store, each)
}

/** Now and once an hour; what fails is tried again then. */
export function keepSwept(db: Database, store: FileStore, log: FastifyBaseLogger): { stop(): void } {
  const sweep = () => {
    sweepArchivos(db, store).catch((err: unknown) => log.warn({ err }, 'unfinished uploads not swept'))
  }
  sweep()
  const timer = setInterval(sweep, hour).unref()
  return { stop: () => clearInterval(timer) }
}
