import { insert } from '../platform/db/records.ts'
import { type Db, lock, one, run, sql } from '../platform/db/sql.ts'
import { type FileStore, StoreUnavailableError } from '../platform/store/FileStore.ts'
import type { StagedFile } from '../platform/store/uploadStaging.ts'

/** Columns of `archivos` that the caller sets. Size and hash come from the bytes. */
interface FileColumns {
  entidad: string
  entidad_id: number
  clase: string
  nombre: string
  tipo_mime: string
  tomado_en: string | null
}

/** Serializes adding and deleting the bytes of a hash. */
const lockHash = (tx: Db, sha256: string) => lock(tx, `archivo ${sha256}`)

/** Inserts the row, invisible until finished, then stores the bytes. @returns the row's id */
export async function insertUnfinishedFile(
  db: Db,
  store: FileStore,
  { columns, received, userId }: { columns: FileColumns; received: StagedFile; userId: number },
): Promise<number> {
  const { bytes, sha256 } = received
  const id = await db.transaction(async (tx) => {
    await lockHash(tx, sha256)
    return insert(tx, 'archivos', { ...columns, bytes, sha256, subido_por_id: userId })
  })
  try {
    await store.put(received)
    return id
  } catch (error) {
    // An unavailable store may still have the bytes: leave row and bytes to the cleanup.
    if (!(error instanceof StoreUnavailableError)) await deleteUnfinishedFile(db, store, { id, sha256 })
    throw error
  }
}

/**
 * Deletes the row of an unfinished upload, and its bytes unless another row, deleted or not, has them.
 * @returns whether the bytes were deleted
 */
export const deleteUnfinishedFile = (
  db: Db,
  store: FileStore,
  { id, sha256 }: { id: number; sha256: string },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockHash(tx, sha256)
    const deleted = await run(tx, sql`delete from archivos where id = ${id} and terminado_en is null`)
    const other = await one(tx, sql`select from archivos where sha256 = ${sha256} limit 1`)
    if (deleted === 0 || other) return false
    await store.remove(sha256)
    return true
  })
