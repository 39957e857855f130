import type { Ahora } from '@flota/contract/retraso.ts'
import { configStore, loadConfig } from './config.ts'
import { createStore } from './store.ts'
import { nowAt } from './todayAt.ts'

const minute = 60_000
const store = createStore<Ahora | undefined>(undefined)
let timer: number | undefined

/** Each full minute of the server's clock; in every zone midnight falls on one. */
async function look() {
  window.clearTimeout(timer)
  const config = configStore.get() ?? (await loadConfig().catch(() => undefined))
  const now = Date.now()
  if (config) store.set({ ms: now + config.behind, local: nowAt(config, now) })
  window.clearTimeout(timer)
  timer = window.setTimeout(() => void look(), minute - ((now + (config?.behind ?? 0)) % minute))
}

void look()
configStore.subscribe(() => void look())
// A sleeping machine runs no timers.
document.addEventListener('visibilitychange', () => void look())

/** What time it is, redrawn each minute. Undefined until the server has said it. */
export const useNow = store.use

/** The company's date, `YYYY-MM-DD`. Undefined until the server has said it. */
export const useToday = () => useNow()?.local.slice(0, 10)
