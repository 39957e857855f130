// Runs before the first paint, and long before the program is there.

// Where the browser blocks its storages, the page has its own, which last as long as it.
class Memory {
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
    Object.defineProperty(window, name, { value: new Memory() })
  }

try {
  // A chosen theme must not flash in as the other.
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  const token = localStorage.getItem('token')
  const isPilot = JSON.parse(localStorage.getItem('user'))?.rol_nombre === 'piloto'

  // The files that the program will ask for as soon as it is there; vite.config.ts names them.
  const { login, piloto, office } = document.currentScript.dataset
  const files = token ? (isPilot ? piloto : office) : login
  for (const href of files?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))

  // And its first calls: api/call.ts takes their answers.
  const urls = ['/api/config']
  if (token) urls.unshift('/api/auth/verify')
  if (token && isPilot) urls.unshift('/api/piloto/mis-rutas?pagina=1&porPagina=50', '/api/piloto/expedientes')
  const headers = token ? { Authorization: `Bearer ${token}` } : {}
  const answers = urls.map((url) => [url, fetch(url, { headers, signal: AbortSignal.timeout(20_000) })])
  for (const [, answer] of answers) answer.catch(() => undefined)
  window.preloaded = { token, answers: new Map(answers) }
} catch {
  // Where something else than the program has written there, the system's theme stands and nothing begins early.
}
