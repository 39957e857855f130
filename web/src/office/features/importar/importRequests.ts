import type { Importacion, VistaPrevia } from '@flota/contract/imports/importar.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/ApiError.ts'
import { refreshPermissionsIfForbidden, useSave } from '../../../api/cache/queries.ts'
import { call } from '../../../api/call.ts'
import { createIdempotencyKey } from '../../../api/createIdempotencyKey.ts'
import { sendWithProgress } from '../../../archivos/sendWithProgress.ts'
import { useDebouncedValue } from '../../../ui/useDebouncedValue.ts'
import { draftKey, type ImportDraft, importQuery, nombresJson } from './importDraft.ts'
import { readUnchangedBytes } from './readUnchangedBytes.ts'

interface ImportFailure {
  message: string
  /** A retry may succeed. */
  isTransient: boolean
  /** Messages per rejected field of the request. */
  campos: Readonly<Record<string, string>>
}

function toImportFailure(error: unknown): ImportFailure {
  if (!(error instanceof ApiError)) return { message: messageOf(error), isTransient: false, campos: {} }
  const { message, campos, isTransient } = error
  const [first = message] = Object.values(campos)
  return { message: first, isTransient, campos }
}

/** Milliseconds. The server reads a sheet for up to 20 s and may process others first. */
const previewTimeoutMs = 180_000

/** Longer JSON goes into a header: the URL has a limit. */
const maxQueryCharacters = 1500

/** Returns query, file and transport of a draft's request. */
async function requestParts(draft: ImportDraft, onProgress: (part: number) => void) {
  const nombres = nombresJson(draft)
  const isLong = nombres !== undefined && nombres.length > maxQueryCharacters
  const send = sendWithProgress(onProgress, previewTimeoutMs)
  const encoded = isLong ? btoa(String.fromCharCode(...new TextEncoder().encode(nombres))) : ''
  return {
    params: { tipo: draft.tipo },
    query: { ...importQuery(draft), ...(!isLong && { nombres }) },
    file: await readUnchangedBytes(draft.file),
    via: (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers)
      if (isLong) headers.set('X-Nombres', encoded)
      return send(url, { ...init, headers })
    },
  }
}

async function requestPreview(draft: ImportDraft, onProgress: (part: number) => void, signal: AbortSignal) {
  const parts = await requestParts(draft, onProgress)
  signal.throwIfAborted()
  const response = call('POST /api/importar/:tipo', {
    ...parts,
    query: { ...parts.query, prueba: 'si' },
    signal,
  })
  response.catch(refreshPermissionsIfForbidden)
  return (await response).data as VistaPrevia
}

interface PreviewState {
  /** draftKey of the request, with the number of the attempt. */
  key: string
  /** Id of the draft: it changes with file, sheet and type. */
  id: number
  data: VistaPrevia | undefined
  failure: ImportFailure | null
}
const noPreview: PreviewState = { key: '', id: 0, data: undefined, failure: null }

interface PreviewCallbacks {
  onRead: (data: VistaPrevia) => void
  onFailed: (failure: ImportFailure) => void
}

/** Requests a preview after every change of the draft. */
export function useImportPreview(draft: ImportDraft | null, callbacks: PreviewCallbacks) {
  const [tries, setTries] = useState(0)
  const [state, setState] = useState(noPreview)
  const [part, setPart] = useState(0)
  const key = draft && draftKey(draft)
  const debounced = useDebouncedValue(draft, `${key} ${tries}`)
  const end = useEffectEvent(
    (requested: ImportDraft, data: VistaPrevia | undefined, failure: ImportFailure | null) => {
      setPart(0)
      setState((before) => ({
        key: `${draftKey(requested)} ${tries}`,
        id: requested.id,
        data: data ?? (before.id === requested.id ? before.data : undefined),
        failure,
      }))
      if (data) callbacks.onRead(data)
      if (failure) callbacks.onFailed(failure)
    },
  )
  useEffect(() => {
    if (!debounced) return
    const controller = new AbortController()
    const { signal } = controller
    requestPreview(debounced, setPart, signal).then(
      (data) => signal.aborted || end(debounced, data, null),
      (error: unknown) => signal.aborted || end(debounced, undefined, toImportFailure(error)),
    )
    return () => controller.abort()
  }, [debounced, tries])
  const isLatest = draft !== null && state.key === `${key} ${tries}`
  return {
    /** Also while a new mapping of the same sheet loads. */
    data: draft !== null && state.id === draft.id ? state.data : undefined,
    failure: isLatest ? state.failure : null,
    busy: draft !== null && !isLatest,
    /** Sent part of the file, 0 to 1. */
    part,
    again: () => setTries(tries + 1),
  }
}

export type ImportPreview = ReturnType<typeof useImportPreview>

/** A request whose response was lost: the server may have run it. */
interface LostRequest {
  idempotencyKey: string
  key: string
}
const lostRequests = new WeakMap<File, LostRequest>()

/** Returns the idempotency key of an equal request whose response was lost. */
function lostKeyOf(file: File, key: string): string | undefined {
  const lost = lostRequests.get(file)
  return lost?.key === key ? lost.idempotencyKey : undefined
}

export interface ImportResult {
  importacion: Importacion
  message: string
}

/** Whether wrong rows stop the import or are left out. */
export interface SubmitOptions {
  omitErrors: boolean
}

interface SubmitState {
  busy: boolean
  part: number
  failure: RejectedImport | null
}
interface RejectedImport extends ImportFailure {
  key: string
  /** The server may have run the import. */
  isOutcomeUnknown: boolean
}
type SubmitOutcome = ImportResult | RejectedImport | null
const idle: SubmitState = { busy: false, part: 0, failure: null }

/**
 * Submits an import. Each press uses a new idempotency key, but a retry after a lost response repeats the old
 * one.
 */
export function useSubmitImport() {
  const post = useSave('POST /api/importar/:tipo')
  const sending = useRef(false)
  const [state, setState] = useState(idle)

  /** Returns null if another submission is running. */
  const send = async (draft: ImportDraft, { omitErrors }: SubmitOptions): Promise<SubmitOutcome> => {
    if (sending.current) return null
    sending.current = true
    setState({ ...idle, busy: true })
    const key = draftKey(draft)
    const requestKey = `${key} ${omitErrors}`
    const lostKey = lostKeyOf(draft.file, requestKey)
    const idempotencyKey = lostKey ?? createIdempotencyKey()
    try {
      const parts = await requestParts(draft, (part) => setState({ ...idle, busy: true, part }))
      const { message, data } = await post({
        ...parts,
        query: { ...parts.query, prueba: 'no', ...(omitErrors && { omitir_errores: 'si' }) },
        idempotencyKey,
      })
      lostRequests.delete(draft.file)
      setState(idle)
      return { message, importacion: data as Importacion }
    } catch (error) {
      // The server answers 'retry later' to a retry while the first request still runs.
      const isRepeat = lostKey !== undefined
      const isLost = error instanceof ApiError && (error.status === 0 || (isRepeat && error.isTransient))
      if (isLost) lostRequests.set(draft.file, { key: requestKey, idempotencyKey })
      else if (error instanceof ApiError) lostRequests.delete(draft.file)
      const failure = { ...toImportFailure(error), key, isOutcomeUnknown: isLost }
      setState({ ...idle, failure })
      return failure
    } finally {
      sending.current = false
    }
  }
  return { ...state, send }
}

export type SubmitImport = ReturnType<typeof useSubmitImport>
