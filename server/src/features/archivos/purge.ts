import { type Database, many, one, run, sql } from '../../platform/db/sql.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import { forgetArchivo } from './queries.ts'

/** What was taken away, or would be: bytes only where no other row names them. */
export interface Purged {
  files: number
  bytes: number
}

interface Left {
  id: number
  sha256: string
  bytes: number
}

const atOnce = 500

const longDeleted = (days: number) =>
  sql`terminado_en is not null and eliminado_en < now() - make_interval(days => ${days})`

/** What `purgeArchivos` would take away. */
export async function findPurgeable(db: Database, days: number): Promise<Purged> {
  const found = await one<Purged>(
    db,
    sql`with viejos as (select sha256, bytes from archivos where ${longDeleted(days)}),
      unicos as (
        select max(v.bytes) as bytes from viejos v group by v.sha256
        having count(*) = (select count(*) from archivos a where a.sha256 = v.sha256))
      select (select count(*) from viejos) as files, coalesce(sum(bytes), 0) as bytes from unicos`,
  )
  return found ?? { files: 0, bytes: 0 }
}

/** Deletes for good the files that have been in the bin for longer than this many days. */
export async function purgeArchivos(
  db: Database,
  store: FileStore,
  days: number,
  signal: AbortSignal,
): Promise<Purged> {
  const purged = { files: 0, bytes: 0 }
  for (;;) {
    const left = await many<Left>(
      db,
      sql`select id, sha256, bytes from archivos where ${longDeleted(days)} order by id limit ${atOnce}`,
    )
    if (left.length === 0) return purged
    for (const each of left) {
      signal.throwIfAborted()
      // Somebody may have restored it meanwhile.
      if (!(await unfinish(db, each.id, days))) continue
      purged.files += 1
      if (await forgetArchivo(db, store, each)) purged.bytes += each.bytes
    }
  }
}

/**
 * Makes of it an upload that was never finished, and tells the log: whatever ends this before row and bytes are gone,
 * the sweep takes both.
 */
const unfinish = async (db: Database, id: number, days: number): Promise<boolean> =>
  (await run(
    db,
    sql`with quitado as (
        update archivos set terminado_en = null, eliminado_en = null, eliminado_por = null
        where id = ${id} and ${longDeleted(days)} returning id, nombre)
      select anota('eliminar', 'archivos', id, nombre, '{}', 'purga') from quitado`,
  )) > 0
