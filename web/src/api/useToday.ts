import type { CurrentTime } from '@flota/contract/trips/retraso.ts'
import { configStore, loadConfig } from './config.ts'
import { createStore } from './store.ts'
import { nowAt } from './todayAt.ts'

const minuteMs = 60_000
const store = createStore<CurrentTime | undefined>(undefined)
let timer: number | undefined

/** Runs at each full minute of the server's clock; in every time zone midnight is one. */
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
// Timers stop while the device sleeps.
document.addEventListener('visibilitychange', () => void updateNow())

/** Returns the company's time and re-renders each minute. Undefined until the server has answered. */
export const useNow = store.use

/** Returns the company's date as `YYYY-MM-DD`. Undefined until the server has answered. */
export const useToday = () => useNow()?.local.slice(0, 10)
