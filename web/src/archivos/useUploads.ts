import { archivoRefusals } from '@flota/contract/archivoLimits.ts'
import type { Archivo } from '@flota/contract/archivos.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { newKey } from '../api/newKey.ts'
import type { ArchivosCalls } from './ArchivosCalls.ts'
import { type Prepared, prepare, Unfit } from './prepare.ts'
import { sendWithProgress } from './sendWithProgress.ts'

export interface Upload {
  /** Also its idempotency key: however often it is sent, the record gets it once. */
  key: string
  file: File
  fromCamera: boolean
  prepared: Prepared | null
  /** How much has left, 0 to 1. */
  part: number
  /** Why it was not saved; `final` where it never will be. */
  failure: { reason: string; final: boolean } | null
}

/** How many are under way at once: more would only be slower each, on a phone's line. */
const lanes = 2

const full = { reason: archivoRefusals.tooMany, final: false }

/** The bytes themselves are refused, here or by the server. */
const isFinal = (error: unknown) =>
  error instanceof Unfit || (error instanceof ApiError && [413, 415].includes(error.status))

/** Files on their way to a record, each until it is saved or given up. */
export function useUploads(
  send: ArchivosCalls['send'],
  /** How many more the record can have. */
  room: number,
  onSaved: (archivo: Archivo, bytes: Blob) => void,
) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const waiting = useRef<Upload[]>([])
  const busy = useRef(0)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])

  const change = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const drop = (key: string) => setUploads((all) => all.filter((each) => each.key !== key))

  const attempt = async (upload: Upload) => {
    const { key, file, fromCamera } = upload
    const { signal } = leaving.current
    try {
      const prepared = upload.prepared ?? (await prepare(file, fromCamera))
      change(key, { prepared })
      const via = sendWithProgress((part) => change(key, { part }))
      const sending = { file: prepared.bytes, via, signal, idempotencyKey: key }
      const archivo = await send?.(prepared.about, sending)
      drop(key)
      if (archivo) onSaved(archivo, prepared.bytes)
    } catch (error) {
      if (!signal.aborted) change(key, { failure: { reason: messageOf(error), final: isFinal(error) } })
    }
  }
  const next = async () => {
    if (busy.current >= lanes) return
    const upload = waiting.current.shift()
    if (!upload) return
    busy.current += 1
    await attempt(upload)
    busy.current -= 1
    void next()
  }
  const start = (upload: Upload) => {
    waiting.current.push(upload)
    void next()
  }
  return {
    uploads,
    drop,
    add: (files: Iterable<File>, fromCamera = false) => {
      const left = room - uploads.filter(({ failure }) => !failure).length
      const added = Array.from(files, (file, index): Upload => {
        const failure = index < left ? null : full
        return { key: newKey(), file, fromCamera, prepared: null, part: 0, failure }
      })
      setUploads((all) => [...all, ...added])
      for (const upload of added) if (!upload.failure) start(upload)
    },
    retry: (upload: Upload) => {
      if (room <= 0) return
      change(upload.key, { failure: null, part: 0 })
      start(upload)
    },
  }
}
