import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { focusHeading } from './useRestoreFocus.ts'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  /** Screen readers announce the text with the title. */
  alert?: boolean
  /** Focuses the dialog instead of its first button, for reading. */
  fromTop?: boolean
  className?: string
}

/** A native dialog: the browser traps the focus, closes on Esc and restores the focus. */
export function Modal({ title, onClose, children, alert = false, fromTop = false, className }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A layout effect closes the dialog while it is in the document: otherwise the browser restores no focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    if (fromTop) {
      element?.focus()
      // The browser scrolls to the first button.
      element?.scrollTo(0, 0)
    }
    return () => {
      element?.close()
      // The element that opened the dialog may be gone.
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

/** Puts the dialog at the lower edge of a phone, within the thumb's reach. */
export const sheetClass =
  'max-md:mb-0 max-md:w-full max-md:max-w-none max-md:rounded-b-none max-md:border-x-0 max-md:border-b-0 max-md:p-4'

/** `sheetClass` for a dialog with a sticky footer of `sheetFooterClass`. */
export const footedSheetClass = `${sheetClass} scroll-pb-24 pb-0 max-md:pb-0`
export const sheetFooterClass = 'sticky bottom-0 -mx-4 flex gap-3 bg-card p-4 md:-mx-6 md:px-6 md:pb-6'
