import { useDocumentEvent } from './useDocumentEvent.ts'

/** Calls `onEscape` on Esc, unless a dialog, menu or search field handles the key. */
export function useEscape(onEscape: () => void) {
  useDocumentEvent('keydown', (event) => {
    const isHandled = event.defaultPrevented || document.querySelector('dialog[open], [role=menu]')
    if (event.key !== 'Escape' || isHandled) return
    // Otherwise the same key closes the dialog that `onEscape` may open.
    event.preventDefault()
    onEscape()
  })
}
