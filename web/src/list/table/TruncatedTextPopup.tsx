import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePopoverPosition } from '../../ui/usePopoverPosition.ts'

interface Props {
  /** Contains cells with `data-clamped`. */
  within: RefObject<HTMLElement | null>
}

interface PopupContent {
  at: HTMLElement
  texts: readonly string[]
}

/** Shows the whole text of truncated cells: of the cell under the mouse or of the focused row. Esc hides it. */
export function TruncatedTextPopup({ within }: Props) {
  const [content, setContent] = useState<PopupContent | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const table = within.current
    if (!table) return
    const show = (at: HTMLElement | null, cells: readonly HTMLElement[]) => {
      const texts = cells.filter(isTruncated).map(({ textContent }) => textContent)
      setContent((before) => (before?.at === at ? before : at && texts.length > 0 ? { at, texts } : null))
    }
    const point = ({ target }: Event) => {
      const over = target as Element
      const cell = over.closest<HTMLElement>('[data-clamped]')
      if (cell && isTruncated(cell)) show(cell, [cell])
      // The mouse crosses the cell on its way to the popup.
      else setContent((before) => (before && over.closest('td')?.contains(before.at) ? before : null))
    }
    const focus = ({ target }: Event) => {
      const row = target as HTMLElement
      const cells =
        row.matches('[data-row]:focus-visible') && row.querySelectorAll<HTMLElement>('[data-clamped]')
      show(row, [...(cells || [])])
    }
    // The mouse may move onto the popup.
    const leave = ({ relatedTarget }: MouseEvent) =>
      popup.current?.contains(relatedTarget as Node | null) || setContent(null)
    const blur = () => setContent(null)
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && setContent(null)
    const controller = new AbortController()
    const { signal } = controller
    table.addEventListener('mouseover', point, { signal })
    table.addEventListener('mouseleave', leave, { signal })
    table.addEventListener('focusin', focus, { signal })
    table.addEventListener('focusout', blur, { signal })
    document.addEventListener('keydown', press, { signal })
    return () => controller.abort()
  }, [within])
  return (
    content && (
      <Popup key={content.texts.join()} {...content} popup={popup} onLeave={() => setContent(null)} />
    )
  )
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
      // Screen readers read the whole cells anyway.
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
