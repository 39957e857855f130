import { archivoErrors } from '@flota/contract/documents/archivoLimits.ts'
import type { Archivo } from '@flota/contract/documents/archivos.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { createIdempotencyKey } from '../api/createIdempotencyKey.ts'
import type { ArchivosCalls } from './ArchivosCalls.ts'
import { loadPrepareFile, type PreparedFile, UnsupportedFileError } from './preparedFile.ts'
import { sendWithProgress } from './sendWithProgress.ts'

export interface Upload {
  /** Also the idempotency key: retries add the file once. */
  key: string
  file: File
  fromCamera: boolean
  prepared: PreparedFile | null
  /** Progress from 0 to 1. */
  part: number
  /** Why the upload failed; `final` means that a retry cannot succeed. */
  failure: { reason: string; final: boolean } | null
}

const tooManyFiles = { reason: archivoErrors.tooMany, final: false }

/** Whether prepareFile or the server rejects the bytes themselves. */
const isFinal = (error: unknown) =>
  error instanceof UnsupportedFileError || (error instanceof ApiError && [413, 415].includes(error.status))

type UploadChange = (part: Partial<Upload>) => void

/** Prepares and sends an upload. Passes a failure to `change` and returns null. */
async function prepareAndSend(
  upload: Upload,
  send: NonNullable<ArchivosCalls['send']>,
  signal: AbortSignal,
  change: UploadChange,
) {
  try {
    const prepared =
      upload.prepared ?? (await (await loadPrepareFile()).prepareFile(upload.file, upload.fromCamera))
    // After unmounting, another user may be logged in.
    signal.throwIfAborted()
    change({ prepared })
    const via = sendWithProgress((part) => change({ part }))
    const { bytes, about } = prepared
    const archivo = await send(about, { file: bytes, via, signal, idempotencyKey: upload.key })
    return { archivo, bytes }
  } catch (error) {
    if (!signal.aborted) change({ failure: { reason: messageOf(error), final: isFinal(error) } })
    return null
  }
}

/** Manages uploads to a record, each until it is saved or dropped. `remainingFiles` more files fit. */
export function useUploads(
  send: ArchivosCalls['send'],
  remainingFiles: number,
  onSaved: (archivo: Archivo | null, bytes: Blob) => void,
) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const unmountController = useRef(new AbortController())
  useEffect(() => {
    unmountController.current = new AbortController()
    return () => unmountController.current.abort()
  }, [])

  const change = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const drop = (key: string) => setUploads((all) => all.filter((each) => each.key !== key))
  const start = useConcurrencyLimit(async (upload: Upload) => {
    if (!send) return
    const saved = await prepareAndSend(upload, send, unmountController.current.signal, (part) =>
      change(upload.key, part),
    )
    if (!saved) return
    drop(upload.key)
    onSaved(saved.archivo, saved.bytes)
  })
  const add = (files: Iterable<File>, fromCamera = false) => {
    const left = remainingFiles - uploads.filter(({ failure }) => !failure).length
    const added = Array.from(files, (file, index): Upload => {
      const failure = index < left ? null : tooManyFiles
      return { key: createIdempotencyKey(), file, fromCamera, prepared: null, part: 0, failure }
    })
    setUploads((all) => [...all, ...added])
    for (const upload of added) if (!upload.failure) start(upload)
  }
  const retry = (upload: Upload) => {
    if (remainingFiles <= 0) return
    change(upload.key, { failure: null, part: 0 })
    start(upload)
  }
  return { uploads, add, retry, drop }
}

/** More would only slow down each upload on a phone's connection. */
const maxParallelUploads = 2

/** Returns a function that queues an item for `work`. */
function useConcurrencyLimit<T>(work: (item: T) => Promise<void>) {
  const waiting = useRef<T[]>([])
  const busy = useRef(0)
  const next = async () => {
    if (busy.current >= maxParallelUploads) return
    const item = waiting.current.shift()
    if (item === undefined) return
    busy.current += 1
    await work(item)
    busy.current -= 1
    void next()
  }
  return (item: T) => {
    waiting.current.push(item)
    void next()
  }
}
