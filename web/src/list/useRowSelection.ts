import { useState } from 'react'

export interface RowSelection<Row> {
  /** Rows of other pages in the order of selection, then this page's in the list's order. */
  chosen: readonly Row[]
  /** Number of `chosen` rows on other pages. */
  offPageCount: number
  has: (row: Row) => boolean
  tick: (rows: readonly Row[], on: boolean) => void
}

/**
 * Manages the selected rows. A refetch keeps the selection; with `list` it also spans pages.
 * @param list identifies the list without its page: another one clears the selection
 */
export function useRowSelection<Row extends { id: number }>(
  rows: readonly Row[] = [],
  list?: string,
): RowSelection<Row> {
  const [selected, setSelected] = useState<readonly Row[]>([])
  const [lastList, setLastList] = useState(list)
  const now = list === lastList ? selected.map((row) => rows.find(({ id }) => id === row.id) ?? row) : []
  // Keeps the latest version of each row, also after the page has changed.
  if (list !== lastList || now.some((row, index) => row !== selected[index])) {
    setLastList(list)
    setSelected(now)
  }
  const has = ({ id }: Row) => now.some((row) => row.id === id)
  const here = rows.filter(has)
  const offPage = list === undefined ? [] : now.filter(({ id }) => !rows.some((row) => row.id === id))
  return {
    chosen: [...offPage, ...here],
    offPageCount: offPage.length,
    has,
    tick: (some, on) => {
      const ids = some.map(({ id }) => id)
      setSelected((before) => [...before.filter(({ id }) => !ids.includes(id)), ...(on ? some : [])])
    },
  }
}
