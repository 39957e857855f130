import { cacheNames, clientsClaim } from 'workbox-core'
import {
  addRoute,
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  type PrecacheEntry,
  precache,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'

// The pilot's service worker, /sw.js: opens the precached page without signal. Ignores API calls and other pages.

declare global {
  /** Inserted by web/precachePlugin.ts. */
  const PRECACHE_MANIFEST: PrecacheEntry[]
}

/** The server returns the same HTML for every page. */
const appShellUrl = '/piloto-rutas'
/** Then the precached page is served. */
const networkTimeoutMs = 2000

const resolveAfterTimeout = <T>(value: T) =>
  new Promise<T>((resolve) => setTimeout(() => resolve(value), networkTimeoutMs))

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && ['/', appShellUrl].includes(url.pathname),
  async ({ request }) => {
    const fresh = fetch(request)
    const precached = await matchPrecache(appShellUrl)
    if (!precached) return fresh
    const served = fresh.then(
      (answer) => (answer.status < 500 ? answer : precached),
      () => precached,
    )
    return Promise.race([served, resolveAfterTimeout(precached)])
  },
)
precache(PRECACHE_MANIFEST)
addRoute({ cleanURLs: false })
cleanupOutdatedCaches()
clientsClaim()

/** Caches all files again; none if the server has another release. */
async function refillCache() {
  const files = await Promise.all(
    PRECACHE_MANIFEST.map(async ({ url }) => ({ url, answer: await fetch(url, { cache: 'no-cache' }) })),
  )
  if (!files.every(({ answer }) => answer.ok)) return
  const cache = await caches.open(cacheNames.precache)
  await Promise.all(files.map(({ url, answer }) => cache.put(getCacheKeyForURL(url) ?? url, answer)))
}

// The DOM types do not include service workers.
const worker = globalThis as unknown as { skipWaiting: () => Promise<void> }
type WorkerMessage = MessageEvent<unknown> & { waitUntil: (work: Promise<void>) => void }

addEventListener('message', (event) => {
  // A new worker waits until all pages of the old one are closed, or until the pilot accepts the update.
  if (event.data === 'usar') void worker.skipWaiting()
  if (event.data === 'llenar') (event as WorkerMessage).waitUntil(refillCache())
})
