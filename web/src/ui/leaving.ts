import type { AroundNavHandler } from 'wouter'

type Leave = () => Promise<boolean>

let leaveForm: Leave | null = null

/** The form that is open asks before it is left; null lets everybody go. */
export const setLeaveForm = (leave: Leave | null) => {
  leaveForm = leave
}

export const asksBeforeLeaving = () => leaveForm !== null

/** Whether the open form lets its user go: it asks when it was changed. */
export const mayLeave = async () => (leaveForm ? leaveForm() : true)

interface Stamp {
  position?: number
}
/** Each entry of the history carries its position, so that a step back can be undone in the right direction. */
const positionOf = (state: unknown) => (state as Stamp | null)?.position ?? 0

let position = positionOf(history.state)
let undoing = false

/** The router's way through: every link and redirect passes here. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = () => {
    if (!options?.replace) position += 1
    navigate(to, { ...options, state: { ...(options?.state as object | null), position } })
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
