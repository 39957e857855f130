/** What makes a row of a table, or a card, take the focus. */
export const focusable = { 'data-row': true, tabIndex: -1 } as const

/** The rows of the page's list, from above. */
const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')]

/** Which row an element stands in; -1 outside. */
export function rowOf(element: Element): number {
  const row = element.closest<HTMLElement>('[data-row]')
  return row ? rows().indexOf(row) : -1
}

/** @returns whether there is such a row */
export function focusRow(place: number): boolean {
  const row = rows()[place]
  row?.focus()
  return row !== undefined
}
