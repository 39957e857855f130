import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../api/ApiError.ts'
import { openCall, reportConnectionError } from '../api/call.ts'

/** Retries after a 503: the server limits the parallel files of a session. */
const maxRetries = 5

async function fetchWithRetry(id: number, signal: AbortSignal, tries = 0): Promise<Response> {
  try {
    return await openCall('GET /api/archivos/:id/contenido', { params: { id }, signal })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503 || tries === maxRetries) throw error
    await new Promise((resolve) => setTimeout(resolve, 1000 * (error.retryAfter ?? 1)))
    return fetchWithRetry(id, signal, tries + 1)
  }
}

async function fetchObjectUrl(id: number, signal: AbortSignal): Promise<string> {
  const answer = await fetchWithRetry(id, signal)
  const bytes = await answer.blob().catch(() => {
    throw reportConnectionError()
  })
  return URL.createObjectURL(bytes)
}

export interface FileContents {
  /** Returns an object URL of the file: an `<img>` cannot send the session's token. */
  load: (id: number) => Promise<string>
  keep: (id: number, bytes: Blob) => void
}

/** Loads files once each and frees them when the component unmounts. */
export function useFileContents(): FileContents {
  const urls = useRef(new Map<number, Promise<string>>())
  const unmountController = useRef(new AbortController())
  useEffect(() => {
    const objectUrls = urls.current
    unmountController.current = new AbortController()
    return () => {
      unmountController.current.abort()
      for (const url of objectUrls.values())
        void url.then((each) => URL.revokeObjectURL(each)).catch(() => undefined)
      objectUrls.clear()
    }
  }, [])
  return {
    load: (id) => {
      const known = urls.current.get(id)
      if (known) return known
      const url = fetchObjectUrl(id, unmountController.current.signal)
      urls.current.set(id, url)
      // The next call retries.
      url.catch(() => urls.current.delete(id))
      return url
    },
    keep: (id, bytes) => urls.current.set(id, Promise.resolve(URL.createObjectURL(bytes))),
  }
}

type LazyObjectUrl = { url: string | null; failed: boolean }
const notLoaded: LazyObjectUrl = { url: null, failed: false }

/** Returns the object URL of a file once the element has come into view. */
export function useLazyObjectUrl(
  ref: RefObject<Element | null>,
  id: number | null,
  load: FileContents['load'],
) {
  const [result, setResult] = useState(notLoaded)
  const start = useEffectEvent((fileId: number, hasUnmounted: () => boolean) =>
    load(fileId).then(
      (url) => hasUnmounted() || setResult({ url, failed: false }),
      () => hasUnmounted() || setResult({ url: null, failed: true }),
    ),
  )
  useEffect(() => {
    const element = ref.current
    if (id === null || !element) return
    let isUnmounted = false
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      void start(id, () => isUnmounted)
    })
    observer.observe(element)
    return () => {
      isUnmounted = true
      observer.disconnect()
    }
  }, [id, ref])
  return result
}
