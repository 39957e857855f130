import type { VistaPrevia } from '@flota/contract/importar.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { refreshPermissionsIfForbidden } from '../../../api/cache/queries.ts'
import { call } from '../../../api/call.ts'
import { sendWithProgress } from '../../../archivos/sendWithProgress.ts'
import { useDebouncedValue } from '../../../ui/useDebouncedValue.ts'
import { draftKey, type ImportDraft, importQuery } from './importDraft.ts'
import { type ImportFailure, toImportFailure } from './importFailure.ts'
import { readUnchangedBytes } from './readUnchangedBytes.ts'

/** In ms. A sheet is read for up to 20 s, and others may be read before it. */
export const previewTimeoutMs = 180_000

async function requestPreview(work: ImportDraft, onProgress: (part: number) => void, signal: AbortSignal) {
  const file = await readUnchangedBytes(work.file)
  signal.throwIfAborted()
  const asked = call('POST /api/importar/:tipo', {
    params: { tipo: work.tipo },
    query: { ...importQuery(work), prueba: 'si' },
    file,
    via: sendWithProgress(onProgress, previewTimeoutMs),
    signal,
  })
  asked.catch(refreshPermissionsIfForbidden)
  return (await asked).data as VistaPrevia
}

interface PreviewState {
  /** What was asked. */
  key: string
  /** Of which file, sheet and kind. */
  id: number
  data: VistaPrevia | undefined
  failure: ImportFailure | null
}
const noPreview: PreviewState = { key: '', id: 0, data: undefined, failure: null }

interface PreviewCallbacks {
  onRead: (data: VistaPrevia) => void
  onFailed: (failure: ImportFailure) => void
}

/** What would happen to each row, asked anew whenever something else is said of the file. */
export function useImportPreview(draft: ImportDraft | null, callbacks: PreviewCallbacks) {
  const [tries, setTries] = useState(0)
  const [state, setState] = useState(noPreview)
  const [part, setPart] = useState(0)
  const key = draft && draftKey(draft)
  const debounced = useDebouncedValue(draft, `${key} ${tries}`)
  const end = useEffectEvent(
    (of: ImportDraft, data: VistaPrevia | undefined, failure: ImportFailure | null) => {
      const { id } = of
      setPart(0)
      setState((before) => ({
        key: `${draftKey(of)} ${tries}`,
        id,
        data: data ?? (before.id === id ? before.data : undefined),
        failure,
      }))
      if (data) callbacks.onRead(data)
      if (failure) callbacks.onFailed(failure)
    },
  )
  useEffect(() => {
    if (!debounced) return
    const leaving = new AbortController()
    const { signal } = leaving
    requestPreview(debounced, setPart, signal).then(
      (data) => signal.aborted || end(debounced, data, null),
      (error: unknown) => signal.aborted || end(debounced, undefined, toImportFailure(error)),
    )
    return () => leaving.abort()
  }, [debounced, tries])
  const isLatest = draft !== null && state.key === `${key} ${tries}`
  return {
    /** Of this very file and sheet, though perhaps of other columns. */
    data: draft !== null && state.id === draft.id ? state.data : undefined,
    failure: isLatest ? state.failure : null,
    busy: draft !== null && !isLatest,
    /** How much of the file has left, 0 to 1. */
    part,
    again: () => setTries(tries + 1),
  }
}

export type ImportPreview = ReturnType<typeof useImportPreview>
