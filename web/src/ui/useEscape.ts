import { useEffect, useEffectEvent } from 'react'

/** Calls `onEscape` on Esc, unless a dialog, menu or search field handles the key. */
export function useEscape(onEscape: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isHandled = event.defaultPrevented || document.querySelector('dialog[open], [role=menu]')
    if (event.key !== 'Escape' || isHandled) return
    // Otherwise the same key closes the dialog that `onEscape` may open.
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
