import { inTransaction, readStore } from './database.ts'
import { draftRange, type StoredDraftKey } from './draftKeys.ts'

/** Returns the keys of a user's drafts and of their photos. */
export const readDraftKeys = (usuario: number) =>
  readStore<StoredDraftKey[]>(({ bytes }) => bytes.getAllKeys(draftRange('borrador', usuario)), [])

/** Deletes the drafts of trips that the pilot has no longer. Returns whether there were any. */
export async function deleteDraftsExcept(usuario: number, rutaIds: readonly number[]): Promise<boolean> {
  const gone = (await readDraftKeys(usuario)).filter(([, , , ruta]) => ruta !== 0 && !rutaIds.includes(ruta))
  if (gone.length > 0)
    await inTransaction(async ({ bytes }) => {
      for (const key of gone) bytes.delete(key)
    }, undefined)
  return gone.length > 0
}
