import { type DBSchema, openDB } from 'idb'
import type { FileMetadata } from '../../archivos/ArchivosCalls.ts'
import type { PreparedFile } from '../../archivos/prepareFile.ts'

interface PhotoDraftDb extends DBSchema {
  /** By username. ArrayBuffers, because older WebKit loses stored Blobs. */
  fotos: { key: string; value: { bytes: ArrayBuffer; tipo: string; about: FileMetadata }[] }
}

// A separate database: older pages could not open a new version of the outbox.
const openPhotoDraftDb = () =>
  openDB<PhotoDraftDb>('flota-borrador', 1, { upgrade: (db) => void db.createObjectStore('fotos') })

/** Reads the photos of a dialog that the phone has closed; empty if the browser stores nothing. */
export async function readPhotoDraft(username: string): Promise<PreparedFile[]> {
  try {
    const db = await openPhotoDraftDb()
    const stored = (await db.get('fotos', username)) ?? []
    db.close()
    return stored.map(({ bytes, tipo, about }) => ({ bytes: new Blob([bytes], { type: tipo }), about }))
  } catch {
    return []
  }
}

let pendingWrite = Promise.resolve()

/** Replaces the stored photos by those of the open dialog. */
export function storePhotoDraft(username: string, photos: readonly PreparedFile[]): Promise<void> {
  const write = async () => {
    const rows = photos.map(async ({ bytes, about }) => ({
      bytes: await bytes.arrayBuffer(),
      tipo: bytes.type,
      about,
    }))
    const value = await Promise.all(rows)
    const db = await openPhotoDraftDb()
    const tx = db.transaction('fotos', 'readwrite')
    await tx.store.clear()
    if (value.length > 0) await tx.store.put(value, username)
    await tx.done
    db.close()
  }
  // Without space the draft has no photos; the open dialog keeps them in memory.
  pendingWrite = pendingWrite.then(write).catch(() => undefined)
  return pendingWrite
}
