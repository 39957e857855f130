import { useEffect, useState } from 'react'

const debounceMs = 150

/** Returns the text after a pause in typing. Null, and the first text after null, apply at once. */
export function useDebouncedText<T extends string | null>(text: T): T {
  const [debounced, setDebounced] = useState(text)
  if ((debounced === null) !== (text === null)) setDebounced(text)
  useEffect(() => {
    // Setting the same text again may make React render an older state after the next key.
    if (debounced === text) return
    const timer = window.setTimeout(() => setDebounced(text), debounceMs)
    return () => window.clearTimeout(timer)
  }, [text, debounced])
  return debounced
}
