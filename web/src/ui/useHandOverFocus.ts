import { type RefObject, useLayoutEffect } from 'react'

/** Where focus goes from what is no more: lost, Tab would begin again at the top of the frame. */
export const focusHeading = () => document.querySelector('h1')?.focus({ preventScroll: true })

/** What goes while focus is in it hands it to the heading. */
export function useHandOverFocus(ref: RefObject<HTMLElement | null>) {
  // A layout effect: it is undone while the element still stands in the page.
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (element?.contains(document.activeElement)) focusHeading()
    }
  }, [ref])
}
