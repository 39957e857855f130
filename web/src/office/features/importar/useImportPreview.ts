import type { VistaPrevia } from '@flota/contract/imports/importar.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, messageOf } from '../../../api/ApiError.ts'
import { refreshPermissionsIfForbidden } from '../../../api/cache/queries.ts'
import { call } from '../../../api/call.ts'
import { sendWithProgress } from '../../../archivos/sendWithProgress.ts'
import { useDebouncedValue } from '../../../ui/useDebouncedValue.ts'
import { draftKey, type ImportDraft, importQuery } from './importDraft.ts'
import { readUnchangedBytes } from './readUnchangedBytes.ts'

export interface ImportFailure {
  message: string
  /** A retry may succeed. */
  isTransient: boolean
  /** Messages per rejected field of the request. */
  campos: Readonly<Record<string, string>>
}

export function toImportFailure(error: unknown): ImportFailure {
  if (!(error instanceof ApiError)) return { message: messageOf(error), isTransient: false, campos: {} }
  const { message, campos, isTransient } = error
  const [first = message] = Object.values(campos)
  return { message: first, isTransient, campos }
}

/** Milliseconds. The server reads a sheet for up to 20 s and may process others first. */
export const previewTimeoutMs = 180_000

async function requestPreview(draft: ImportDraft, onProgress: (part: number) => void, signal: AbortSignal) {
  const file = await readUnchangedBytes(draft.file)
  signal.throwIfAborted()
  const response = call('POST /api/importar/:tipo', {
    params: { tipo: draft.tipo },
    query: { ...importQuery(draft), prueba: 'si' },
    file,
    via: sendWithProgress(onProgress, previewTimeoutMs),
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
