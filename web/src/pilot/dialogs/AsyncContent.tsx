import { type ReactNode, useEffect, useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'

/** Calls `read` on mount, on `retry` and when `key` changes. Returns the data or error of the last read. */
export function useAsyncData<Data>(read: () => Promise<Data>, key = 0) {
  const [data, setData] = useState<Data | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    void (async () => {
      try {
        const result = await read()
        if (controller.signal.aborted) return
        setData(result)
        setError(null)
      } catch (failure) {
        if (!controller.signal.aborted) setError(messageOf(failure))
      }
    })()
    return () => controller.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `read` is a new function on each render
  }, [key, attempt])
  const retry = () => {
    setError(null)
    setAttempt(attempt + 1)
  }
  return { data, error, retry }
}

interface Props<Data> {
  query: ReturnType<typeof useAsyncData<Data>>
  errorTitle: string
  fallback: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows the data of a query, or its error with a retry button. */
export function AsyncContent<Data>({
  query: { data, error, retry },
  errorTitle,
  fallback,
  children,
}: Props<Data>): ReactNode {
  if (error === null) return data === null ? fallback : children(data)
  return (
    <Banner
      kind="error"
      title={errorTitle}
      action={
        <Button onClick={retry} className="py-3">
          Reintentar
        </Button>
      }
    >
      {error}
    </Banner>
  )
}
