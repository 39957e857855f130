import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Whether the element is visible and no dialog is above it: then it receives dropped and pasted files. */
function isOnTop(element: HTMLElement | null): boolean {
  const topDialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  // An element in a hidden tab has no offsetParent.
  return element?.offsetParent != null && (!topDialog || topDialog.contains(element))
}

const textInputs = 'input, textarea, select, [contenteditable]'

/** Receives files dropped on the page or pasted. Returns whether files are dragged over it. Inactive without `onFiles`. */
export function useFileDrop(
  ref: RefObject<HTMLElement | null>,
  onFiles: ((files: File[]) => void) | undefined,
): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const take = useEffectEvent((data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    if (files.length > 0 && isOnTop(ref.current)) onFiles?.(files)
  })
  const isActive = onFiles !== undefined
  useEffect(() => {
    if (!isActive) return
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Otherwise the browser opens the file instead of the page.
      event.preventDefault()
      setDraggedOver(event.type === 'dragover' && isOnTop(ref.current))
    }
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setDraggedOver(false)
    const drop = (event: DragEvent) => {
      drag(event)
      take(event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      if (!(event.target instanceof Element && event.target.closest(textInputs))) take(event.clipboardData)
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('dragover', drag, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => controller.abort()
  }, [isActive, ref])
  return isDraggedOver
}
