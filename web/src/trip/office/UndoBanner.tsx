import { Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'

/** A saved change; `undo` is absent if it can't be taken back. */
export interface UndoableChange {
  /** The first line is the heading. */
  message: string
  undo?: (() => void) | undefined
  /** Leaves the focus where it is. */
  keepsFocus?: boolean | undefined
}

/** Confirms the last change and offers to undo it for ten seconds. */
export function useUndoBanner() {
  const [change, setChange] = useState<UndoableChange | null>(null)
  return { show: setChange, banner: change && <UndoBanner change={change} onEnd={() => setChange(null)} /> }
}

const undoDurationMs = 10_000

function UndoBanner({ change, onEnd }: { change: UndoableChange; onEnd: () => void }) {
  const { message, undo } = change
  const [title = '', ...lines] = message.split('\n')
  const place = useRef<HTMLDivElement>(null)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    // The closing dialog returns the focus to an element that may have moved.
    if (!change.keepsFocus) place.current?.querySelector('button')?.focus()
    const timer = window.setTimeout(() => end(), undoDurationMs)
    return () => window.clearTimeout(timer)
  }, [change])
  return (
    <div
      ref={place}
      className="fixed inset-x-4 bottom-4 z-30 mx-auto max-h-[60vh] max-w-xl overflow-auto whitespace-pre-line shadow-soft"
    >
      <Banner
        kind="notice"
        title={title}
        action={
          undo && (
            <Button
              onClick={() => {
                onEnd()
                undo()
              }}
            >
              <Undo2 aria-hidden="true" className="size-4.5" />
              Deshacer
            </Button>
          )
        }
      >
        {lines.length > 0 && lines.join('\n')}
      </Banner>
    </div>
  )
}
