import type { ContractLine } from '@flota/contract/core/calls.ts'
import { openCall, type RequestOf, reportConnectionError, wasAborted } from './call.ts'

export interface Download {
  name: string
  file: Blob
}

/**
 * Downloads a whole file; `onProgress` receives the number of bytes so far.
 * @throws {ApiError}
 */
export async function download<L extends ContractLine>(
  line: L,
  request: RequestOf<L>,
  onProgress: (bytes: number) => void,
): Promise<Download> {
  const response = await openCall(line, request)
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
  // Any other response comes from a proxy.
  if (!name || !response.body) throw reportConnectionError()
  const type = response.headers.get('Content-Type') ?? ''
  try {
    return { name, file: new Blob(await readAll(response.body, onProgress), { type }) }
  } catch (error) {
    if (wasAborted(request.signal)) throw error
    throw reportConnectionError('La descarga se cortó antes de terminar.')
  }
}

async function readAll(body: ReadableStream<Uint8Array<ArrayBuffer>>, onProgress: (bytes: number) => void) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = body.getReader()
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return parts
    parts.push(value)
    bytes += value.length
    onProgress(bytes)
  }
}

/** Long enough for the browser to read the file. */
const objectUrlLifetimeMs = 60_000

const createTemporaryUrl = (file: Blob) => {
  const url = URL.createObjectURL(file)
  setTimeout(() => URL.revokeObjectURL(url), objectUrlLifetimeMs)
  return url
}

export const saveFile = (name: string, file: Blob): void =>
  Object.assign(document.createElement('a'), { href: createTemporaryUrl(file), download: name }).click()

/** Shows a file in a tab that was opened by the click: after the download browsers block new tabs. */
export const showFile = (tab: Window, file: Blob): void => tab.location.replace(createTemporaryUrl(file))
