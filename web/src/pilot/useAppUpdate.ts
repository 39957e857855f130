import { useEffect, useState } from 'react'
import { loadDialogs } from './LazyDialog.tsx'

/** Whether the server's worker keeps another release than the one that runs here. */
async function isNewerRelease() {
  const worker = await (await fetch('/sw.js')).text()
  return !worker.includes(new URL(import.meta.url).pathname)
}

/** Keeps the page for the road once it is `shown`; gives what takes a newer release, where one is there. */
export function useAppUpdate(isLoaded: boolean): (() => void) | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  useEffect(() => {
    if (!isLoaded) return
    // Over plain http nothing can be kept: what the road needs is loaded by now.
    if (!('serviceWorker' in navigator)) return void loadDialogs()
    let isUnmounted = false
    let registration: ServiceWorkerRegistration | undefined
    const look = async () => {
      const newer = registration?.waiting
      if (newer && (await isNewerRelease()) && !isUnmounted) setWaiting(newer)
    }
    const begin = async () => {
      registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
      registration.addEventListener('updatefound', () =>
        registration?.installing?.addEventListener('statechange', () => void look().catch(() => undefined)),
      )
      await look()
    }
    // Without a line there is nothing newer.
    const ask = () => void registration?.update().catch(() => undefined)
    void begin().catch(() => undefined)
    document.addEventListener('visibilitychange', ask)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isLoaded])
  return (
    waiting &&
    (() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
      waiting.postMessage('usar')
    })
  )
}
