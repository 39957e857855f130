import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { secondsSince } from '../../../form/useForm.ts'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Time since the first input. */
export function TypingTimer({ startedAt }: { startedAt: number | null }) {
  const [, tick] = useState(0)
  useEffect(() => {
    if (startedAt === null) return
    const timer = window.setInterval(() => tick((count) => count + 1), 1000)
    return () => window.clearInterval(timer)
  }, [startedAt])
  return (
    <p className="flex items-center gap-2 text-muted">
      <Timer aria-hidden="true" className="size-4.5" />
      Tiempo de llenado
      <span
        role="timer"
        aria-live="off"
        aria-label="Tiempo de llenado"
        className="min-w-10 font-semibold text-ink"
      >
        {clock(secondsSince(startedAt))}
      </span>
    </p>
  )
}
