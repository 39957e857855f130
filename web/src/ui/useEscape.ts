import { useEffect, useEffectEvent } from 'react'

/** Esc closes the screen, unless a dialog, menu or search on top of it takes it first. */
export function useEscape(onEscape: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isHandled = event.defaultPrevented || document.querySelector('dialog[open], [role=menu]')
    if (event.key !== 'Escape' || isHandled) return
    // Otherwise the same key press would close the dialog that this may open.
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
