import type { MouseEvent } from 'react'

export const focusableRowProps = { 'data-row': true, tabIndex: -1 } as const

/** A click beside links and controls follows the row's first link. */
export const rowOpensProps = {
  onClick: ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (target instanceof Element && !target.closest('a, button, label, input'))
      currentTarget.querySelector('a')?.click()
  },
}

const listRows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')]

/** Returns the index of the row that contains an element, else -1. */
export function rowIndexOf(element: Element): number {
  const row = element.closest<HTMLElement>('[data-row]')
  return row ? listRows().indexOf(row) : -1
}

/** Returns false if the row does not exist. */
export function focusRow(index: number): boolean {
  const row = listRows()[index]
  row?.focus()
  return row !== undefined
}
