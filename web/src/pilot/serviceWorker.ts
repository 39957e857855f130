import { clientsClaim } from 'workbox-core'
import {
  addRoute,
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precache,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

// The pilot's worker, /sw.js: without signal the page opens from what it keeps. Calls and all other pages pass it by.

declare global {
  /** What it keeps; keepForTheRoad.ts puts it in. */
  const KEPT_FILES: PrecacheEntry[]
}

/** The page that every address of the program is answered with. */
const page = '/piloto-rutas'
/** In ms: so long the network may take for it. */
const patience = 2000

const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), patience))

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && ['/', page].includes(url.pathname),
  async ({ request }) => {
    const fresh = fetch(request)
    const kept = await matchPrecache(page)
    if (!kept) return fresh
    const served = fresh.then(
      (answer) => (answer.status < 500 ? answer : kept),
      () => kept,
    )
    return Promise.race([served, later(kept)])
  },
)
precache(KEPT_FILES)
addRoute({ cleanURLs: false })
cleanupOutdatedCaches()
clientsClaim()

// By itself a new one waits until no page of the old one is open.
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  // The page's own types know no worker.
  if (data === 'usar') void (globalThis as unknown as { skipWaiting: () => Promise<void> }).skipWaiting()
})
