import type { Importacion } from '@flota/contract/importar.ts'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { useSave } from '../../../api/cache/queries.ts'
import { newKey } from '../../../api/createIdempotencyKey.ts'
import { sendWithProgress } from '../../../archivos/sendWithProgress.ts'
import { keyOf, queryOf, type Work } from './importDraft.ts'
import { type Failure, failureOf } from './importFailure.ts'
import { bytesOf } from './readUnchangedBytes.ts'
import { readingPatience } from './useImportPreview.ts'

/** A press whose answer was lost: what it asked may have been done. */
interface Lost {
  idempotencyKey: string
  key: string
}
const lost = new WeakMap<File, Lost>()

export interface Brought {
  importacion: Importacion
  message: string
}

interface State {
  busy: boolean
  part: number
  /** Of which question. */
  failure: Refused | null
}
export interface Refused extends Failure {
  key: string
  /** Nobody knows what came of it. */
  isLost: boolean
}
const quiet: State = { busy: false, part: 0, failure: null }

/** Brings a file in. Each press has a key of its own, but the one after a lost answer, which asks the same once more. */
export function useTraer() {
  const send = useSave('POST /api/importar/:tipo')
  const sending = useRef(false)
  const [state, setState] = useState(quiet)

  /** Null while another press is under way. */
  const bring = async (work: Work): Promise<Brought | Refused | null> => {
    if (sending.current) return null
    sending.current = true
    setState({ ...quiet, busy: true })
    const key = keyOf(work)
    const before = lost.get(work.file)
    const again = before?.key === key
    const idempotencyKey = again ? before.idempotencyKey : newKey()
    try {
      const { message, data } = await send({
        params: { tipo: work.tipo },
        query: { ...queryOf(work), prueba: 'no' },
        file: await bytesOf(work.file),
        via: sendWithProgress((part) => setState({ ...quiet, busy: true, part }), readingPatience),
        idempotencyKey,
      })
      lost.delete(work.file)
      setState(quiet)
      return { message, importacion: data as Importacion }
    } catch (error) {
      // While the first is still being done, its repeat may be told to come later.
      const isLost = error instanceof ApiError && (error.status === 0 || (again && error.passing))
      if (isLost) lost.set(work.file, { key, idempotencyKey })
      else if (error instanceof ApiError) lost.delete(work.file)
      const failure = { ...failureOf(error), key, isLost }
      setState({ ...quiet, failure })
      return failure
    } finally {
      sending.current = false
    }
  }
  return { ...state, bring }
}

export type Traer = ReturnType<typeof useTraer>
