import type { MisRutas } from '../misRutas.ts'
import { inTransaction, readStore, resultOf } from './database.ts'
import { countPhotos, type DraftKey, draftRange, type StoredDraftKey } from './draftKeys.ts'
import { isPicture, type NewItem, type NewItemWithBytes, type OutboxItem } from './outboxItems.ts'
import { outboxLimits, rejectionTexts } from './statusText.ts'

/** Returns a user's items in the order of decisions; null if the database cannot be opened. */
export const readItems = async (usuario: number): Promise<OutboxItem[] | null> => {
  const items = await readStore<OutboxItem[] | null>(({ cola }) => cola.getAll(), null)
  return items && items.filter(({ usuario_id }) => usuario_id === usuario)
}

export const readLectura = (usuario: number) =>
  readStore<MisRutas | undefined>(({ lecturas }) => lecturas.get(usuario), undefined)

export const putLectura = (usuario: number, lectura: MisRutas) =>
  inTransaction(async ({ lecturas }) => void lecturas.put(lectura, usuario), undefined)

/** Deletes the trips of all other users. */
export const deleteLecturas = (exceptUser: number) =>
  inTransaction(async ({ lecturas }) => {
    for (const user of await resultOf(lecturas.getAllKeys())) if (user !== exceptUser) lecturas.delete(user)
  }, undefined)

/**
 * Stores items, deletes the draft that they come from, and returns their ids.
 * @throws {Error} with the sentence to show if a limit or the storage is full
 */
export const addItems = (newItems: readonly NewItemWithBytes[], draft?: DraftKey) =>
  inTransaction(async ({ cola, bytes }) => {
    const stored = (await resultOf(cola.getAll())) as OutboxItem[]
    // Only drafts have keys in this range.
    const draftKeys = await resultOf(bytes.getAllKeys(draftRange('borrador', newItems[0]?.usuario_id ?? 0)))
    const error = limitError(stored, newItems, countPhotos(draftKeys as StoredDraftKey[], draft))
    if (error) throw new Error(error)
    if (draft) bytes.delete(draftRange(...draft))
    const ids: number[] = []
    let gasto: number | undefined
    for (const { bytes: picture, ...item } of newItems) {
      if (item.clase === 'archivo' && item.de !== undefined) item.de = gasto ?? item.de
      // Ids are numbers, counted by the database.
      const id = (await resultOf(cola.add(item))) as number
      if (item.clase === 'gasto') gasto = id
      if (picture) bytes.add(picture, id)
      ids.push(id)
    }
    return ids
  }, null)
    .then((ids) => {
      if (!ids) throw new Error(rejectionTexts.noRoom)
      return ids
    })
    .catch((error: unknown) => {
      throw error instanceof DOMException ? new Error(rejectionTexts.noRoom) : error
    })

/** @param draftPhotos number of photos in other drafts of the user */
function limitError(stored: readonly OutboxItem[], newItems: readonly NewItem[], draftPhotos: number) {
  const over = (counts: (item: NewItem) => boolean, limit: number) => {
    const added = newItems.filter(counts).length
    const own = stored.filter((item) => item.usuario_id === newItems[0]?.usuario_id && counts(item))
    return added > 0 && own.length + added > limit
  }
  if (over((item) => !isPicture(item), outboxLimits.changes)) return rejectionTexts.changes
  return over(isPicture, outboxLimits.pictures - draftPhotos) ? rejectionTexts.pictures : ''
}
