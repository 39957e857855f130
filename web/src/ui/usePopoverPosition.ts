import { type RefObject, useLayoutEffect } from 'react'

const gapPx = 4

/** Fewer options than fit here are no choice. */
const minPopupHeightPx = 240

interface PopoverOptions {
  /** The anchor is a field, as wide as its popup; neither covers the field's label. */
  asField?: boolean
  /** Aligns right edges instead of left ones. */
  atEnd?: boolean
}

const spaceBelow = (anchor: HTMLElement) => innerHeight - anchor.getBoundingClientRect().bottom - 2 * gapPx

/** Scrolls a field up where too little room is below it. */
function scrollAnchorUp(anchor: HTMLElement) {
  if (spaceBelow(anchor) < minPopupHeightPx) anchor.parentElement?.scrollIntoView({ block: 'start' })
}

/** Places below the anchor, or above where there is no room, always inside the window. */
function positionPopup(anchor: HTMLElement, popup: HTMLElement, { asField, atEnd }: PopoverOptions) {
  const at = anchor.getBoundingClientRect()
  const top = (asField && anchor.parentElement?.getBoundingClientRect().top) || at.top
  if (asField) popup.style.width = `${at.width}px`
  const room = spaceBelow(anchor)
  const above = Math.min(popup.scrollHeight, asField ? minPopupHeightPx : Infinity) > room && top > room
  popup.style.maxHeight = `${Math.max(120, above ? top - 2 * gapPx : room)}px`
  const { width, height } = popup.getBoundingClientRect()
  popup.style.top = `${above ? top - height - gapPx : at.bottom + gapPx}px`
  const left = atEnd ? at.right - width : at.left
  popup.style.left = `${Math.max(gapPx, Math.min(left, innerWidth - width - gapPx))}px`
}

/** Keeps a `popover="manual"` element at its anchor while open; in the top layer no scrolling table or dialog clips it. */
export function usePopoverPosition(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
  { asField = false, atEnd = false }: PopoverOptions = {},
) {
  useLayoutEffect(() => {
    const [from, to] = [anchor.current, popup.current]
    if (!open || !from || !to) return
    to.showPopover()
    const keep = () => positionPopup(from, to, { asField, atEnd })
    const fit = () => {
      if (asField) scrollAnchorUp(from)
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
