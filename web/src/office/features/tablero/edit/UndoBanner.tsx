import { Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import type { TripEditResult } from './useSaveTripEdit.ts'

const undoDurationMs = 10_000

interface Props {
  done: TripEditResult
  onEnd: () => void
  onUndo: () => void
}

/** Confirms a change and offers to undo it for ten seconds. */
export function UndoBanner({ done, onEnd, onUndo }: Props) {
  const { message, undo } = done
  const place = useRef<HTMLDivElement>(null)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    // The closing dialog returns the focus to the block, which may be in another row now.
    place.current?.querySelector('button')?.focus()
    const timer = window.setTimeout(() => end(), undoDurationMs)
    return () => window.clearTimeout(timer)
  }, [done])
  return (
    <div
      ref={place}
      className="fixed inset-x-4 bottom-4 z-30 mx-auto max-w-xl whitespace-pre-line shadow-soft"
    >
      <Banner
        kind="notice"
        title={message}
        action={
          undo && (
            <Button onClick={onUndo}>
              <Undo2 aria-hidden="true" className="size-4.5" />
              Deshacer
            </Button>
          )
        }
      />
    </div>
  )
}
