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
  /** What waits to be sent, of all users. */
  cola: { key: number; value: NewItem & { id?: number } }
  /** The bytes of pictures, by the ids of `cola`: as a Blob older WebKit loses them. */
  bytes: { key: number; value: ArrayBuffer }
  /** What was read last, by the user's id. */
  lecturas: { key: number; value: MisRutas }
}

type Database = IDBPDatabase<OutboxDb>
let openDatabase: Promise<Database | null> | undefined

/** Null where the browser keeps nothing, or not yet. */
const getDatabase = () => {
  openDatabase ??= createDatabase().catch(() => {
    openDatabase = undefined
    return null
  })
  return openDatabase
}

// A browser that keeps nothing may say so by an answer, or throw.
const createDatabase = async () =>
  openDB<OutboxDb>('flota', 1, {
    upgrade(db) {
      db.createObjectStore('cola', { keyPath: 'id', autoIncrement: true })
      db.createObjectStore('bytes')
      db.createObjectStore('lecturas')
    },
    // A newer release in another tab wants it.
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

/** Asked twice: what is left of a browser that was killed may hold the database for a moment. */
export async function canStore() {
  if (await getDatabase()) return true
  await new Promise((later) => setTimeout(later, 400))
  return (await getDatabase()) !== null
}

/** Sleeping phones lose the connection to their database without being told: then it is opened once more. */
async function withDatabase<T>(work: (db: Database) => Promise<T>, none: T): Promise<T> {
  const db = await getDatabase()
  if (!db) return none
  try {
    return await work(db)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    await closeDatabase()
    const again = await getDatabase()
    if (!again) throw error
    return work(again)
  }
}

// What is read is what these functions wrote.
const asItems = (rows: unknown) => rows as OutboxItem[]
const asItem = (row: unknown) => row as OutboxItem | undefined

/** What waits of a user, in the order of deciding; null where the browser does not say. */
export const readItems = (usuario: number) =>
  withDatabase<OutboxItem[] | null>(async (db) => {
    const items = asItems(await db.getAll('cola'))
    return items.filter(({ usuario_id }) => usuario_id === usuario)
  }, null)

export const readLectura = (usuario: number) => withDatabase((db) => db.get('lecturas', usuario), undefined)

export const putLectura = (usuario: number, lectura: MisRutas) =>
  withDatabase(async (db) => void (await db.put('lecturas', lectura, usuario)), undefined)

/** The readings of everybody but this user go. */
export const deleteLecturas = (but?: number) =>
  withDatabase(async (db) => {
    const users = await db.getAllKeys('lecturas')
    await Promise.all(users.filter((each) => each !== but).map((each) => db.delete('lecturas', each)))
  }, undefined)

type WriteTransaction = IDBPTransaction<OutboxDb, ('cola' | 'bytes' | 'lecturas')[], 'readwrite'>

/** All or nothing, and on the disk before it is told. */
const inTransaction = <T>(work: (tx: WriteTransaction) => Promise<T>, none: T) =>
  withDatabase(async (db) => {
    const tx = db.transaction(['cola', 'bytes', 'lecturas'], 'readwrite', { durability: 'strict' })
    const [result] = await Promise.all([abortOnError(tx, work), tx.done])
    return result
  }, none)

/** What has failed in the middle leaves nothing behind. */
async function abortOnError<T>(tx: WriteTransaction, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
  try {
    return await work(tx)
  } catch (error) {
    try {
      tx.abort()
    } catch {
      // The browser has ended it by itself.
    }
    throw error
  }
}

/** Keeps what was decided; gives the ids. Throws an Error with the sentence where there is no room. */
export const addItems = (news: readonly NewItemWithBytes[]) =>
  inTransaction(async (tx) => {
    const kept = asItems(await tx.objectStore('cola').getAll())
    const full = limitError(kept, news)
    if (full) throw new Error(full)
    const ids: number[] = []
    let gasto: number | undefined
    for (const { bytes, ...item } of news) {
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

function limitError(kept: readonly OutboxItem[], news: readonly NewItem[]) {
  const over = (wanted: (item: NewItem) => boolean, limit: number) => {
    const more = news.filter(wanted).length
    return more > 0 && kept.filter(wanted).length + more > limit
  }
  if (over((item) => !isPicture(item), outboxLimits.changes)) return rejectionTexts.changes
  return over(isPicture, outboxLimits.pictures) ? rejectionTexts.pictures : ''
}

/** Fixes key and body with the first try, and gives both; null where it may not be sent any more. */
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

/** A gasto takes along what proves it. */
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

/** The server has it. Those behind it are of the version that the route got by that. */
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

/** Changes what is kept, each where it still is. */
export const updateItems = (ids: readonly number[], changed: (item: OutboxItem) => NewItem) =>
  inTransaction(async (tx) => {
    for (const id of ids) {
      const item = asItem(await tx.objectStore('cola').get(id))
      if (item) await tx.objectStore('cola').put({ ...changed(item), id })
    }
  }, undefined)

/** Takes back what was decided: what the server cannot have goes, behind the rest comes its reverse. */
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
