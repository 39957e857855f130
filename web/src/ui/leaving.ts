import { type AroundNavHandler, useLocation } from 'wouter'

type Leave = () => Promise<boolean>

let leaveForm: Leave | null = null

/** Whoever wants to leave the page asks this first; null lets go. One form is open at a time. */
export const holdPage = (leave: Leave | null) => {
  leaveForm = leave
}

/** Whether the open form lets its user go: it asks when it was changed. */
export const mayLeave = async () => (leaveForm ? leaveForm() : true)

/** Each entry of the history carries its position, so that a step back can be undone, and where it came from. */
interface Stamp {
  position?: number
  from?: string
}
// Whatever else a link puts there, these two are ours.
const stampOf = (state: unknown) => (state ?? {}) as Stamp
const positionOf = (state: unknown) => stampOf(state).position ?? 0

let position = positionOf(history.state)
let undoing = false

/** The router's way through: every link and redirect passes here. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = () => {
    const replace = options?.replace ?? false
    if (!replace) position += 1
    const from = replace ? stampOf(history.state).from : location.pathname + location.search
    navigate(to, { ...options, state: { ...(options?.state as object | null), position, from } })
  }
  if (leaveForm) void leaveForm().then((yes) => yes && go())
  else go()
}

// The browser has already gone back when it says so. Before the router sees it, step forward again and ask.
window.addEventListener(
  'popstate',
  (event) => {
    const steps = positionOf(event.state) - position
    if (undoing || !leaveForm) {
      if (undoing) event.stopImmediatePropagation()
      else position += steps
      undoing = false
      return
    }
    event.stopImmediatePropagation()
    if (steps === 0) return
    undoing = true
    history.go(-steps)
    void leaveForm().then((yes) => yes && history.go(steps))
  },
  { capture: true },
)

/**
 * Closes a screen: a step back where it was opened from `address` or from such another one, else
 * `address` takes its place.
 */
export function useClose() {
  const [, navigate] = useLocation()
  return async (address: string, others?: RegExp) => {
    if (!(await mayLeave())) return
    const { from } = stampOf(history.state)
    if (from === address || (from && others?.test(from))) history.back()
    else navigate(address, { replace: true })
  }
}
