import { deleteUnfinishedFile } from '../../domain/storedFiles.ts'
import { type Database, many, one, run, sql } from '../../platform/db/sql.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'

export interface PurgeTotals {
  files: number
  /** Only of contents that no other row has. */
  bytes: number
}

interface PurgeableFile {
  id: number
  sha256: string
  bytes: number
}

const purgeBatchSize = 500

const deletedLongerThan = (days: number) =>
  sql`terminado_en is not null and eliminado_en < now() - make_interval(days => ${days})`

/** Returns what purgeArchivos would delete. */
export async function findPurgeable(db: Database, days: number): Promise<PurgeTotals> {
  const found = await one<PurgeTotals>(
    db,
    sql`with viejos as (select sha256, bytes from archivos where ${deletedLongerThan(days)}),
      unicos as (
        select max(v.bytes) as bytes from viejos v group by v.sha256
        having count(*) = (select count(*) from archivos a where a.sha256 = v.sha256))
      select (select count(*) from viejos) as files, coalesce(sum(bytes), 0) as bytes from unicos`,
  )
  return found ?? { files: 0, bytes: 0 }
}

/** Deletes permanently the files that were soft-deleted more than `days` ago. */
export async function purgeArchivos(
  db: Database,
  store: FileStore,
  days: number,
  signal: AbortSignal,
): Promise<PurgeTotals> {
  const purged = { files: 0, bytes: 0 }
  for (;;) {
    const batch = await many<PurgeableFile>(
      db,
      sql`select id, sha256, bytes from archivos where ${deletedLongerThan(days)} order by id limit ${purgeBatchSize}`,
    )
    if (batch.length === 0) return purged
    for (const each of batch) {
      signal.throwIfAborted()
      // False if it was restored meanwhile.
      if (!(await markUnfinished(db, each.id, days))) continue
      purged.files += 1
      if (await deleteUnfinishedFile(db, store, each)) purged.bytes += each.bytes
    }
  }
}

/** Marks the file as an unfinished upload and logs the deletion. If the purge is interrupted, the cleanup deletes it. */
const markUnfinished = async (db: Database, id: number, days: number): Promise<boolean> =>
  (await run(
    db,
    sql`with quitado as (
        update archivos set terminado_en = null, eliminado_en = null, eliminado_por = null
        where id = ${id} and ${deletedLongerThan(days)} returning id, nombre)
      select bitacora_agregar('eliminar', 'archivos', id, nombre, '{}', 'purga') from quitado`,
  )) > 0
