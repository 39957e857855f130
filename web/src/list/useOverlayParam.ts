import { useLocation, useSearchParams } from 'wouter'
import { useClose } from '../ui/navigationGuard.ts'

/** Reads and sets the query parameters that open something over a list: a record's form, a report. */
export function useOverlayParam<Key extends string>(...keys: readonly Key[]) {
  const [path, navigate] = useLocation()
  const [search] = useSearchParams()
  const close = useClose()
  const hrefOf = (part: Partial<Record<Key, string>>) => {
    const changed = new URLSearchParams(search)
    for (const key of keys) changed.delete(key)
    for (const [key, value] of Object.entries<string | undefined>(part)) if (value) changed.set(key, value)
    return changed.size > 0 ? `${path}?${changed}` : path
  }
  return {
    /** Returns an empty text while closed. */
    valueOf: (key: Key) => search.get(key)?.trim() ?? '',
    hrefOf,
    /** Adds a history entry. */
    open: (part: Partial<Record<Key, string>>) => navigate(hrefOf(part)),
    /** Goes back if the list has opened it. */
    close: () => void close(hrefOf({})),
  }
}
