import { useEffect, useEffectEvent, useState } from 'react'
import { showResult } from './ResultPopup.tsx'

/**
 * Loads a module on demand; null until then. Shows a failure and calls `onFail`. With React's `lazy` an error
 * screen would replace the page and its unsaved input.
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
    let isMounted = true
    start().then(
      (module) => isMounted && setLoaded(module),
      () => isMounted && fail(),
    )
    return () => {
      isMounted = false
    }
  }, [isNeeded])
  return loaded
}
