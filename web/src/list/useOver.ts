import { useLocation, useSearchParams } from 'wouter'
import { useClose } from '../ui/leaving.ts'

/** What an address opens over its list, by `keys`: a record's form, a report. */
export function useOver<Key extends string>(...keys: readonly Key[]) {
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

/** The form in place of its list, at the same address: `?registro=nuevo`, `?registro=7`. */
export function useFormOver(key: string) {
  const over = useOver(key)
  const value = over.valueOf(key)
  return {
    /** `nuevo`, the id of an edited record, or null. */
    which: value === 'nuevo' || /^[1-9]\d*$/.test(value) ? value : null,
    open: (which: string) => over.open({ [key]: which }),
    close: over.close,
  }
}
