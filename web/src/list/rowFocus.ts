/** What makes a row of a table, or a card, take the focus. */
export const focusableRowProps = { 'data-row': true, tabIndex: -1 } as const

/** The rows of the page's list, from above. */
const listRows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')]

/** Which row an element stands in; -1 outside. */
export function rowIndexOf(element: Element): number {
  const row = element.closest<HTMLElement>('[data-row]')
  return row ? listRows().indexOf(row) : -1
}

/** @returns whether there is such a row */
export function focusRow(index: number): boolean {
  const row = listRows()[index]
  row?.focus()
  return row !== undefined
}
