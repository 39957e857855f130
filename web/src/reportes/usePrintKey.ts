import { useEffect, useEffectEvent } from 'react'

/** Ctrl+P prints the report, not the screen that shows a part of it; null leaves it to the browser. */
export function usePrintKey(print: (() => void) | null) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isOurs = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey)
    if (!isOurs || event.shiftKey || event.altKey || !print) return
    event.preventDefault()
    print()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
