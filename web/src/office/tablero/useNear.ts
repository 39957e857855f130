import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { Fila } from './day.ts'

/** As many fill the clerk's screen and half of the next. */
const first = 8

/**
 * Which rows are drawn with their trips: the first ones, and each that has come near what is seen. To draw all of three
 * hundred would take seconds on a slow machine.
 */
export function useNear(list: RefObject<HTMLElement | null>, filas: readonly Fila[]) {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const element = list.current
    if (!element) return
    const look = (entries: IntersectionObserverEntry[]) => {
      const come = entries.filter(({ isIntersecting }) => isIntersecting)
      if (come.length === 0) return
      for (const { target } of come) observer.unobserve(target)
      setNear((before) => new Set([...before, ...come.map(({ target }) => idOf(target))]))
    }
    // The board scrolls in its frame, the phone's list with the page.
    const root = element.closest('section')
    const observer = new IntersectionObserver(look, { root, rootMargin: '50% 0%' })
    for (const row of [...element.children].slice(first)) observer.observe(row)
    return () => observer.disconnect()
  }, [list, filas])
  const drawn = useMemo(() => withNext(filas, near), [filas, near])
  return ({ id }: Fila) => drawn.has(id)
}

/** After the rows that are near, the next one with trips too: Tab goes on to it, however many without lie between. */
function withNext(filas: readonly Fila[], near: ReadonlySet<number>) {
  const drawn = new Set<number>()
  let due = false
  for (const [index, { id, viajes }] of filas.entries()) {
    const isNear = index < first || near.has(id)
    const isFull = viajes.length > 0
    if (isNear || (due && isFull)) drawn.add(id)
    due = isNear || (due && !isFull)
  }
  return drawn
}

const idOf = (row: Element) => Number((row as HTMLElement).dataset.fila)
