import { useEffectEvent, useLayoutEffect } from 'react'

/** By the key in small letters, an arrow with Shift as 'shift+arrowup' where that is there; `from` is what has focus. False leaves the key to the browser. */
type PageShortcuts = Readonly<Record<string, (from: Element) => unknown>>

/** Where letters are text, or belong to what lies above the page. */
const ignoredTargets = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], dialog'

/** What the space bar presses by itself. */
const spaceBarTargets = 'button, input, summary'

/** Single keys, only while the page itself has focus and nothing that is typed in (WCAG 2.1.4). */
export function usePageShortcuts(keys: PageShortcuts) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target: from, key, ctrlKey, altKey, metaKey, shiftKey } = event
    if (event.defaultPrevented || ctrlKey || altKey || metaKey) return
    // Held, the arrows go on.
    if (event.repeat && !key.startsWith('Arrow')) return
    if (!(from instanceof Element) || !from.closest('main') || from.closest(ignoredTargets)) return
    if (key === ' ' && from.closest(spaceBarTargets)) return
    const name = key.toLowerCase()
    const act = (shiftKey && keys[`shift+${name}`]) || keys[name]
    if (act && act(from) !== false) event.preventDefault()
  })
  // Heard as soon as the heading has focus.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
