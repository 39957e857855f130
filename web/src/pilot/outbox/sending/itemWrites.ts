import { createIdempotencyKey } from '../../../api/createIdempotencyKey.ts'
import type { MisRutas } from '../../misRutas.ts'
import { inTransaction, resultOf } from '../database.ts'
import {
  type Hora,
  isBlocked,
  isPicture,
  type NewItem,
  type OutboxItem,
  pendingEstados,
} from '../outboxItems.ts'
import { createReverse } from './createReverse.ts'
import type { SendResult } from './sendItem.ts'

type Stores = Parameters<Parameters<typeof inTransaction>[0]>[0]

const getItem = async ({ cola }: Stores, id: number) =>
  (await resultOf(cola.get(id))) as OutboxItem | undefined
const getItems = async ({ cola }: Stores) => (await resultOf(cola.getAll())) as OutboxItem[]
const getBytes = async ({ bytes }: Stores, id: number) =>
  (await resultOf(bytes.get(id))) as ArrayBuffer | undefined
const getLectura = async ({ lecturas }: Stores, usuario: number) =>
  (await resultOf(lecturas.get(usuario))) as MisRutas | undefined

/** Stores the idempotency key before the first attempt. Returns null if the item is deleted or blocked. */
export const claimItem = (id: number, now: number) =>
  inTransaction(async (stores) => {
    const item = await getItem(stores, id)
    if (!item || isBlocked(item, now)) return null
    const tried = { ...item, clave: item.clave ?? createIdempotencyKey(), intentado: item.intentado ?? now }
    stores.cola.put(tried)
    const bytes = isPicture(item) ? await getBytes(stores, id) : undefined
    return { item: tried, bytes }
  }, null)

function deleteItem({ cola, bytes }: Stores, id: number) {
  cola.delete(id)
  bytes.delete(id)
}

/** Deletes items, with an expense also its receipts. */
export const deleteItems = (ids: readonly number[]) =>
  inTransaction(async (stores) => {
    for (const id of ids) {
      deleteItem(stores, id)
      for (const each of await picturesOf(stores, id)) deleteItem(stores, each.id)
    }
  }, undefined)

const picturesOf = async (stores: Stores, gasto: number) =>
  (await getItems(stores)).filter((item) => isPicture(item)).filter(({ de }) => de === gasto)

/** Deletes a sent item and stores the response. Pending states of the trip get its new version. */
export const completeItem = (done: OutboxItem, answer: SendResult) =>
  inTransaction(async (stores) => {
    deleteItem(stores, done.id)
    const read = await getLectura(stores, done.usuario_id)
    if (read) stores.lecturas.put(applySendResult(read, done.ruta_id, answer), done.usuario_id)
    for (const { de: _de, ...picture } of await picturesOf(stores, done.id))
      stores.cola.put({ ...picture, gasto: answer.gasto ?? 0 })
    const { ruta } = answer
    if (!ruta) return
    for (const item of pendingEstados(await getItems(stores), done.ruta_id))
      if (item.clave === null && item.usuario_id === done.usuario_id)
        stores.cola.put({ ...item, version: ruta.version })
  }, undefined)

function applySendResult(read: MisRutas, id: number, { ruta, expediente }: SendResult): MisRutas {
  const withAnswer = (rutas: MisRutas['rutas']) =>
    rutas.map((each) => (each.id === id ? (ruta ?? each) : each))
  return {
    ...read,
    rutas: withAnswer(read.rutas),
    ultimas: withAnswer(read.ultimas ?? []),
    expedientes: read.expedientes.map((each) => (each.ruta_id === id ? { ...each, ...expediente } : each)),
  }
}

export const updateItems = (ids: readonly number[], changed: (item: OutboxItem) => NewItem) =>
  inTransaction(async (stores) => {
    for (const id of ids) {
      const item = await getItem(stores, id)
      if (item) stores.cola.put({ ...changed(item), id })
    }
  }, undefined)

/** Undoes items: deletes those that the server cannot have, and appends a reverse item for the others. */
export const reverseItems = (undone: readonly OutboxItem[], hora: Hora) =>
  inTransaction(async (stores) => {
    for (const before of undone.toReversed()) {
      const item = await getItem(stores, before.id)
      if (item && (item.clave === null || item.rechazo)) {
        deleteItem(stores, item.id)
        continue
      }
      const read = await getLectura(stores, before.usuario_id)
      const version = read?.rutas.find(({ id }) => id === before.ruta_id)?.version
      const reverse = createReverse(before, version, hora)
      if (reverse) stores.cola.add(reverse)
    }
  }, undefined)
