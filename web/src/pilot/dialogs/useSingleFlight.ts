import { useRef, useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'

/** Does one thing at a time, `busy` meanwhile; what is pressed again until then does nothing. */
export function useSingleFlight(onFailure: (reason: string) => void) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  return {
    busy,
    isSaving: () => running.current,
    save: async (work: () => Promise<void>) => {
      if (running.current) return
      running.current = true
      setBusy(true)
      try {
        await work()
      } catch (error) {
        onFailure(messageOf(error))
      } finally {
        running.current = false
        setBusy(false)
      }
    },
  }
}
