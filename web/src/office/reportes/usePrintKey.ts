import { useEffect } from 'react'

/** Ctrl+P prints the report instead of the screen; null leaves it to the browser. */
export function usePrintKey(print: (() => void) | null) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!print || event.key !== 'p' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      print()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [print])
}
