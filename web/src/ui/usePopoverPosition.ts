import { type RefObject, useLayoutEffect } from 'react'

const gap = 4

/** Fewer options than fit here are no choice. */
const comfortable = 240

interface Options {
  /** The anchor is a field, as wide as its popup; neither covers the field's label. */
  asField?: boolean
  /** Aligns right edges instead of left ones. */
  atEnd?: boolean
}

const roomBelow = (anchor: HTMLElement) => innerHeight - anchor.getBoundingClientRect().bottom - 2 * gap

/** Scrolls a field up where too little room is below it. */
function makeRoom(anchor: HTMLElement) {
  if (roomBelow(anchor) < comfortable) anchor.parentElement?.scrollIntoView({ block: 'start' })
}

/** Places below the anchor, or above where there is no room, always inside the window. */
function place(anchor: HTMLElement, popup: HTMLElement, { asField, atEnd }: Options) {
  const at = anchor.getBoundingClientRect()
  const top = (asField && anchor.parentElement?.getBoundingClientRect().top) || at.top
  if (asField) popup.style.width = `${at.width}px`
  const room = roomBelow(anchor)
  const above = Math.min(popup.scrollHeight, asField ? comfortable : Infinity) > room && top > room
  popup.style.maxHeight = `${Math.max(120, above ? top - 2 * gap : room)}px`
  const { width, height } = popup.getBoundingClientRect()
  popup.style.top = `${above ? top - height - gap : at.bottom + gap}px`
  const left = atEnd ? at.right - width : at.left
  popup.style.left = `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`
}

/** Keeps a `popover="manual"` element at its anchor while open; in the top layer no scrolling table or dialog clips it. */
export function usePlaced(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
  { asField = false, atEnd = false }: Options = {},
) {
  useLayoutEffect(() => {
    const [from, to] = [anchor.current, popup.current]
    if (!open || !from || !to) return
    to.showPopover()
    const keep = () => place(from, to, { asField, atEnd })
    const fit = () => {
      if (asField) makeRoom(from)
      keep()
    }
    fit()
    const resized = new ResizeObserver(keep)
    resized.observe(to)
    window.addEventListener('scroll', keep, { capture: true, passive: true })
    // A phone's keyboard takes half the window.
    window.addEventListener('resize', fit)
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', keep, { capture: true })
      window.removeEventListener('resize', fit)
      to.hidePopover()
    }
  }, [open, anchor, popup, asField, atEnd])
}
