/** An unsent item, as pilot/outbox/outboxItems.ts stores it. */
export interface UnsentItem {
  id: number
  usuario_id: number
  usuario?: string | undefined
  guardado?: string | undefined
  clase: string
  tomado?: string
  datos: Readonly<Record<string, unknown>>
  /** Item id of a receipt's expense. */
  de?: number | string
}

/** Opens the outbox of pilot/outbox/database.ts, which the login page does not load; null if there is none. */
const openOutbox = () =>
  new Promise<IDBDatabase | null>((resolve) => {
    const opening = indexedDB.open('flota')
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => resolve(null)
  })

/** Runs `work` in a transaction and returns the result of its request; undefined if this browser has no outbox. */
export async function inOutbox<T>(work: (tx: IDBTransaction) => IDBRequest<T>): Promise<T | undefined> {
  const db = await openOutbox()
  if (!db) return undefined
  try {
    const tx = db.transaction(['cola', 'bytes', 'lecturas'], 'readwrite', { durability: 'strict' })
    const request = work(tx)
    await new Promise((resolve, reject) => {
      tx.oncomplete = resolve
      tx.onabort = () => reject(tx.error ?? new Error('The transaction was aborted'))
    })
    return request.result
  } finally {
    db.close()
  }
}
