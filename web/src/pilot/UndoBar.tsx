import { stripRutaPrefix } from '@flota/contract/format.ts'
import { useEffect } from 'react'
import { Button } from '../ui/Button.tsx'
import { undoItems } from './outbox/outbox.ts'
import type { OutboxItem } from './outbox/outboxItems.ts'

/** In ms. */
const undoDurationMs = 10_000

interface Props {
  /** What one press has decided. */
  items: readonly OutboxItem[]
  onGone: () => void
}

/** Takes back the last press, for a while. */
export function UndoBar({ items, onGone }: Props) {
  useEffect(() => {
    const timer = setTimeout(onGone, undoDurationMs)
    return () => clearTimeout(timer)
  }, [onGone])
  const take = () => {
    onGone()
    void undoItems(items)
  }
  return (
    <section aria-label="Deshacer" className="bg-frame px-4 py-2 font-semibold text-frame-strong">
      <p className="mx-auto flex max-w-2xl items-center justify-between gap-3">
        <span>Ruta {stripRutaPrefix(items[0]?.no_ruta ?? '')}: guardado</span>
        <Button onClick={take} className="shrink-0 py-3">
          Deshacer
        </Button>
      </p>
    </section>
  )
}
