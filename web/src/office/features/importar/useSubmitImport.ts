import type { Importacion } from '@flota/contract/imports/importar.ts'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { useSave } from '../../../api/cache/queries.ts'
import { createIdempotencyKey } from '../../../api/createIdempotencyKey.ts'
import { sendWithProgress } from '../../../archivos/sendWithProgress.ts'
import { draftKey, type ImportDraft, importQuery } from './importDraft.ts'
import { readUnchangedBytes } from './readUnchangedBytes.ts'
import { type ImportFailure, previewTimeoutMs, toImportFailure } from './useImportPreview.ts'

/** A request whose response was lost: the server may have run it. */
interface LostRequest {
  idempotencyKey: string
  key: string
}
const lostRequests = new WeakMap<File, LostRequest>()

export interface ImportResult {
  importacion: Importacion
  message: string
}

interface SubmitState {
  busy: boolean
  part: number
  failure: RejectedImport | null
}
export interface RejectedImport extends ImportFailure {
  key: string
  /** The server may have run the import. */
  isOutcomeUnknown: boolean
}
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
  const send = async (draft: ImportDraft): Promise<ImportResult | RejectedImport | null> => {
    if (sending.current) return null
    sending.current = true
    setState({ ...idle, busy: true })
    const key = draftKey(draft)
    const before = lostRequests.get(draft.file)
    const again = before?.key === key
    const idempotencyKey = again ? before.idempotencyKey : createIdempotencyKey()
    try {
      const { message, data } = await post({
        params: { tipo: draft.tipo },
        query: { ...importQuery(draft), prueba: 'no' },
        file: await readUnchangedBytes(draft.file),
        via: sendWithProgress((part) => setState({ ...idle, busy: true, part }), previewTimeoutMs),
        idempotencyKey,
      })
      lostRequests.delete(draft.file)
      setState(idle)
      return { message, importacion: data as Importacion }
    } catch (error) {
      // The server answers 'retry later' to a retry while the first request still runs.
      const isLost = error instanceof ApiError && (error.status === 0 || (again && error.isTransient))
      if (isLost) lostRequests.set(draft.file, { key, idempotencyKey })
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
