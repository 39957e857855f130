import { useEffect, useEffectEvent } from 'react'

/** By the letter or sign that is typed; `from` is what has focus. */
type Keys = Readonly<Record<string, (from: Element) => void>>

/** Where letters are text, or belong to what lies above the page. */
const taken = 'input, textarea, select, [contenteditable], [role=menu], dialog'

/** Single keys, only while the page itself has focus and nothing that is typed in (WCAG 2.1.4). */
export function usePageKeys(keys: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target: from, key, ctrlKey, altKey, metaKey } = event
    if (event.defaultPrevented || event.repeat || ctrlKey || altKey || metaKey) return
    if (!(from instanceof Element) || !from.closest('main') || from.closest(taken)) return
    const act = keys[key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act(from)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
