import { useState } from 'react'

/** Which rows are ticked, for what is done to several. */
export interface RowSelection<Row> {
  /** First those of other pages in the order of ticking, then this page's in the list's order. */
  chosen: readonly Row[]
  /** How many of them are not on this page. */
  offPageCount: number
  has: (row: Row) => boolean
  tick: (rows: readonly Row[], on: boolean) => void
}

/**
 * Ticks stay while the same rows are read again, and with a `list` from page to page; they go when it becomes another.
 * @param list tells one list from another, whatever its page; without one only `rows` are ever chosen
 */
export function useRowSelection<Row extends { id: number }>(
  rows: readonly Row[] = [],
  list?: string,
): RowSelection<Row> {
  const [selected, setTicked] = useState<readonly Row[]>([])
  const [seen, setSeen] = useState(list)
  const now = list === seen ? selected.map((row) => rows.find(({ id }) => id === row.id) ?? row) : []
  // Rows that are read again have newer versions, which must also be kept for rows of other pages.
  if (list !== seen || now.some((row, index) => row !== selected[index])) {
    setSeen(list)
    setTicked(now)
  }
  const has = ({ id }: Row) => now.some((row) => row.id === id)
  const here = rows.filter(has)
  const away = list === undefined ? [] : now.filter(({ id }) => !rows.some((row) => row.id === id))
  return {
    chosen: [...away, ...here],
    offPageCount: away.length,
    has,
    tick: (some, on) => {
      const ids = some.map(({ id }) => id)
      setTicked((before) => [...before.filter(({ id }) => !ids.includes(id)), ...(on ? some : [])])
    },
  }
}
