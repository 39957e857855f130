import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { createIdempotencyKey } from '../../api/createIdempotencyKey.ts'
import type { MisRutas } from '../misRutas.ts'
import {
  createReverse,
  type Hora,
  isBlocked,
  isPicture,
  type NewItem,
  type NewItemWithBytes,
  type OutboxItem,
  pendingEstados,
} from './outboxItems.ts'
import type { SendResult } from './sendItem.ts'
import { outboxLimits, rejectionTexts } from './statusText.ts'

interface OutboxDb extends DBSchema {
  cola: { key: number; value: NewItem & { id?: number } }
  /** Bytes of pictures by the ids of `cola`. ArrayBuffers, because older WebKit loses stored Blobs. */
  bytes: { key: number; value: ArrayBuffer }
  lecturas: { key: number; value: MisRutas }
}

type Database = IDBPDatabase<OutboxDb>
let openDatabase: Promise<Database | null> | undefined

/** Resolves with null if the database cannot be opened; the next call retries. */
const getDatabase = () => {
  openDatabase ??= createDatabase().catch(() => {
    openDatabase = undefined
    return null
  })
  return openDatabase
}

// Async: without IndexedDB openDB may also throw.
const createDatabase = async () =>
  openDB<OutboxDb>('flota', 1, {
    upgrade(db) {
      db.createObjectStore('cola', { keyPath: 'id', autoIncrement: true })
      db.createObjectStore('bytes')
      db.createObjectStore('lecturas')
    },
    // A newer release in another tab upgrades the database.
    blocking: () => void closeDatabase(),
    terminated: () => {
      openDatabase = undefined
    },
  })

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
async function withDatabase<T>(work: (db: Database) => Promise<T>, fallback: T): Promise<T> {
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

// Only this file writes these rows.
const asItems = (rows: unknown) => rows as OutboxItem[]
const asItem = (row: unknown) => row as OutboxItem | undefined

/** Returns a user's items in the order of decisions; null if the database cannot be opened. */
export const readItems = (usuario: number) =>
  withDatabase<OutboxItem[] | null>(async (db) => {
    const items = asItems(await db.getAll('cola'))
    return items.filter(({ usuario_id }) => usuario_id === usuario)
  }, null)

export const readLectura = (usuario: number) => withDatabase((db) => db.get('lecturas', usuario), undefined)

export const putLectura = (usuario: number, lectura: MisRutas) =>
  withDatabase(async (db) => void (await db.put('lecturas', lectura, usuario)), undefined)

/** Deletes the trips of all other users. */
export const deleteLecturas = (exceptUser?: number) =>
  withDatabase(async (db) => {
    const users = await db.getAllKeys('lecturas')
    await Promise.all(users.filter((each) => each !== exceptUser).map((each) => db.delete('lecturas', each)))
  }, undefined)

type WriteTransaction = IDBPTransaction<OutboxDb, ('cola' | 'bytes' | 'lecturas')[], 'readwrite'>

const inTransaction = <T>(work: (tx: WriteTransaction) => Promise<T>, fallback: T) =>
  withDatabase(async (db) => {
    const tx = db.transaction(['cola', 'bytes', 'lecturas'], 'readwrite', { durability: 'strict' })
    const [result] = await Promise.all([abortOnError(tx, work), tx.done])
    return result
  }, fallback)

async function abortOnError<T>(tx: WriteTransaction, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
  try {
    return await work(tx)
  } catch (error) {
    try {
      tx.abort()
    } catch {
      // The browser has already aborted it.
    }
    throw error
  }
}

/**
 * Stores items and returns their ids.
 * @throws {Error} with the sentence to show if a limit or the storage is full
 */
export const addItems = (newItems: readonly NewItemWithBytes[]) =>
  inTransaction(async (tx) => {
    const stored = asItems(await tx.objectStore('cola').getAll())
    const error = limitError(stored, newItems)
    if (error) throw new Error(error)
    const ids: number[] = []
    let gasto: number | undefined
    for (const { bytes, ...item } of newItems) {
      if (item.clase === 'archivo' && item.de !== undefined) item.de = gasto ?? item.de
      const id = await tx.objectStore('cola').add(item)
      if (item.clase === 'gasto') gasto = id
      if (bytes) await tx.objectStore('bytes').add(bytes, id)
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

function limitError(stored: readonly OutboxItem[], newItems: readonly NewItem[]) {
  const over = (counts: (item: NewItem) => boolean, limit: number) => {
    const added = newItems.filter(counts).length
    const own = stored.filter((item) => item.usuario_id === newItems[0]?.usuario_id && counts(item))
    return added > 0 && own.length + added > limit
  }
  if (over((item) => !isPicture(item), outboxLimits.changes)) return rejectionTexts.changes
  return over(isPicture, outboxLimits.pictures) ? rejectionTexts.pictures : ''
}

/** Stores the idempotency key before the first attempt. Returns null if the item is deleted or blocked. */
export const claimItem = (id: number, now: number) =>
  inTransaction(async (tx) => {
    const item = asItem(await tx.objectStore('cola').get(id))
    if (!item || isBlocked(item, now)) return null
    const tried = { ...item, clave: item.clave ?? createIdempotencyKey(), intentado: item.intentado ?? now }
    await tx.objectStore('cola').put(tried)
    return { item: tried, bytes: isPicture(item) ? await tx.objectStore('bytes').get(id) : undefined }
  }, null)

async function deleteItem(tx: WriteTransaction, id: number) {
  await tx.objectStore('cola').delete(id)
  await tx.objectStore('bytes').delete(id)
}

/** Deletes items, with an expense also its receipts. */
export const deleteItems = (ids: readonly number[]) =>
  inTransaction(async (tx) => {
    for (const id of ids) {
      await deleteItem(tx, id)
      for (const each of await picturesOf(tx, id)) await deleteItem(tx, each.id)
    }
  }, undefined)

const picturesOf = async (tx: WriteTransaction, gasto: number) =>
  asItems(await tx.objectStore('cola').getAll())
    .filter((item) => isPicture(item))
    .filter(({ de }) => de === gasto)

/** Deletes a sent item and stores the response. Pending states of the trip get its new version. */
export const completeItem = (done: OutboxItem, answer: SendResult) =>
  inTransaction(async (tx) => {
    await deleteItem(tx, done.id)
    const read = await tx.objectStore('lecturas').get(done.usuario_id)
    if (read)
      await tx.objectStore('lecturas').put(applySendResult(read, done.ruta_id, answer), done.usuario_id)
    for (const { de: _de, ...picture } of await picturesOf(tx, done.id))
      await tx.objectStore('cola').put({ ...picture, gasto: answer.gasto ?? 0 })
    const { ruta } = answer
    if (!ruta) return
    for (const item of pendingEstados(asItems(await tx.objectStore('cola').getAll()), done.ruta_id))
      if (item.clave === null && item.usuario_id === done.usuario_id)
        await tx.objectStore('cola').put({ ...item, version: ruta.version })
  }, undefined)

const applySendResult = (read: MisRutas, id: number, { ruta, expediente }: SendResult): MisRutas => ({
  ...read,
  rutas: read.rutas.map((each) => (each.id === id ? (ruta ?? each) : each)),
  expedientes: read.expedientes.map((each) => (each.ruta_id === id ? { ...each, ...expediente } : each)),
})

export const updateItems = (ids: readonly number[], changed: (item: OutboxItem) => NewItem) =>
  inTransaction(async (tx) => {
    for (const id of ids) {
      const item = asItem(await tx.objectStore('cola').get(id))
      if (item) await tx.objectStore('cola').put({ ...changed(item), id })
    }
  }, undefined)

/** Undoes items: deletes those that the server cannot have, and appends a reverse item for the others. */
export const reverseItems = (undone: readonly OutboxItem[], hora: Hora) =>
  inTransaction(async (tx) => {
    for (const before of undone.toReversed()) {
      const item = asItem(await tx.objectStore('cola').get(before.id))
      if (item && (item.clave === null || item.rechazo)) {
        await deleteItem(tx, item.id)
        continue
      }
      const read = await tx.objectStore('lecturas').get(before.usuario_id)
      const reverse = createReverse(
        before,
        read?.rutas.find(({ id }) => id === before.ruta_id)?.version,
        hora,
      )
      if (reverse) await tx.objectStore('cola').add(reverse)
    }
  }, undefined)
