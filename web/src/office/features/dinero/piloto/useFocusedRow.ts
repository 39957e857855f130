import { useEffect, useEffectEvent, useState } from 'react'
import { rowIndexOf } from '../../../../list/rowFocus.ts'

/** Returns the row that had the focus last, else the first. */
export function useFocusedRow<Row extends { id: number }>(rows: readonly Row[]): Row | undefined {
  const [focusedId, setFocusedId] = useState<number>()
  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const row = target instanceof Element ? rows[rowIndexOf(target)] : undefined
    if (row) setFocusedId(row.id)
  })
  useEffect(() => {
    const listen = (event: FocusEvent) => onFocus(event)
    document.addEventListener('focusin', listen)
    return () => document.removeEventListener('focusin', listen)
  }, [])
  return rows.find(({ id }) => id === focusedId) ?? rows[0]
}
