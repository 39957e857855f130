import { useMemo, useSyncExternalStore } from 'react'

// Ids of notices that a user of this computer knows, in localStorage: shared by all tabs, also over plain http.

/** `vistos`: the user has seen them; `mensajes` and `sistema`: a toast or a system notification has named them. */
type ListName = 'vistos' | 'mensajes' | 'sistema'

/** The server lists at most 200 of each of the two classes. */
const maxIds = 1000
const claimMs = 500
const tab = `${Date.now()}-${Math.random()}`

const keyOf = (userId: number, list: ListName) => `avisos ${list} ${userId}`

/** Returns the tabs that added the ids, oldest first; null if the list was never written. */
function parse(stored: string | null) {
  try {
    // Only `addKnownIds` writes it.
    const entries = JSON.parse(stored ?? 'null') as [id: string, tab: string][] | null
    return entries && new Map(entries)
  } catch {
    return null
  }
}
const read = (userId: number, list: ListName) => parse(localStorage.getItem(keyOf(userId, list)))

const listeners = new Set<() => void>()

/** Calls `onChange` after a change in any tab. */
function subscribe(onChange: () => void) {
  listeners.add(onChange)
  window.addEventListener('storage', onChange)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** Returns null if the list was never written. */
export function useKnownIds(userId: number, list: ListName) {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(userId, list)))
  return useMemo(() => parse(stored), [stored])
}

export function addKnownIds(userId: number, list: ListName, ids: readonly string[]) {
  const known = read(userId, list) ?? new Map<string, string>()
  for (const id of ids) {
    // Current notices stay at the end: the list drops the oldest.
    known.delete(id)
    known.set(id, tab)
  }
  localStorage.setItem(keyOf(userId, list), JSON.stringify([...known].slice(-maxIds)))
  for (const listener of listeners) listener()
}

/** Stores the unknown ids. Returns those that this tab stored first. */
export async function claimIds(userId: number, list: ListName, ids: readonly string[]) {
  const before = read(userId, list)
  const unknown = ids.filter((id) => !before?.has(id))
  if (unknown.length === 0) return []
  addKnownIds(userId, list, unknown)
  // If two tabs write at once, both read the last one's name after this time.
  await new Promise((resolve) => window.setTimeout(resolve, claimMs))
  const after = read(userId, list)
  return unknown.filter((id) => after?.get(id) === tab)
}
