import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { ask } from './ConfirmDialog.tsx'
import { holdPage } from './navigationGuard.ts'

/** Leaving asks while `changed`; `onLeave` follows a yes. Returns a release for leaving after a save. */
export function useAskBeforeLeaving(changed: boolean, onLeave: () => void) {
  const release = useRef(() => {})
  const leave = useEffectEvent(() => {
    release.current()
    onLeave()
  })
  // A layout effect: when a session ends, it lets go before the guard leads to the login.
  useLayoutEffect(() => {
    if (!changed) return
    release.current = holdPage({
      ask: () => ask('¿Deseas salir sin guardar los cambios?'),
      onLeave: () => leave(),
    })
    return release.current
  }, [changed])
  useEffect(() => {
    if (!changed) return
    const unload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', unload)
    return () => window.removeEventListener('beforeunload', unload)
  }, [changed])
  return () => release.current()
}
