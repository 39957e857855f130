import { isBlocked, isPicture, type OutboxItem } from '../outboxItems.ts'

/** Returns the next change of each trip in the order of decisions. A blocked item blocks later ones of its kind and trip. */
export function nextChanges(items: readonly OutboxItem[], now: number): OutboxItem[] {
  const next = new Map<number, OutboxItem>()
  const blockedKinds = new Set<string>()
  for (const item of items) {
    if (isPicture(item) || next.has(item.ruta_id)) continue
    const kind = `${item.ruta_id} ${item.clase}`
    if (isBlocked(item, now)) blockedKinds.add(kind)
    else if (!blockedKinds.has(kind)) next.set(item.ruta_id, item)
  }
  return [...next.values()]
}

/** Returns the oldest picture that can be sent. The picture of an expense waits for its expense. */
export const nextPicture = (items: readonly OutboxItem[], now: number) =>
  items
    .filter((item) => isPicture(item))
    .filter((item) => item.de === undefined && !isBlocked(item, now))
    .sort((a, b) => a.tomado.localeCompare(b.tomado))[0]
