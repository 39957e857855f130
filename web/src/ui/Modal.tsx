import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { focusHeading } from './useHandOverFocus.ts'

interface Props {
  title: string
  /** Esc and the button of phones for going back. */
  onClose: () => void
  children: ReactNode
  /** A question that interrupts is announced with its text. */
  alert?: boolean
  /** It is there to be read: focus starts at its top, not at its first button. */
  fromTop?: boolean
  className?: string
}

/** A native dialog: it keeps focus inside, Esc closes it, and focus goes back to where it was. */
export function Modal({ title, onClose, children, alert = false, fromTop = false, className }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A layout effect: it closes while the dialog still stands in the page, so that focus can go back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    if (fromTop) {
      element?.focus()
      // By itself it had gone to the first button, however far below.
      element?.scrollTo(0, 0)
    }
    return () => {
      element?.close()
      // What had focus before may be gone by now, and then it stays in the dialog, which goes too.
      const here = document.activeElement
      if (here === document.body || element?.contains(here)) focusHeading()
    }
  }, [fromTop])
  return (
    <dialog
      ref={dialog}
      tabIndex={fromTop ? -1 : undefined}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={alert ? `${titleId}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className={cx(
        'm-auto w-[calc(100%-2rem)] max-w-md rounded-ui border border-line bg-card p-6 text-ink shadow-soft office-type focus:outline-none',
        className,
      )}
    >
      <h2 id={titleId} className="text-lg font-bold text-balance wrap-anywhere">
        {title}
      </h2>
      <div id={`${titleId}-text`}>{children}</div>
    </dialog>
  )
}

/** On a phone the dialog rises from the lower edge, where the thumb is. */
export const sheetClass =
  'max-md:mb-0 max-md:w-full max-md:max-w-none max-md:rounded-b-none max-md:border-x-0 max-md:border-b-0 max-md:p-4'

/** The same with buttons that stay in sight while the rest scrolls; `sheetFooterClass` is for theirs. */
export const footedSheetClass = `${sheetClass} pb-0 max-md:pb-0`
export const sheetFooterClass = 'sticky bottom-0 -mx-4 flex gap-3 bg-card p-4 md:-mx-6 md:px-6 md:pb-6'
