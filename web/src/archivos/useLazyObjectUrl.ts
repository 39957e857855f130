import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { FileContents } from './useFileContents.ts'

type LazyObjectUrl = { url: string | null; failed: boolean }
const notLoaded: LazyObjectUrl = { url: null, failed: false }

/** The address of a file's bytes once it comes into view; `place` is where it is drawn. */
export function useLazyObjectUrl(
  place: RefObject<Element | null>,
  id: number | null,
  load: FileContents['load'],
) {
  const [shown, setShown] = useState(notLoaded)
  const begin = useEffectEvent((wanted: number, isLeft: () => boolean) =>
    load(wanted).then(
      (url) => isLeft() || setShown({ url, failed: false }),
      () => isLeft() || setShown({ url: null, failed: true }),
    ),
  )
  useEffect(() => {
    const element = place.current
    if (id === null || !element) return
    let left = false
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watch.disconnect()
      void begin(id, () => left)
    })
    watch.observe(element)
    return () => {
      left = true
      watch.disconnect()
    }
  }, [id, place])
  return shown
}
