import { useState } from 'react'

const states = ['libre', 'fijo', 'oculto'] as const
/** `libre` is a rail that opens on hover, `fijo` stays open, `oculto` is hidden. */
type State = (typeof states)[number]

const key = 'menu'

/** The sidebar's state, remembered on this machine. */
export function useSidebar() {
  const [state, setState] = useState<State>(
    () => states.find((each) => each === localStorage.getItem(key)) ?? 'libre',
  )
  const change = (next: State) => {
    localStorage.setItem(key, next)
    setState(next)
  }
  return {
    pinned: state === 'fijo',
    hidden: state === 'oculto',
    togglePin: () => change(state === 'fijo' ? 'libre' : 'fijo'),
    toggleHidden: () => change(state === 'oculto' ? 'libre' : 'oculto'),
  }
}
