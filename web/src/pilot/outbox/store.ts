import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { newKey } from '../../api/createIdempotencyKey.ts'
import type { MisRutas } from '../misRutas.ts'
import {
  type Decided,
  estadosOf,
  type Hora,
  type Item,
  isHeld,
  isPicture,
  type Nuevo,
  reverseOf,
} from './outboxItems.ts'
import type { Answer } from './sendItem.ts'
import { limits, refusalWords } from './statusText.ts'

interface Schema extends DBSchema {
  /** What waits to be sent, of all users. */
  cola: { key: number; value: Nuevo & { id?: number } }
  /** The bytes of pictures, by the ids of `cola`: as a Blob older WebKit loses them. */
  bytes: { key: number; value: ArrayBuffer }
  /** What was read last, by the user's id. */
  lecturas: { key: number; value: MisRutas }
}

type Database = IDBPDatabase<Schema>
let opened: Promise<Database | null> | undefined

/** Null where the browser keeps nothing, or not yet. */
const open = () => {
  opened ??= openFlota().catch(() => {
    opened = undefined
    return null
  })
  return opened
}

// A browser that keeps nothing may say so by an answer, or throw.
const openFlota = async () =>
  openDB<Schema>('flota', 1, {
    upgrade(db) {
      db.createObjectStore('cola', { keyPath: 'id', autoIncrement: true })
      db.createObjectStore('bytes')
      db.createObjectStore('lecturas')
    },
    // A newer release in another tab wants it.
    blocking: () => void close(),
    terminated: () => {
      opened = undefined
    },
  })

async function close() {
  const db = await opened
  opened = undefined
  db?.close()
}

/** Asked twice: what is left of a browser that was killed may hold the database for a moment. */
export async function isKeeping() {
  if (await open()) return true
  await new Promise((later) => setTimeout(later, 400))
  return (await open()) !== null
}

/** Sleeping phones lose the connection to their database without being told: then it is opened once more. */
async function using<T>(work: (db: Database) => Promise<T>, none: T): Promise<T> {
  const db = await open()
  if (!db) return none
  try {
    return await work(db)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    await close()
    const again = await open()
    if (!again) throw error
    return work(again)
  }
}

// What is read is what these functions wrote.
const asItems = (rows: unknown) => rows as Item[]
const asItem = (row: unknown) => row as Item | undefined

/** What waits of a user, in the order of deciding; null where the browser does not say. */
export const readItems = (usuario: number) =>
  using<Item[] | null>(async (db) => {
    const items = asItems(await db.getAll('cola'))
    return items.filter(({ usuario_id }) => usuario_id === usuario)
  }, null)

export const readLectura = (usuario: number) => using((db) => db.get('lecturas', usuario), undefined)

export const putLectura = (usuario: number, lectura: MisRutas) =>
  using(async (db) => void (await db.put('lecturas', lectura, usuario)), undefined)

/** The readings of everybody but this user go. */
export const dropLecturas = (but?: number) =>
  using(async (db) => {
    const users = await db.getAllKeys('lecturas')
    await Promise.all(users.filter((each) => each !== but).map((each) => db.delete('lecturas', each)))
  }, undefined)

type Change = IDBPTransaction<Schema, ('cola' | 'bytes' | 'lecturas')[], 'readwrite'>

/** All or nothing, and on the disk before it is told. */
const change = <T>(work: (tx: Change) => Promise<T>, none: T) =>
  using(async (db) => {
    const tx = db.transaction(['cola', 'bytes', 'lecturas'], 'readwrite', { durability: 'strict' })
    const [result] = await Promise.all([whole(tx, work), tx.done])
    return result
  }, none)

/** What has failed in the middle leaves nothing behind. */
async function whole<T>(tx: Change, work: (tx: Change) => Promise<T>): Promise<T> {
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
export const addItems = (news: readonly Decided[]) =>
  change(async (tx) => {
    const kept = asItems(await tx.objectStore('cola').getAll())
    const full = fullFor(kept, news)
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
      if (!ids) throw new Error(refusalWords.noRoom)
      return ids
    })
    .catch((error: unknown) => {
      throw error instanceof DOMException ? new Error(refusalWords.noRoom) : error
    })

function fullFor(kept: readonly Item[], news: readonly Nuevo[]) {
  const over = (wanted: (item: Nuevo) => boolean, limit: number) => {
    const more = news.filter(wanted).length
    return more > 0 && kept.filter(wanted).length + more > limit
  }
  if (over((item) => !isPicture(item), limits.changes)) return refusalWords.changes
  return over(isPicture, limits.pictures) ? refusalWords.pictures : ''
}

/** Fixes key and body with the first try, and gives both; null where it may not be sent any more. */
export const beginItem = (id: number, now: number) =>
  change(async (tx) => {
    const item = asItem(await tx.objectStore('cola').get(id))
    if (!item || isHeld(item, now)) return null
    const tried = { ...item, clave: item.clave ?? newKey(), intentado: item.intentado ?? now }
    await tx.objectStore('cola').put(tried)
    return { item: tried, bytes: isPicture(item) ? await tx.objectStore('bytes').get(id) : undefined }
  }, null)

async function drop(tx: Change, id: number) {
  await tx.objectStore('cola').delete(id)
  await tx.objectStore('bytes').delete(id)
}

/** A gasto takes along what proves it. */
export const dropItems = (ids: readonly number[]) =>
  change(async (tx) => {
    for (const id of ids) {
      await drop(tx, id)
      for (const each of await picturesOf(tx, id)) await drop(tx, each.id)
    }
  }, undefined)

const picturesOf = async (tx: Change, gasto: number) =>
  asItems(await tx.objectStore('cola').getAll())
    .filter((item) => isPicture(item))
    .filter(({ de }) => de === gasto)

/** The server has it. Those behind it are of the version that the route got by that. */
export const finishItem = (done: Item, answer: Answer) =>
  change(async (tx) => {
    await drop(tx, done.id)
    const read = await tx.objectStore('lecturas').get(done.usuario_id)
    if (read) await tx.objectStore('lecturas').put(withAnswer(read, done.ruta_id, answer), done.usuario_id)
    for (const { de: _de, ...picture } of await picturesOf(tx, done.id))
      await tx.objectStore('cola').put({ ...picture, gasto: answer.gasto ?? 0 })
    const { ruta } = answer
    if (!ruta) return
    for (const item of estadosOf(asItems(await tx.objectStore('cola').getAll()), done.ruta_id))
      if (item.clave === null && item.usuario_id === done.usuario_id)
        await tx.objectStore('cola').put({ ...item, version: ruta.version })
  }, undefined)

const withAnswer = (read: MisRutas, id: number, { ruta, expediente }: Answer): MisRutas => ({
  ...read,
  rutas: read.rutas.map((each) => (each.id === id ? (ruta ?? each) : each)),
  expedientes: read.expedientes.map((each) => (each.ruta_id === id ? { ...each, ...expediente } : each)),
})

/** Changes what is kept, each where it still is. */
export const changeItems = (ids: readonly number[], changed: (item: Item) => Nuevo) =>
  change(async (tx) => {
    for (const id of ids) {
      const item = asItem(await tx.objectStore('cola').get(id))
      if (item) await tx.objectStore('cola').put({ ...changed(item), id })
    }
  }, undefined)

/** Takes back what was decided: what the server cannot have goes, behind the rest comes its reverse. */
export const undoItems = (undone: readonly Item[], hora: Hora) =>
  change(async (tx) => {
    for (const before of undone.toReversed()) {
      const item = asItem(await tx.objectStore('cola').get(before.id))
      if (item && (item.clave === null || item.rechazo)) {
        await drop(tx, item.id)
        continue
      }
      const read = await tx.objectStore('lecturas').get(before.usuario_id)
      const reverse = reverseOf(before, read?.rutas.find(({ id }) => id === before.ruta_id)?.version, hora)
      if (reverse) await tx.objectStore('cola').add(reverse)
    }
  }, undefined)
