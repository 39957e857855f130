import { useEffect, useState } from 'react'
import { loadDialogs } from './LazyDialog.tsx'

/** Whether the service worker on the server belongs to another release than this page. */
async function isNewerRelease() {
  const worker = await (await fetch('/sw.js')).text()
  return !worker.includes(new URL(import.meta.url).pathname)
}

/** Registers the service worker once the page `isLoaded`. Returns a function that activates a new release, if there is one. */
export function useAppUpdate(isLoaded: boolean): (() => void) | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  useEffect(() => {
    if (!isLoaded) return
    // Plain HTTP has no service worker: load the dialogs now.
    if (!('serviceWorker' in navigator)) return void loadDialogs()
    const controller = new AbortController()
    const { signal } = controller
    let registration: ServiceWorkerRegistration | undefined
    const checkWaiting = async () => {
      const candidate = registration?.waiting
      if (candidate && (await isNewerRelease()) && !signal.aborted) setWaiting(candidate)
    }
    const register = async () => {
      registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
      registration.addEventListener('updatefound', () =>
        registration?.installing?.addEventListener(
          'statechange',
          () => void checkWaiting().catch(() => undefined),
        ),
      )
      // Another tab has kept a worker alive whose files the end of a session deleted.
      if ((await caches.keys()).length === 0) registration.active?.postMessage('llenar')
      await checkWaiting()
    }
    const checkForUpdate = () => void registration?.update().catch(() => undefined)
    void register().catch(() => undefined)
    document.addEventListener('visibilitychange', checkForUpdate, { signal })
    return () => controller.abort()
  }, [isLoaded])
  return (
    waiting &&
    (() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
      waiting.postMessage('usar')
    })
  )
}
