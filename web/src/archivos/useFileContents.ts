import { useEffect, useRef } from 'react'
import { ApiError } from '../api/ApiError.ts'
import { openCall, reportConnectionError } from '../api/call.ts'

/** So often a busy server is asked again: of one session it sends forty at once. */
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
  /** An address of the file's bytes in this browser: an `<img>` could not say the session's token to the server. */
  load: (id: number) => Promise<string>
  /** Bytes that are here already. */
  keep: (id: number, bytes: Blob) => void
}

/** The bytes of files, each read once; forgotten with the component. */
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
      // The next who asks tries again.
      url.catch(() => urls.current.delete(id))
      return url
    },
    keep: (id, bytes) => urls.current.set(id, Promise.resolve(URL.createObjectURL(bytes))),
  }
}
