import type { CurrentTime } from '@flota/contract/retraso.ts'
import { configStore, loadConfig } from './config.ts'
import { createStore } from './store.ts'
import { nowAt } from './todayAt.ts'

const minuteMs = 60_000
const store = createStore<CurrentTime | undefined>(undefined)
let timer: number | undefined

/** Each full minute of the server's clock; in every zone midnight falls on one. */
async function updateNow() {
  window.clearTimeout(timer)
  const config = configStore.get() ?? (await loadConfig().catch(() => undefined))
  const now = Date.now()
  if (config) store.set({ ms: now + config.behind, local: nowAt(config, now) })
  window.clearTimeout(timer)
  timer = window.setTimeout(() => void updateNow(), minuteMs - ((now + (config?.behind ?? 0)) % minuteMs))
}

void updateNow()
configStore.subscribe(() => void updateNow())
// A sleeping machine runs no timers.
document.addEventListener('visibilitychange', () => void updateNow())

/** What time it is, redrawn each minute. Undefined until the server has said it. */
export const useNow = store.use

/** The company's date, `YYYY-MM-DD`. Undefined until the server has said it. */
export const useToday = () => useNow()?.local.slice(0, 10)
