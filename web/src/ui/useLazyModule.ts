import { useEffect, useEffectEvent, useState } from 'react'
import { tell } from './ResultPopup.tsx'

/**
 * A module that is seldom wanted, null until it is there. A failure is told and left to `onFail`: under React's `lazy` it
 * would take the page's place, with what is typed there.
 */
export function useOnDemand<T>(wanted: boolean, what: string, load: () => Promise<T>, onFail: () => void) {
  const [loaded, setLoaded] = useState<T | null>(null)
  const start = useEffectEvent(load)
  const fail = useEffectEvent(() => {
    onFail()
    void tell('error', `Error al cargar ${what}. Revisa tu conexión e inténtalo de nuevo.`)
  })
  useEffect(() => {
    if (!wanted) return
    let open = true
    start().then(
      (it) => open && setLoaded(it),
      () => open && fail(),
    )
    return () => {
      open = false
    }
  }, [wanted])
  return loaded
}
