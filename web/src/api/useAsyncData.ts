import { useEffect, useEffectEvent, useState } from 'react'

const replace = <Data>(_before: Data | null, read: Data) => read

/**
 * Calls `read` on mount, on `refetch` and when `key` changes. Returns the data, joined with the earlier by `merge`, and
 * the error of the last read.
 */
export function useAsyncData<Data>(
  read: (signal: AbortSignal) => Promise<Data>,
  key: unknown = null,
  merge: (before: Data | null, read: Data) => Data = replace,
) {
  const [data, setData] = useState<Data | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [attempt, setAttempt] = useState(0)
  const start = useEffectEvent(read)
  const finish = useEffectEvent((result: Data) => {
    setError(null)
    setData((before) => merge(before, result))
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    start(signal).then(
      (result) => signal.aborted || finish(result),
      (failure: Error) => signal.aborted || setError(failure),
    )
    return () => controller.abort()
  }, [key, attempt])
  const refetch = () => {
    setError(null)
    setAttempt(attempt + 1)
  }
  return { data, setData, error, refetch }
}
