import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageOf } from '../api/ApiError.ts'
import { onReconnected } from '../api/connection.ts'
import type { Session } from '../api/session.ts'
import { readMisRutas } from './misRutas.ts'
import { startOutbox, storeLectura } from './outbox/outbox.ts'

const refreshIntervalMs = 60_000

/** Starts the outbox and reads the pilot's trips, also each minute, on return and after a reconnect. */
export function useMisRutas({ id, username }: Session['user']) {
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const latest = useRef(0)

  const refresh = async () => {
    latest.current += 1
    const attempt = latest.current
    setBusy(true)
    const result = await readMisRutas().catch(messageOf)
    // A late response must not replace a newer one.
    if (attempt !== latest.current) return
    setBusy(false)
    setError(typeof result === 'string' ? result : null)
    if (typeof result !== 'string') await storeLectura(id, result)
  }

  const refreshNow = useEffectEvent(() => void refresh())
  useEffect(() => {
    const stop = startOutbox({ id, username }, () => refreshNow())
    // oxlint-disable-next-line react/set-state-in-effect -- the first read
    refreshNow()
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') refreshNow()
    }
    const timer = window.setInterval(refreshIfVisible, refreshIntervalMs)
    const stopListening = onReconnected(refreshIfVisible)
    document.addEventListener('visibilitychange', refreshIfVisible)
    return () => {
      stop()
      window.clearInterval(timer)
      stopListening()
      document.removeEventListener('visibilitychange', refreshIfVisible)
    }
  }, [id, username])

  return { error, busy, refresh }
}
