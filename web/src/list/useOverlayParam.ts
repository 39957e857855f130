import { useLocation, useSearchParams } from 'wouter'
import { useClose } from '../ui/navigationGuard.ts'

/** What an address opens over its list, by `keys`: a record's form, a report. */
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
    /** Empty while closed. */
    valueOf: (key: Key) => search.get(key)?.trim() ?? '',
    hrefOf,
    /** Adds to the history. */
    open: (part: Partial<Record<Key, string>>) => navigate(hrefOf(part)),
    /** Steps back where it was opened from the list. */
    close: () => void close(hrefOf({})),
  }
}
