import { type AroundNavHandler, useLocation } from 'wouter'

interface NavigationGuard {
  confirm: () => Promise<boolean>
  /** Follows a yes. */
  onLeave: () => void
}

let guards: NavigationGuard[] = []

/** Asks before leaving the page. Gives its release. */
export function addNavigationGuard(guard: NavigationGuard) {
  guards.push(guard)
  return () => {
    guards = guards.filter((each) => each !== guard)
  }
}

/** One question however many forms stand over one another: a yes is for all of `asked`, a no for none. */
export async function confirmLeave(pendingGuards = guards) {
  const isConfirmed = (await pendingGuards.at(-1)?.confirm()) ?? true
  if (isConfirmed) for (const { onLeave } of pendingGuards) onLeave()
  return isConfirmed
}

/** For a changed dialog, which is the latest to hold: what is below it stays. */
export const confirmClose = () => confirmLeave(guards.slice(-1))

/** Each history entry carries its position, to undo a step back, and where it came from. */
interface HistoryEntryState {
  position?: number
  from?: string
}
// Whatever else a link puts there, these two are ours.
const historyEntryState = (state: unknown) => (state ?? {}) as HistoryEntryState
const positionOf = (state: unknown) => historyEntryState(state).position ?? 0

const writePosition = (at: number) => history.replaceState({ position: at }, '')

let position = positionOf(history.state)
let isUndoingStep = false
// So that from here on only what a `#` in this page adds has none.
if (history.state === null) writePosition(position)

/** Every link and redirect passes here. */
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

// `popstate` comes after the browser has gone back: step forward again before the router sees it, and ask.
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

/** Closes a screen: a step back where it was opened from `address` or one like it, else `address` replaces it. */
export function useClose() {
  const [, navigate] = useLocation()
  return async (address: string, others?: RegExp) => {
    if (!(await confirmLeave())) return
    const { from } = historyEntryState(history.state)
    if (from === address || (from && others?.test(from))) history.back()
    else navigate(address, { replace: true })
  }
}
