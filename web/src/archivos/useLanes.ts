import { useRef } from 'react'

/** How much is under way at once: more would only be slower each, on a phone's line. */
const lanes = 2

/** Starts work, or lets it wait its turn. */
export function useLanes<T>(work: (item: T) => Promise<void>) {
  const waiting = useRef<T[]>([])
  const busy = useRef(0)
  const next = async () => {
    if (busy.current >= lanes) return
    const item = waiting.current.shift()
    if (item === undefined) return
    busy.current += 1
    await work(item)
    busy.current -= 1
    void next()
  }
  return (item: T) => {
    waiting.current.push(item)
    void next()
  }
}
