// The database of the outbox: its stores, connection and transactions. A library for IndexedDB would weigh 2 KB.

const storeNames = ['cola', 'bytes', 'lecturas'] as const

/**
 * `cola` has the items. `bytes` has ArrayBuffers of pictures by the ids of `cola`, because older WebKit loses stored
 * Blobs. Drafts are in `bytes`, too: a page of an earlier release cannot open a database with one more store.
 * `lecturas` has the last read trips by user.
 */
type Stores = Record<(typeof storeNames)[number], IDBObjectStore>

/** Resolves with the result of a request. */
export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new DOMException())
  })

let openDatabase: Promise<IDBDatabase | null> | undefined

/** Resolves with null if the database cannot be opened; the next call retries. */
const getDatabase = () => {
  openDatabase ??= createDatabase().catch(() => {
    openDatabase = undefined
    return null
  })
  return openDatabase
}

// Async: without IndexedDB opening may also throw.
async function createDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('flota', 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('cola', { keyPath: 'id', autoIncrement: true })
    opening.result.createObjectStore('bytes')
    opening.result.createObjectStore('lecturas')
  }
  const db = await resultOf(opening)
  // A newer release in another tab upgrades the database.
  db.onversionchange = () => void closeDatabase()
  db.onclose = () => {
    openDatabase = undefined
  }
  return db
}

async function closeDatabase() {
  const db = await openDatabase
  openDatabase = undefined
  db?.close()
}

/** Whether the database opens. Tries twice: a killed browser may block it for a moment. */
export async function canStore() {
  if (await getDatabase()) return true
  await new Promise((later) => setTimeout(later, 400))
  return (await getDatabase()) !== null
}

/** Runs `work`; reopens the database once if a sleeping phone has lost the connection. */
async function withDatabase<T>(work: (db: IDBDatabase) => Promise<T>, fallback: T): Promise<T> {
  const db = await getDatabase()
  if (!db) return fallback
  try {
    return await work(db)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    await closeDatabase()
    const reopened = await getDatabase()
    if (!reopened) throw error
    return work(reopened)
  }
}

const storesOf = (tx: IDBTransaction): Stores => ({
  cola: tx.objectStore('cola'),
  bytes: tx.objectStore('bytes'),
  lecturas: tx.objectStore('lecturas'),
})

/** Returns the result of one request; the caller knows its type. */
export const readStore = <T>(work: (stores: Stores) => IDBRequest, fallback: T): Promise<T> =>
  withDatabase(async (db) => resultOf(work(storesOf(db.transaction(storeNames))) as IDBRequest<T>), fallback)

/** Runs `work`, which must await nothing but its own requests. All is stored, or nothing if anything fails. */
export const inTransaction = <T>(
  work: (stores: Stores) => Promise<T>,
  fallback: T,
  durability: 'strict' | 'relaxed' = 'strict',
): Promise<T> =>
  withDatabase(async (db) => {
    const tx = db.transaction(storeNames, 'readwrite', { durability })
    const committed = new Promise<void>((resolve, reject) => {
      tx.oncomplete = () => resolve()
      tx.onabort = () => reject(tx.error ?? new DOMException())
    })
    const [result] = await Promise.all([abortOnError(tx, work(storesOf(tx))), committed])
    return result
  }, fallback)

async function abortOnError<T>(tx: IDBTransaction, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    try {
      tx.abort()
    } catch {
      // The browser has already aborted it.
    }
    throw error
  }
}
