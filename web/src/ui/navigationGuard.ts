import { type AroundNavHandler, useLocation } from 'wouter'

interface NavigationGuard {
  confirm: () => Promise<boolean>
  onLeave: () => void
}

let guards: NavigationGuard[] = []

/** Adds a guard that asks before the user leaves the page. Returns a function that removes it. */
export function addNavigationGuard(guard: NavigationGuard) {
  guards.push(guard)
  return () => {
    guards = guards.filter((each) => each !== guard)
  }
}

/** Asks only the topmost guard; a yes applies to all. Resolves with false if the user stays. */
export async function confirmLeave(openGuards = guards) {
  const isConfirmed = (await openGuards.at(-1)?.confirm()) ?? true
  if (isConfirmed) for (const { onLeave } of openGuards) onLeave()
  return isConfirmed
}

/** Asks only for the topmost dialog; forms below it stay guarded. */
export const confirmClose = () => confirmLeave(guards.slice(-1))

/** Position of a history entry, to undo a step back, and the address that led to it. */
interface HistoryEntryState {
  position?: number
  from?: string
}
// Links may add other members.
const historyEntryState = (state: unknown) => (state ?? {}) as HistoryEntryState
const positionOf = (state: unknown) => historyEntryState(state).position ?? 0

const writePosition = (newPosition: number) => history.replaceState({ position: newPosition }, '')

let position = positionOf(history.state)
let isUndoingStep = false
// From here on only entries of `#` links have no state.
if (history.state === null) writePosition(position)

export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = () => {
    const replace = options?.replace ?? false
    if (!replace) position += 1
    const from = replace ? historyEntryState(history.state).from : location.pathname + location.search
    navigate(to, { ...options, state: { ...(options?.state as object | null), position, from } })
  }
  if (guards.length > 0) void confirmLeave().then((yes) => yes && go())
  else go()
}

// `popstate` fires after the step back: step forward again before the router sees it, then ask.
window.addEventListener(
  'popstate',
  (event) => {
    if (event.state === null) writePosition(position + 1)
    const steps = positionOf(history.state) - position
    if (isUndoingStep || guards.length === 0) {
      if (isUndoingStep) event.stopImmediatePropagation()
      else position += steps
      isUndoingStep = false
      return
    }
    event.stopImmediatePropagation()
    if (steps === 0) return
    isUndoingStep = true
    history.go(-steps)
    void confirmLeave().then((yes) => yes && history.go(steps))
  },
  { capture: true },
)

/** Closes a screen: goes back if it was opened from `address` or from `others`, else replaces it by `address`. */
export function useClose() {
  const [, navigate] = useLocation()
  return async (address: string, others?: RegExp) => {
    if (!(await confirmLeave())) return
    const { from } = historyEntryState(history.state)
    if (from === address || (from && others?.test(from))) history.back()
    else navigate(address, { replace: true })
  }
}
