import type { VistaPrevia } from '@flota/contract/importar.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { followRights } from '../../../api/cache/queries.ts'
import { call } from '../../../api/call.ts'
import { sendWithProgress } from '../../../archivos/sendWithProgress.ts'
import { useSettled } from '../../../ui/useDebouncedValue.ts'
import { keyOf, queryOf, type Work } from './importDraft.ts'
import { type Failure, failureOf } from './importFailure.ts'
import { bytesOf } from './readUnchangedBytes.ts'

/** In ms. A sheet is read for up to 20 s, and others may be read before it. */
export const readingPatience = 180_000

async function review(work: Work, onProgress: (part: number) => void, signal: AbortSignal) {
  const file = await bytesOf(work.file)
  signal.throwIfAborted()
  const asked = call('POST /api/importar/:tipo', {
    params: { tipo: work.tipo },
    query: { ...queryOf(work), prueba: 'si' },
    file,
    via: sendWithProgress(onProgress, readingPatience),
    signal,
  })
  asked.catch(followRights)
  return (await asked).data as VistaPrevia
}

interface State {
  /** What was asked. */
  key: string
  /** Of which file, sheet and kind. */
  id: number
  data: VistaPrevia | undefined
  failure: Failure | null
}
const nothing: State = { key: '', id: 0, data: undefined, failure: null }

interface Heard {
  onRead: (data: VistaPrevia) => void
  onFailed: (failure: Failure) => void
}

/** What would happen to each row, asked anew whenever something else is said of the file. */
export function useRevision(work: Work | null, heard: Heard) {
  const [tries, setTries] = useState(0)
  const [state, setState] = useState(nothing)
  const [part, setPart] = useState(0)
  const key = work && keyOf(work)
  const settled = useSettled(work, `${key} ${tries}`)
  const end = useEffectEvent((of: Work, data: VistaPrevia | undefined, failure: Failure | null) => {
    const { id } = of
    setPart(0)
    setState((before) => ({
      key: `${keyOf(of)} ${tries}`,
      id,
      data: data ?? (before.id === id ? before.data : undefined),
      failure,
    }))
    if (data) heard.onRead(data)
    if (failure) heard.onFailed(failure)
  })
  useEffect(() => {
    if (!settled) return
    const leaving = new AbortController()
    const { signal } = leaving
    review(settled, setPart, signal).then(
      (data) => signal.aborted || end(settled, data, null),
      (error: unknown) => signal.aborted || end(settled, undefined, failureOf(error)),
    )
    return () => leaving.abort()
  }, [settled, tries])
  const isLatest = work !== null && state.key === `${key} ${tries}`
  return {
    /** Of this very file and sheet, though perhaps of other columns. */
    data: work !== null && state.id === work.id ? state.data : undefined,
    failure: isLatest ? state.failure : null,
    busy: work !== null && !isLatest,
    /** How much of the file has left, 0 to 1. */
    part,
    again: () => setTries(tries + 1),
  }
}

export type Revision = ReturnType<typeof useRevision>
