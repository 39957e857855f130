import { type RefObject, useLayoutEffect } from 'react'

/** Focuses the heading when the focused element disappears: otherwise Tab restarts at the top of the page. */
export const focusHeading = () => document.querySelector('h1')?.focus({ preventScroll: true })

/** Focuses the heading when the element unmounts with the focus inside. */
export function useRestoreFocus(ref: RefObject<HTMLElement | null>) {
  // The cleanup of a layout effect runs while the element is in the document.
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (element?.contains(document.activeElement)) focusHeading()
    }
  }, [ref])
}
