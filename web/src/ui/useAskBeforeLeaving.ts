import { useEffect, useLayoutEffect, useRef } from 'react'
import { ask } from './ConfirmDialog.tsx'
import { asksBeforeLeaving, setLeaveForm } from './leaving.ts'

/** Leaving asks while `changed`. The answer `yes` is followed by `onLeave`. Returns what lets go unasked. */
export function useAskBeforeLeaving(changed: boolean, onLeave: () => void) {
  const leave = useRef(onLeave)
  useLayoutEffect(() => {
    leave.current = onLeave
  })
  useLayoutEffect(() => {
    if (!changed) return
    setLeaveForm(async () => {
      const yes = await ask('¿Deseas salir sin guardar los cambios?')
      if (yes) {
        setLeaveForm(null)
        leave.current()
      }
      return yes
    })
    return () => setLeaveForm(null)
  }, [changed])
  useEffect(() => {
    if (!changed) return
    const unload = (event: BeforeUnloadEvent) => asksBeforeLeaving() && event.preventDefault()
    window.addEventListener('beforeunload', unload)
    return () => window.removeEventListener('beforeunload', unload)
  }, [changed])
  return () => setLeaveForm(null)
}
