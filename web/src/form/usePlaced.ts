import { type RefObject, useLayoutEffect } from 'react'

const gap = 4

interface Options {
  asWide?: boolean
  /** Aligns right edges instead of left ones. */
  atEnd?: boolean
}

/** Places below the anchor, or above where there is no room, always inside the window. */
function place(anchor: HTMLElement, popup: HTMLElement, { asWide, atEnd }: Options) {
  const at = anchor.getBoundingClientRect()
  const { innerWidth, innerHeight } = window
  if (asWide) popup.style.width = `${at.width}px`
  const roomBelow = innerHeight - at.bottom - 2 * gap
  const above = popup.scrollHeight > roomBelow && at.top > roomBelow
  popup.style.maxHeight = `${Math.max(120, above ? at.top - 2 * gap : roomBelow)}px`
  const { width, height } = popup.getBoundingClientRect()
  popup.style.top = `${above ? at.top - height - gap : at.bottom + gap}px`
  const left = atEnd ? at.right - width : at.left
  popup.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`
}

/** Keeps a `popover="manual"` element at its anchor while open; in the top layer no scrolling table or dialog clips it. */
export function usePlaced(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
  { asWide = false, atEnd = false }: Options = {},
) {
  useLayoutEffect(() => {
    const [from, to] = [anchor.current, popup.current]
    if (!open || !from || !to) return
    to.showPopover()
    const keep = () => place(from, to, { asWide, atEnd })
    keep()
    const resized = new ResizeObserver(keep)
    resized.observe(to)
    window.addEventListener('scroll', keep, { capture: true, passive: true })
    window.addEventListener('resize', keep)
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', keep, { capture: true })
      window.removeEventListener('resize', keep)
      to.hidePopover()
    }
  }, [open, anchor, popup, asWide, atEnd])
}
