import { useEffect, useState } from 'react'

const debounceMs = 150

/** The text after a pause in typing; the first one, and none, at once. */
export function useDebouncedText<T extends string | null>(text: T): T {
  const [debounced, setRested] = useState(text)
  if ((debounced === null) !== (text === null)) setRested(text)
  useEffect(() => {
    // What is set again, though it is set, React may draw after the next letter, from the state before the first.
    if (debounced === text) return
    const timer = window.setTimeout(() => setRested(text), debounceMs)
    return () => window.clearTimeout(timer)
  }, [text, debounced])
  return debounced
}
