import { useEffect, useEffectEvent } from 'react'

/** Esc closes the screen, unless something on top of it (a dialog, a menu, a search) takes it first. */
export function useEscape(onEscape: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const taken = event.defaultPrevented || document.querySelector('dialog[open], [role=menu]')
    if (event.key !== 'Escape' || taken) return
    // Else the same key press would close the dialog that this may open.
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
