import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false
const listeners = new Set<() => void>()

function update(value: boolean) {
  isPrinting = value
  // The browser takes the page as soon as its event's listeners return.
  flushSync(() => {
    for (const listener of listeners) listener()
  })
}
addEventListener('beforeprint', () => update(true))
addEventListener('afterprint', () => update(false))

/** Whether the browser is printing the page. */
export const usePrinting = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isPrinting,
  )
