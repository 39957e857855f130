import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { usePopoverPosition } from './usePopoverPosition.ts'

interface Props {
  text: string
  /** What is always visible: a truncated text or an icon. */
  short: ReactNode
  className?: string
}

/** Shows a text on hover, focus and touch; Esc hides it. */
export function Tooltip({ text, short, className }: Props) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  usePopoverPosition(open, trigger, popup)
  useEffect(() => {
    if (!open) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setOpen(false)
    }
    document.addEventListener('keydown', close, true)
    return () => document.removeEventListener('keydown', close, true)
  }, [open])
  return (
    // The listeners cover both elements: the mouse may move onto the tooltip.
    <span onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}>
      <button
        ref={trigger}
        type="button"
        aria-describedby={id}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        className={cx('cursor-help text-left wrap-anywhere', className)}
      >
        {short}
      </button>
      <div
        ref={popup}
        id={id}
        role="tooltip"
        popover="manual"
        className="fixed inset-auto m-0 max-w-80 overflow-auto rounded-ui bg-frame-raised px-3 py-2 text-sm wrap-anywhere whitespace-pre-line text-frame-strong shadow-soft"
      >
        {text}
      </div>
    </span>
  )
}
