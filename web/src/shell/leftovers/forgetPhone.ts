import { getSession } from '../../api/session.ts'
import { inOutbox } from './inOutbox.ts'
import { isControlled, LeftoversDialog } from './LeftoversDialog.tsx'

/** Removes the pilot pages' service worker and its caches. */
export async function removeServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}

/** Deletes the trips that a pilot's session has stored. Returns the number of unsent items, which stay. */
const deleteReadings = () =>
  inOutbox((tx) => {
    // Another tab may have logged in meanwhile.
    if (!getSession()) tx.objectStore('lecturas').clear()
    return tx.objectStore('cola').count()
  })

/** Component to show after the next login; null if nothing is left. */
export type Forgotten = typeof LeftoversDialog | null

/** Removes what an ended session has left in this browser. */
export async function forgetPhone(): Promise<Forgotten> {
  const [unsent = 0] = await Promise.all([
    deleteReadings().catch(() => undefined),
    removeServiceWorker().catch(() => undefined),
  ])
  return unsent > 0 || isControlled() ? LeftoversDialog : null
}
