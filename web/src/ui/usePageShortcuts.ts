import { useEffectEvent, useLayoutEffect } from 'react'

/** Handlers by lower-case key, with Shift as 'shift+arrowup'. `from` has the focus. False leaves the key to the browser. */
type PageShortcuts = Readonly<Record<string, (from: Element) => unknown>>

const ignoredTargets = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], dialog'

const spaceBarTargets = 'button, input, summary'

/** Handles single keys while the page has focus, but no text field (WCAG 2.1.4). */
export function usePageShortcuts(keys: PageShortcuts) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target: from, key, ctrlKey, altKey, metaKey, shiftKey } = event
    if (event.defaultPrevented || ctrlKey || altKey || metaKey) return
    // Only arrow keys repeat while held.
    if (event.repeat && !key.startsWith('Arrow')) return
    if (!(from instanceof Element) || !from.closest('main') || from.closest(ignoredTargets)) return
    if (key === ' ' && from.closest(spaceBarTargets)) return
    const name = key.toLowerCase()
    const act = (shiftKey && keys[`shift+${name}`]) || keys[name]
    if (act && act(from) !== false) event.preventDefault()
  })
  // A layout effect: PageHeading focuses the heading at the same time.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
