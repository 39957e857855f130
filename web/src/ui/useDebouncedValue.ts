import { useEffect, useState } from 'react'

const debounceMs = 300

/** What was said last, once nothing has changed for a while; undefined until then. `key` tells two of them apart. */
export function useDebouncedValue<T>(value: T, key: string): T | undefined {
  const [debounced, setSettled] = useState<{ key: string; value: T }>()
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled({ key, value }), debounceMs)
    return () => window.clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the value is new at each drawing, its key is not
  }, [key])
  return debounced?.value
}
