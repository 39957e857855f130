import { useDocumentEvent } from './useDocumentEvent.ts'

/** Calls `onEscape` on Esc in an element that `isOwn` accepts, unless a dialog, menu or search field handles the key. */
export function useEscape(
  onEscape: () => void,
  isOwn: (target: Element) => boolean | undefined = () => true,
) {
  useDocumentEvent('keydown', (event) => {
    const isHandled = event.defaultPrevented || document.querySelector('dialog[open], [role=menu]')
    if (event.key !== 'Escape' || isHandled) return
    if (event.target instanceof Element && !isOwn(event.target)) return
    // Otherwise the same key closes the dialog that `onEscape` may open.
    event.preventDefault()
    onEscape()
  })
}
