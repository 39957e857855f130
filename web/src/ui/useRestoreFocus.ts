import { type RefObject, useLayoutEffect } from 'react'

/** For focus whose element disappears; lost, Tab would begin again at the top of the frame. */
export const focusHeading = () => document.querySelector('h1')?.focus({ preventScroll: true })

/** When the element unmounts with focus in it, the heading gets it. */
export function useRestoreFocus(ref: RefObject<HTMLElement | null>) {
  // Its cleanup has to run while the element is still in the page.
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (element?.contains(document.activeElement)) focusHeading()
    }
  }, [ref])
}
