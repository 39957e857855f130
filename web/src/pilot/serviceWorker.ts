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
  const PRECACHE_MANIFEST: PrecacheEntry[]
}

/** The page that every address of the program is answered with. */
const appShellUrl = '/piloto-rutas'
/** In ms: so long the network may take for it. */
const networkTimeoutMs = 2000

const resolveAfterTimeout = <T>(value: T) =>
  new Promise<T>((resolve) => setTimeout(() => resolve(value), networkTimeoutMs))

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && ['/', appShellUrl].includes(url.pathname),
  async ({ request }) => {
    const fresh = fetch(request)
    const kept = await matchPrecache(appShellUrl)
    if (!kept) return fresh
    const served = fresh.then(
      (answer) => (answer.status < 500 ? answer : kept),
      () => kept,
    )
    return Promise.race([served, resolveAfterTimeout(kept)])
  },
)
precache(PRECACHE_MANIFEST)
addRoute({ cleanURLs: false })
cleanupOutdatedCaches()
clientsClaim()

// By itself a new one waits until no page of the old one is open.
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  // The page's own types know no worker.
  if (data === 'usar') void (globalThis as unknown as { skipWaiting: () => Promise<void> }).skipWaiting()
})
