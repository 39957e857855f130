import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'

interface Props {
  title: string
  /** Esc and the button of phones for going back. */
  onClose: () => void
  children: ReactNode
  /** A question that interrupts is announced with its text. */
  alert?: boolean
  className?: string
}

/** A native dialog: it keeps focus inside, Esc closes it, and focus goes back to where it was. */
export function Modal({ title, onClose, children, alert = false, className }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A layout effect: it closes while the dialog still stands in the page, so that focus can go back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      // What had focus may be gone by now: the heading is the next best place.
      if (document.activeElement === document.body) document.querySelector('h1')?.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={alert ? `${titleId}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className={cx(
        'm-auto w-[calc(100%-2rem)] max-w-md rounded-ui border border-line bg-card p-6 text-ink shadow-soft office-type',
        className,
      )}
    >
      <h2 id={titleId} className="text-lg font-bold text-balance">
        {title}
      </h2>
      <div id={`${titleId}-text`}>{children}</div>
    </dialog>
  )
}

/** Where a popup belongs: in the open dialog, else among the page's contents. */
export const portal = () =>
  document.querySelector<HTMLElement>('dialog[open]') ?? document.querySelector('main')
