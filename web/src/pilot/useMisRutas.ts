import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageOf } from '../api/ApiError.ts'
import { onReconnected } from '../api/connection.ts'
import type { Session } from '../api/session.ts'
import { readMisRutas } from './misRutas.ts'
import { startOutbox, storeLectura } from './outbox/outbox.ts'

const refreshIntervalMs = 60_000

/** Reads the pilot's routes anew, and begins to send what waits; what was read is kept with the queue. */
export function useMisRutas({ id, username }: Session['user']) {
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const latest = useRef(0)

  const refresh = async () => {
    latest.current += 1
    const turn = latest.current
    setBusy(true)
    const result = await readMisRutas().catch(messageOf)
    // A slow older answer must not replace a newer one.
    if (turn !== latest.current) return
    setBusy(false)
    setError(typeof result === 'string' ? result : null)
    if (typeof result !== 'string') await storeLectura(id, result)
  }

  const again = useEffectEvent(() => void refresh())
  useEffect(() => {
    const stop = startOutbox({ id, username }, () => again())
    // oxlint-disable-next-line react/set-state-in-effect -- the first reading, which begins with the screen
    again()
    const look = () => {
      if (document.visibilityState === 'visible') again()
    }
    const timer = window.setInterval(look, refreshIntervalMs)
    const stopListening = onReconnected(look)
    document.addEventListener('visibilitychange', look)
    return () => {
      stop()
      window.clearInterval(timer)
      stopListening()
      document.removeEventListener('visibilitychange', look)
    }
  }, [id, username])

  return { error, busy, refresh }
}
