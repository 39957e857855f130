import { type RefObject, useEffect, useState } from 'react'
import type { Fila } from './day.ts'

/** As many fill the screen. */
const first = 6

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
    const observer = new IntersectionObserver(look, { root, rootMargin: '100% 0%' })
    for (const row of element.children) observer.observe(row)
    return () => observer.disconnect()
  }, [list, filas])
  return ({ id }: Fila, index: number) => index < first || near.has(id)
}

const idOf = (row: Element) => Number((row as HTMLElement).dataset.fila)
