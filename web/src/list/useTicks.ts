import { useState } from 'react'

/** Which rows of a page are ticked, for what is done to several. */
export interface Ticks<Row> {
  /** In the order of the page. */
  chosen: readonly Row[]
  has: (row: Row) => boolean
  tick: (rows: readonly Row[], on: boolean) => void
}

/**
 * Ticks stay while the same page is read again and go when it becomes another one: what is out of sight is not changed
 * along with the rest.
 * @param page tells one page from another
 */
export function useTicks<Row extends { id: number }>(rows: readonly Row[] = [], page = ''): Ticks<Row> {
  const [ids, setIds] = useState<readonly number[]>([])
  const [seen, setSeen] = useState(page)
  if (page !== seen) {
    setSeen(page)
    setIds([])
  }
  const has = ({ id }: Row) => ids.includes(id)
  return {
    chosen: rows.filter(has),
    has,
    tick: (some, on) => {
      const these = some.map(({ id }) => id)
      setIds((before) => [...before.filter((id) => !these.includes(id)), ...(on ? these : [])])
    },
  }
}
