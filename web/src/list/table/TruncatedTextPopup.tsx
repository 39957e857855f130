import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePopoverPosition } from '../../ui/usePopoverPosition.ts'

interface Props {
  /** What has cells with `data-clamped`. */
  within: RefObject<HTMLElement | null>
}

interface PopupContent {
  at: HTMLElement
  texts: readonly string[]
}

/** Whole, what is cut of the cell under the mouse or of the row with the focus; Esc hides it. */
export function TruncatedTextPopup({ within }: Props) {
  const [shown, setShown] = useState<PopupContent | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const table = within.current
    if (!table) return
    const show = (at: HTMLElement | null, cells: readonly HTMLElement[]) => {
      const texts = cells.filter(isTruncated).map(({ textContent }) => textContent)
      setShown((before) => (before?.at === at ? before : at && texts.length > 0 ? { at, texts } : null))
    }
    const point = ({ target }: Event) => {
      const over = target as Element
      const cell = over.closest<HTMLElement>('[data-clamped]')
      if (cell && isTruncated(cell)) show(cell, [cell])
      // While the mouse moves to the shown text it still crosses the cell.
      else setShown((before) => (before && over.closest('td')?.contains(before.at) ? before : null))
    }
    const focus = ({ target }: Event) => {
      const row = target as HTMLElement
      const cells =
        row.matches('[data-row]:focus-visible') && row.querySelectorAll<HTMLElement>('[data-clamped]')
      show(row, [...(cells || [])])
    }
    // The mouse may move onto what is shown.
    const leave = ({ relatedTarget }: MouseEvent) =>
      popup.current?.contains(relatedTarget as Node | null) || setShown(null)
    const blur = () => setShown(null)
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && setShown(null)
    table.addEventListener('mouseover', point)
    table.addEventListener('mouseleave', leave)
    table.addEventListener('focusin', focus)
    table.addEventListener('focusout', blur)
    document.addEventListener('keydown', press)
    return () => {
      table.removeEventListener('mouseover', point)
      table.removeEventListener('mouseleave', leave)
      table.removeEventListener('focusin', focus)
      table.removeEventListener('focusout', blur)
      document.removeEventListener('keydown', press)
    }
  }, [within])
  return shown && <Popup key={shown.texts.join()} {...shown} popup={popup} onLeave={() => setShown(null)} />
}

const isTruncated = (cell: HTMLElement) => cell.scrollHeight > cell.clientHeight

interface PopupProps extends PopupContent {
  popup: RefObject<HTMLDivElement | null>
  onLeave: () => void
}

function Popup({ at, texts, popup, onLeave }: PopupProps) {
  usePopoverPosition(true, useRef(at), popup)
  return (
    <div
      ref={popup}
      // A screen reader reads the whole cells anyway.
      aria-hidden="true"
      popover="manual"
      onMouseLeave={onLeave}
      className="appears-late fixed inset-auto m-0 max-w-96 overflow-auto rounded-ui bg-frame-raised px-3 py-2 text-sm wrap-anywhere text-frame-strong shadow-soft"
    >
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
