/** Aborts after this time without progress. */
const defaultIdleTimeoutMs = 60_000

/** Replaces `fetch`, which has no upload progress; `onProgress` receives 0 to 1. */
export const sendWithProgress =
  (onProgress: (part: number) => void, idleTimeoutMs = defaultIdleTimeoutMs) =>
  (url: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      let timer = 0
      const wait = () => {
        clearTimeout(timer)
        timer = window.setTimeout(() => request.abort(), idleTimeoutMs)
      }
      const stop = () => request.abort()
      request.open(method, url)
      request.responseType = 'blob'
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
      request.upload.onprogress = ({ loaded, total }) => {
        wait()
        onProgress(loaded / total)
      }
      request.onload = () => {
        const { status } = request
        const bytes = request.response as Blob
        resolve(new Response(bytes, { status, headers: headersOf(request) }))
      }
      request.onerror = () => reject(new TypeError('Upload got no response'))
      request.onabort = request.onerror
      request.onloadend = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
      }
      signal?.addEventListener('abort', stop)
      wait()
      request.send(body as Blob)
    })

const headersOf = (request: XMLHttpRequest) =>
  new Headers(
    request
      .getAllResponseHeaders()
      .trim()
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1).trim()]
      }),
  )
