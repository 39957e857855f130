import { useEffect, useEffectEvent, useState } from 'react'
import { showResult } from './ResultPopup.tsx'

/**
 * A module that is seldom wanted, null until it is there. A failure is told and left to `onFail`: under React's `lazy` it
 * would take the page's place, with what is typed there.
 */
export function useLazyModule<T>(
  isNeeded: boolean,
  name: string,
  load: () => Promise<T>,
  onFail: () => void,
) {
  const [loaded, setLoaded] = useState<T | null>(null)
  const start = useEffectEvent(load)
  const fail = useEffectEvent(() => {
    onFail()
    void showResult('error', `Error al cargar ${name}. Revisa tu conexión e inténtalo de nuevo.`)
  })
  useEffect(() => {
    if (!isNeeded) return
    let open = true
    start().then(
      (it) => open && setLoaded(it),
      () => open && fail(),
    )
    return () => {
      open = false
    }
  }, [isNeeded])
  return loaded
}
