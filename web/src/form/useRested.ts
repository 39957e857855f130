import { useEffect, useState } from 'react'

const pauseInTyping = 150

/** The text after a pause in typing; the first one, and none, at once. */
export function useRested<T extends string | null>(text: T): T {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(text), text === null ? 0 : pauseInTyping)
    return () => window.clearTimeout(timer)
  }, [text])
  return text === null ? text : (rested ?? text)
}
