import { type RefObject, useLayoutEffect } from 'react'

const gapPx = 4

/** A list of options needs this height. */
const minPopupHeightPx = 240

interface PopoverOptions {
  /** The anchor is an input: the popup has its width and does not cover its label. */
  asField?: boolean
  /** Aligns right edges instead of left ones. */
  atEnd?: boolean
}

const spaceBelow = (anchor: HTMLElement) => innerHeight - anchor.getBoundingClientRect().bottom - 2 * gapPx

function scrollAnchorUp(anchor: HTMLElement) {
  if (spaceBelow(anchor) < minPopupHeightPx) anchor.parentElement?.scrollIntoView({ block: 'start' })
}

/** Positions the popup below the anchor, or above if there is more space, within the window. */
function positionPopup(anchor: HTMLElement, popup: HTMLElement, { asField, atEnd }: PopoverOptions) {
  const box = anchor.getBoundingClientRect()
  const top = (asField && anchor.parentElement?.getBoundingClientRect().top) || box.top
  if (asField) popup.style.width = `${box.width}px`
  const space = spaceBelow(anchor)
  const above = Math.min(popup.scrollHeight, asField ? minPopupHeightPx : Infinity) > space && top > space
  popup.style.maxHeight = `${Math.max(120, above ? top - 2 * gapPx : space)}px`
  const { width, height } = popup.getBoundingClientRect()
  popup.style.top = `${above ? top - height - gapPx : box.bottom + gapPx}px`
  const left = atEnd ? box.right - width : box.left
  popup.style.left = `${Math.max(gapPx, Math.min(left, innerWidth - width - gapPx))}px`
}

/** Keeps a `popover="manual"` element at its anchor. In the top layer nothing clips it. */
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
    const position = () => positionPopup(from, to, { asField, atEnd })
    const fit = () => {
      if (asField) scrollAnchorUp(from)
      position()
    }
    fit()
    const resizeObserver = new ResizeObserver(position)
    resizeObserver.observe(to)
    const controller = new AbortController()
    const { signal } = controller
    window.addEventListener('scroll', position, { capture: true, passive: true, signal })
    // A phone's keyboard covers half the window.
    window.addEventListener('resize', fit, { signal })
    return () => {
      resizeObserver.disconnect()
      controller.abort()
      to.hidePopover()
    }
  }, [open, anchor, popup, asField, atEnd])
}
