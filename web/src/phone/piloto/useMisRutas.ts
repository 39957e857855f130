import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { onReconnected } from '../../api/connection.ts'
import { type MisRutas, readMisRutas } from './misRutas.ts'

const everyMinute = 60_000

/** The pilot's routes; when reading fails, the previous ones stay. */
export function useMisRutas() {
  const [loaded, setLoaded] = useState<MisRutas | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const latest = useRef(0)

  /** Reads again; null when it fails. */
  const refresh = async (): Promise<MisRutas | null> => {
    latest.current += 1
    const turn = latest.current
    setBusy(true)
    const result = await readMisRutas().catch(messageOf)
    // A slow older answer must not replace a newer one.
    if (turn !== latest.current) return typeof result === 'string' ? null : result
    setBusy(false)
    if (typeof result === 'string') {
      setError(result)
      return null
    }
    setError(null)
    setLoaded(result)
    return result
  }

  useAgain(() => {
    if (document.visibilityState === 'visible') void refresh()
  })

  return { loaded, error, busy, refresh }
}

/** On mount, each minute, on return to the screen and on reconnection. */
function useAgain(act: () => void) {
  const again = useEffectEvent(act)
  useEffect(() => {
    again()
    const listen = () => again()
    const timer = window.setInterval(listen, everyMinute)
    const stopListening = onReconnected(listen)
    document.addEventListener('visibilitychange', listen)
    return () => {
      window.clearInterval(timer)
      stopListening()
      document.removeEventListener('visibilitychange', listen)
    }
  }, [])
}
