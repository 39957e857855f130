// Runs before the first paint and before the modules load.

// Replaces local and session storage for this page if the browser blocks them.
class MemoryStorage {
  getItem(key) {
    return this[key] ?? null
  }
  setItem(key, value) {
    this[key] = value
  }
  removeItem(key) {
    delete this[key]
  }
}
for (const name of ['localStorage', 'sessionStorage'])
  try {
    window[name].getItem('')
  } catch {
    Object.defineProperty(window, name, { value: new MemoryStorage() })
  }

try {
  // Before the first paint, so that the other theme does not flash.
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  const token = localStorage.getItem('token')
  const isPilot = JSON.parse(localStorage.getItem('user'))?.rol_nombre === 'piloto'

  if (isPilot)
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      window.installEvent = event
    })

  // Scripts of the first screen; web/preloadPlugin.ts lists them.
  const { login, piloto, office } = document.currentScript.dataset
  const files = token ? (isPilot ? piloto : office) : login
  for (const href of files?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))

  // The first requests; src/api/call.ts takes their responses.
  const urls = ['/api/config']
  if (token) urls.unshift('/api/auth/verify')
  const page = 'pagina=1&porPagina=50'
  if (token && isPilot) urls.unshift(`/api/piloto/mis-rutas?${page}`, `/api/piloto/expedientes?${page}`)
  const headers = token ? { Authorization: `Bearer ${token}` } : {}
  const answers = urls.map((url) => [url, fetch(url, { headers, signal: AbortSignal.timeout(20_000) })])
  for (const [, response] of answers) response.catch(() => undefined)
  window.preloaded = { token, answers: new Map(answers) }
} catch {
  // The storage holds unexpected values: use the system's theme and preload nothing.
}
