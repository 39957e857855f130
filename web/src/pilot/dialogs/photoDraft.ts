import { type DBSchema, openDB } from 'idb'
import type { FileMetadata } from '../../archivos/ArchivosCalls.ts'
import type { PreparedFile } from '../../archivos/prepareFile.ts'

interface PhotoDraftDb extends DBSchema {
  /** By username; as a Blob older WebKit loses them. */
  fotos: { key: string; value: { bytes: ArrayBuffer; tipo: string; about: FileMetadata }[] }
}

// Not in the queue's database: a page of the release before could not open that in a newer version.
const openPhotoDraftDb = () =>
  openDB<PhotoDraftDb>('flota-borrador', 1, { upgrade: (db) => void db.createObjectStore('fotos') })

/** What was taken in a dialog of this user that the phone has closed by itself; nothing where nothing is kept. */
export async function readPhotoDraft(username: string): Promise<PreparedFile[]> {
  try {
    const db = await openPhotoDraftDb()
    const kept = (await db.get('fotos', username)) ?? []
    db.close()
    return kept.map(({ bytes, tipo, about }) => ({ bytes: new Blob([bytes], { type: tipo }), about }))
  } catch {
    return []
  }
}

let pendingWrite = Promise.resolve()

/** Keeps what is taken in the dialog that is open, in the place of whatever was kept. */
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
  // Where there is no room for it the draft is what was typed; the photo itself stays in the dialog.
  pendingWrite = pendingWrite.then(write).catch(() => undefined)
  return pendingWrite
}
