import { useEffect, useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'

/** Reads as the dialog opens, on `again` and whenever `key` is another; `data` and `error` are of the last reading. */
export function useAsyncData<Data>(read: () => Promise<Data>, key = 0) {
  const [data, setData] = useState<Data | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [attempt, setTurn] = useState(0)
  useEffect(() => {
    const reading = new AbortController()
    void (async () => {
      try {
        const found = await read()
        if (reading.signal.aborted) return
        setData(found)
        setError(null)
      } catch (failure) {
        if (!reading.signal.aborted) setError(messageOf(failure))
      }
    })()
    return () => reading.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what reads is new at each drawing, the key is not
  }, [key, attempt])
  const again = () => {
    setError(null)
    setTurn(attempt + 1)
  }
  return { data, error, again }
}
