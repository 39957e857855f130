/** Before `leaving` goes from the page: focus that stands in it goes to the heading, not back to the beginning. */
export function passFocusOn(leaving: Element | null) {
  if (leaving?.contains(document.activeElement)) document.querySelector('h1')?.focus({ preventScroll: true })
}
