import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { ask } from './ConfirmDialog.tsx'
import { holdPage } from './leaving.ts'

/** Leaving asks while `changed`; `onLeave` follows a yes. Returns a release for leaving after a save. */
export function useAskBeforeLeaving(changed: boolean, onLeave: () => void) {
  const leave = useEffectEvent(async () => {
    const yes = await ask('¿Deseas salir sin guardar los cambios?')
    if (yes) {
      holdPage(null)
      onLeave()
    }
    return yes
  })
  // A layout effect: when a session ends, it lets go before the guard leads to the login.
  useLayoutEffect(() => {
    if (!changed) return
    holdPage(() => leave())
    return () => holdPage(null)
  }, [changed])
  useEffect(() => {
    if (!changed) return
    const unload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', unload)
    return () => window.removeEventListener('beforeunload', unload)
  }, [changed])
  return () => holdPage(null)
}
