import type { UnsentItem } from './inOutbox.ts'

/** Unsent items of a user that are older than 30 days, or of an inactive user. */
export interface Leftovers {
  usuario: string
  isInactive: boolean
  items: UnsentItem[]
  /** Phone's time of the oldest and the newest item; empty if no item has a time. */
  desde: string
  hasta: string
}

const minAgeMs = 30 * 86_400_000

/** Returns the phone's time of the decision. In an item of an older release it is the newest time that it contains. */
const decidedAt = ({ guardado, tomado, datos }: UnsentItem) =>
  guardado ??
  tomado ??
  Object.values(datos)
    .filter((value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
    .map(String)
    .sort()
    .at(-1) ??
  ''

/**
 * Returns what other users than this one left unsent, by user.
 * @param now the phone's time in ms
 */
export function findLeftovers(
  stored: readonly UnsentItem[],
  userId: number,
  now: number,
  isInactive: (userId: number) => boolean,
): Leftovers[] {
  const old = stored.filter(
    (item) =>
      item.usuario_id !== userId &&
      (isInactive(item.usuario_id) || now - Date.parse(decidedAt(item)) > minAgeMs),
  )
  return [...new Set(old.map(({ usuario_id }) => usuario_id))].map((owner) => {
    const items = old.filter(({ usuario_id }) => usuario_id === owner)
    const times = items.map(decidedAt).filter(Boolean).sort()
    const usuario = items.findLast((item) => item.usuario !== undefined)?.usuario ?? 'otro usuario'
    return {
      usuario,
      isInactive: isInactive(owner),
      items,
      desde: times[0] ?? '',
      hasta: times.at(-1) ?? '',
    }
  })
}
