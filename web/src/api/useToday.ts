import { loadConfig } from './empresa.ts'
import { createStore } from './store.ts'
import { nowAt } from './todayAt.ts'

const minute = 60_000
const store = createStore<string | undefined>(undefined)
let timer: number | undefined

/** Each full minute of the server's clock; in every zone midnight falls on one. */
async function look() {
  window.clearTimeout(timer)
  const config = await loadConfig().catch(() => undefined)
  const now = Date.now()
  if (config) store.set(nowAt(config, now))
  window.clearTimeout(timer)
  timer = window.setTimeout(() => void look(), minute - ((now + (config?.behind ?? 0)) % minute))
}

void look()
// A sleeping machine runs no timers.
document.addEventListener('visibilitychange', () => void look())

/** The company's `YYYY-MM-DD HH:MM`, redrawn each minute. Undefined until the server has said its zone. */
export const useNow = store.use

/** The company's date, `YYYY-MM-DD`. Undefined until the server has said it. */
export const useToday = () => useNow()?.slice(0, 10)
