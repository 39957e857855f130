import { type RefObject, useEffect, useState } from 'react'

/** Whether the table inside is wider than its place. */
export function useOverflows(section: RefObject<HTMLElement | null>) {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = section.current
    if (!element?.firstElementChild) return
    const resized = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth))
    resized.observe(element)
    resized.observe(element.firstElementChild)
    return () => resized.disconnect()
  }, [section])
  return overflows
}
