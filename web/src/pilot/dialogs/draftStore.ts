import { inTransaction, readStore, resultOf } from '../outbox/database.ts'
import { countPhotos, type DraftKey, draftRange, photoKey, type StoredDraftKey } from '../outbox/draftKeys.ts'
import { isPicture, type OutboxItem } from '../outbox/outboxItems.ts'
import { outboxLimits, rejectionTexts } from '../outbox/statusText.ts'
import type { Draft, DraftPhoto } from './dialogProps.ts'

// Drafts on the phone. Without IndexedDB each function does nothing.

/** Deletes the photos of drafts of an earlier release, whose text went with its tab. */
function deleteOldDrafts() {
  try {
    indexedDB.deleteDatabase('flota-borrador')
  } catch {
    // This browser stores nothing.
  }
}
deleteOldDrafts()

/** ArrayBuffers, because older WebKit loses stored Blobs. */
export type StoredPhoto = Omit<DraftPhoto, 'bytes'> & { bytes: ArrayBuffer; tipo: string }

export const toStored = async ({ bytes, ...photo }: DraftPhoto): Promise<StoredPhoto> => ({
  ...photo,
  bytes: await bytes.arrayBuffer(),
  tipo: bytes.type,
})

export async function readDraft(key: DraftKey): Promise<Draft | null> {
  // The draft comes before its photos.
  const [values, ...photos] = await readStore<[object?, ...StoredPhoto[]]>(
    ({ bytes }) => bytes.getAll(draftRange(...key)),
    [],
  )
  if (!values) return null
  return {
    values,
    photos: photos.map(({ bytes, tipo, ...photo }) => ({
      ...photo,
      bytes: new Blob([bytes], { type: tipo }),
    })),
  }
}

/** Does not wait for the disk: a write takes too long for each letter, and a killed browser loses nothing. */
export const storeValues = (key: DraftKey, values: object) =>
  inTransaction(async ({ bytes }) => void bytes.put(values, key), undefined, 'relaxed')

/**
 * Stores a photo of a draft with its values.
 * @throws {Error} with the sentence to show if the phone keeps too many
 */
export async function storePhoto(key: DraftKey, values: object, stored: StoredPhoto): Promise<void> {
  const place = photoKey(key, stored.id)
  await inTransaction(async ({ cola, bytes }) => {
    if ((await resultOf(bytes.getKey(place))) === undefined) {
      const items = (await resultOf(cola.getAll())) as OutboxItem[]
      const queued = items.filter((item) => isPicture(item) && item.usuario_id === key[1]).length
      const keys = await resultOf(bytes.getAllKeys(draftRange(key[0], key[1])))
      if (queued + countPhotos(keys as StoredDraftKey[]) >= outboxLimits.pictures)
        throw new Error(rejectionTexts.pictures)
    }
    bytes.put(values, key)
    bytes.put(stored, place)
  }, undefined).catch((error: unknown) => {
    // Without space the open form keeps the photo in memory.
    if (!(error instanceof DOMException)) throw error
  })
}

export const deletePhoto = (key: DraftKey, id: number) =>
  inTransaction(async ({ bytes }) => void bytes.delete(photoKey(key, id)), undefined)

export const deleteDraft = (key: DraftKey) =>
  inTransaction(async ({ bytes }) => void bytes.delete(draftRange(...key)), undefined)

/** Replaces a draft by one of another form. */
export async function moveDraft(from: DraftKey, to: DraftKey, { values, photos }: Draft): Promise<void> {
  const stored = await Promise.all(photos.map(toStored))
  await inTransaction(async ({ bytes }) => {
    bytes.delete(draftRange(...from))
    bytes.put(values, to)
    for (const photo of stored) bytes.put(photo, photoKey(to, photo.id))
  }, undefined)
}

/** Deletes the drafts of trips that the pilot has no longer. */
export const deleteDraftsExcept = (drafts: readonly StoredDraftKey[], rutaIds: readonly number[]) =>
  inTransaction(async ({ bytes }) => {
    for (const key of drafts) if (key[3] !== 0 && !rutaIds.includes(key[3])) bytes.delete(key)
  }, undefined)
