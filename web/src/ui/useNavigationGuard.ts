import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { confirm } from './ConfirmDialog.tsx'
import { addNavigationGuard } from './navigationGuard.ts'

/** Asks before leaving while `changed`, then calls `onLeave`. Returns a function that removes the guard after a save. */
export function useNavigationGuard(changed: boolean, onLeave: () => void) {
  const release = useRef(() => {})
  const leave = useEffectEvent(() => {
    release.current()
    onLeave()
  })
  // A layout effect: when a session ends, it removes the guard before the redirect to the login.
  useLayoutEffect(() => {
    if (!changed) return
    release.current = addNavigationGuard({
      confirm: () => confirm('¿Deseas salir sin guardar los cambios?'),
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
