import { loadConfig } from './empresa.ts'
import { createStore } from './store.ts'
import { nowAt } from './todayAt.ts'

const minute = 60_000
const store = createStore<string | undefined>(undefined)
let timer: number | undefined

/** Each full minute; in every zone midnight falls on one. */
function look() {
  window.clearTimeout(timer)
  timer = window.setTimeout(look, minute - (Date.now() % minute))
  loadConfig().then(
    (config) => store.set(nowAt(config, Date.now())),
    () => undefined,
  )
}

look()
// A sleeping machine runs no timers.
document.addEventListener('visibilitychange', look)

/** The company's `YYYY-MM-DD HH:MM`, redrawn each minute. Undefined until the server has said its zone. */
export const useNow = store.use

/** The company's date, `YYYY-MM-DD`. Undefined until the server has said it. */
export const useToday = () => useNow()?.slice(0, 10)
