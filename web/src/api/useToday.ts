import { loadConfig } from './empresa.ts'
import { createStore } from './store.ts'
import { todayAt } from './todayAt.ts'

const minute = 60_000
const store = createStore<string | undefined>(undefined)
let timer: number | undefined

/** In every zone midnight falls on a full minute, so each full minute checks whether the day has turned. */
function look() {
  window.clearTimeout(timer)
  timer = window.setTimeout(look, minute - (Date.now() % minute))
  loadConfig().then(
    (config) => store.set(todayAt(config, Date.now())),
    () => undefined,
  )
}

look()
// A sleeping machine runs no timers.
document.addEventListener('visibilitychange', look)

/** The company's date, `YYYY-MM-DD`, redrawn at its midnight. Undefined until the server has said it. */
export const useToday = store.use
