import { type RefObject, useEffect, useMemo, useState } from 'react'
import { usePrinting } from '../../../ui/printing.ts'

interface Row {
  id: number
  viajes: readonly unknown[]
}

/** So many rows fill a desktop screen. */
const initialRows = 13
/** Drawing so many trips takes no noticeable time. */
const maxTripsDrawnAtOnce = 100

/**
 * Returns the rows whose trips are drawn: the first ones and those that have been near the viewport. For printing, all
 * rows are drawn. Drawing 300 rows at once takes seconds on a slow machine.
 */
export function useVisibleRows(list: RefObject<HTMLElement | null>, filas: readonly Row[]) {
  const [nearRows, setNearRows] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const element = list.current
    if (!element) return
    const look = (entries: IntersectionObserverEntry[]) => {
      const nearby = entries.filter(({ isIntersecting }) => isIntersecting)
      if (nearby.length === 0) return
      for (const { target } of nearby) observer.unobserve(target)
      setNearRows((before) => new Set([...before, ...nearby.map(({ target }) => idOf(target))]))
    }
    const observer = new IntersectionObserver(look, { rootMargin: '10% 0%' })
    for (const row of [...element.children].slice(initialRows)) observer.observe(row)
    return () => observer.disconnect()
  }, [list, filas])
  const drawn = useMemo(() => withNextFullRow(filas, nearRows), [filas, nearRows])
  const isPrinting = usePrinting()
  const all = isPrinting || filas.reduce((sum, { viajes }) => sum + viajes.length, 0) <= maxTripsDrawnAtOnce
  return ({ id }: Pick<Row, 'id'>) => all || drawn.has(id)
}

/** Also draws the next row with trips after the near rows, so that Tab can reach it. */
function withNextFullRow(filas: readonly Row[], near: ReadonlySet<number>) {
  const drawn = new Set<number>()
  let due = false
  for (const [index, { id, viajes }] of filas.entries()) {
    const isNear = index < initialRows || near.has(id)
    const isFull = viajes.length > 0
    if (isNear || (due && isFull)) drawn.add(id)
    due = isNear || (due && !isFull)
  }
  return drawn
}

const idOf = (row: Element) => Number((row as HTMLElement).dataset.fila)
