import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Whether the element is shown and nothing lies above it, so that what is dropped or pasted is meant for it. */
function isOnTop(element: HTMLElement | null): boolean {
  const above = [...document.querySelectorAll('dialog[open]')].at(-1)
  // An element of a tab that is not shown has no parent of this kind.
  return element?.offsetParent != null && (!above || above.contains(element))
}

const textInputs = 'input, textarea, select, [contenteditable]'

/** Files dropped anywhere on the page, or pasted; tells whether some are held over it. Without `onFiles` nothing is taken. */
export function useFileDrop(
  strip: RefObject<HTMLElement | null>,
  onFiles: ((files: File[]) => void) | undefined,
): boolean {
  const [isDraggedOver, setOver] = useState(false)
  const take = useEffectEvent((data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    if (files.length > 0 && isOnTop(strip.current)) onFiles?.(files)
  })
  const wanted = onFiles !== undefined
  useEffect(() => {
    if (!wanted) return
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Else the browser would leave the page for the file.
      event.preventDefault()
      setOver(event.type === 'dragover' && isOnTop(strip.current))
    }
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      hold(event)
      take(event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      if (!(event.target instanceof Element && event.target.closest(textInputs))) take(event.clipboardData)
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('dragover', hold, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => controller.abort()
  }, [wanted, strip])
  return isDraggedOver
}
