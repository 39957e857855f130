import type { ContractLine } from '@flota/contract/calls.ts'
import { openCall, type RequestOf, reportConnectionError, wasAborted } from './call.ts'

export interface Download {
  name: string
  file: Blob
}

/** The complete file that a call answers; `onProgress` gets the bytes received so far. Throws ApiError. */
export async function download<L extends ContractLine>(
  line: L,
  request: RequestOf<L>,
  onProgress: (bytes: number) => void,
): Promise<Download> {
  const response = await openCall(line, request)
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
  // Any other answer is a proxy's.
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

/** In ms: long enough for the browser to read the file. */
const objectUrlLifetimeMs = 60_000

const createTemporaryUrl = (file: Blob) => {
  const address = URL.createObjectURL(file)
  setTimeout(() => URL.revokeObjectURL(address), objectUrlLifetimeMs)
  return address
}

/** Keeps a file under this name. */
export const saveFile = (name: string, file: Blob): void =>
  Object.assign(document.createElement('a'), { href: createTemporaryUrl(file), download: name }).click()

/** Shows a file in a tab that the press has opened: once the file is there, none may be. */
export const showFile = (tab: Window, file: Blob): void => tab.location.replace(createTemporaryUrl(file))
