import { useEffect, useState } from 'react'

const pauseInTyping = 150

/** The text after a pause in typing; the first one, and none, at once. */
export function useRested<T extends string | null>(text: T): T {
  const [rested, setRested] = useState(text)
  if ((rested === null) !== (text === null)) setRested(text)
  useEffect(() => {
    // What is set again, though it is set, React may draw after the next letter, from the state before the first.
    if (rested === text) return
    const timer = window.setTimeout(() => setRested(text), pauseInTyping)
    return () => window.clearTimeout(timer)
  }, [text, rested])
  return rested
}
