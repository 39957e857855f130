import { currentHora, sendDecided } from '../outbox.ts'
import { notSent, type OutboxItem, pendingEstados } from '../outboxItems.ts'
import { deleteItems, reverseItems, updateItems } from './itemWrites.ts'

// Decisions about items that are in the outbox.

export async function undoItems(items: readonly OutboxItem[]) {
  await reverseItems(items, currentHora())
  await sendDecided()
}

export async function discardItem({ id }: OutboxItem) {
  await deleteItems([id])
  await sendDecided()
}

/** Sends a rejected item again with its idempotency key, and an expired one with a new key. */
export async function retryItem({ id }: OutboxItem) {
  await updateItems([id], (item) => ({ ...item, ...(item.rechazo ? { rechazo: null } : notSent) }))
  await sendDecided()
}

/** Sends all pending states of a trip with new keys, or deletes them. */
export async function resolveConflict(items: readonly OutboxItem[], rutaId: number, keepsMine: boolean) {
  const ids = pendingEstados(items, rutaId).map(({ id }) => id)
  if (keepsMine)
    await updateItems(ids, (item) =>
      item.clase === 'estado'
        ? { ...item, ...notSent, visto: item.conflicto ?? item.visto, conflicto: null }
        : item,
    )
  else await deleteItems(ids)
  await sendDecided()
}
