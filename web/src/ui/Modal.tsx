import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { focusHeading } from './useRestoreFocus.ts'

interface Props {
  title: string
  /** On Esc and a phone's back button. */
  onClose: () => void
  children: ReactNode
  /** Announced with its text, as an interrupting question. */
  alert?: boolean
  /** For reading: focus starts at the top, not at the first button. */
  fromTop?: boolean
  className?: string
}

/** A native dialog keeps focus inside, closes on Esc and gives focus back. */
export function Modal({ title, onClose, children, alert = false, fromTop = false, className }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A layout effect closes it while it is still in the page, so that focus can go back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    if (fromTop) {
      element?.focus()
      // By itself the browser scrolls to the first button.
      element?.scrollTo(0, 0)
    }
    return () => {
      element?.close()
      // The opener may be gone, and then focus would be lost with the dialog.
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

/** As `sheetClass`, with buttons that stay in sight; `sheetFooterClass` is for theirs. */
export const footedSheetClass = `${sheetClass} scroll-pb-24 pb-0 max-md:pb-0`
export const sheetFooterClass = 'sticky bottom-0 -mx-4 flex gap-3 bg-card p-4 md:-mx-6 md:px-6 md:pb-6'
