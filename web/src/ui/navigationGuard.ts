import { type AroundNavHandler, useLocation } from 'wouter'

interface Hold {
  ask: () => Promise<boolean>
  /** Follows a yes. */
  onLeave: () => void
}

let holds: Hold[] = []

/** Asks before leaving the page. Gives its release. */
export function holdPage(hold: Hold) {
  holds.push(hold)
  return () => {
    holds = holds.filter((each) => each !== hold)
  }
}

/** One question however many forms stand over one another: a yes is for all of `asked`, a no for none. */
export async function mayLeave(asked = holds) {
  const yes = (await asked.at(-1)?.ask()) ?? true
  if (yes) for (const { onLeave } of asked) onLeave()
  return yes
}

/** For a changed dialog, which is the latest to hold: what is below it stays. */
export const mayClose = () => mayLeave(holds.slice(-1))

/** Each history entry carries its position, to undo a step back, and where it came from. */
interface Stamp {
  position?: number
  from?: string
}
// Whatever else a link puts there, these two are ours.
const stampOf = (state: unknown) => (state ?? {}) as Stamp
const positionOf = (state: unknown) => stampOf(state).position ?? 0

const stamp = (at: number) => history.replaceState({ position: at }, '')

let position = positionOf(history.state)
let undoing = false
// So that from here on only what a `#` in this page adds has none.
if (history.state === null) stamp(position)

/** Every link and redirect passes here. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = () => {
    const replace = options?.replace ?? false
    if (!replace) position += 1
    const from = replace ? stampOf(history.state).from : location.pathname + location.search
    navigate(to, { ...options, state: { ...(options?.state as object | null), position, from } })
  }
  if (holds.length > 0) void mayLeave().then((yes) => yes && go())
  else go()
}

// `popstate` comes after the browser has gone back: step forward again before the router sees it, and ask.
window.addEventListener(
  'popstate',
  (event) => {
    if (event.state === null) stamp(position + 1)
    const steps = positionOf(history.state) - position
    if (undoing || holds.length === 0) {
      if (undoing) event.stopImmediatePropagation()
      else position += steps
      undoing = false
      return
    }
    event.stopImmediatePropagation()
    if (steps === 0) return
    undoing = true
    history.go(-steps)
    void mayLeave().then((yes) => yes && history.go(steps))
  },
  { capture: true },
)

/** Closes a screen: a step back where it was opened from `address` or one like it, else `address` replaces it. */
export function useClose() {
  const [, navigate] = useLocation()
  return async (address: string, others?: RegExp) => {
    if (!(await mayLeave())) return
    const { from } = stampOf(history.state)
    if (from === address || (from && others?.test(from))) history.back()
    else navigate(address, { replace: true })
  }
}
