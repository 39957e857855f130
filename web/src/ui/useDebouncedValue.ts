import { useEffect, useState } from 'react'

const debounceMs = 300

/** Returns the value after its `key` has been the same for a while; undefined before the first time. */
export function useDebouncedValue<T>(value: T, key: string): T | undefined {
  const [debounced, setDebounced] = useState<{ key: string; value: T }>()
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced({ key, value }), debounceMs)
    return () => window.clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the value is a new object on each render, its key is not
  }, [key])
  return debounced?.value
}
