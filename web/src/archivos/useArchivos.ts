import type { Archivo } from '@flota/contract/documents/archivos.ts'
import { useEffect, useState } from 'react'
import { messageOf } from '../api/ApiError.ts'
import type { ArchivosCalls } from './ArchivosCalls.ts'

/** Puts files that arrived during the read before the ones read. */
const mergeArchivos = (arrived: readonly Archivo[], read: readonly Archivo[]) => [
  ...arrived.filter(({ id }) => !read.some((each) => each.id === id)),
  ...read,
]

/** Returns the files of a record, newest first; null while loading. A new `list` function reads again. */
export function useArchivos(list: ArchivosCalls['list']) {
  const [archivos, setArchivos] = useState<Archivo[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const reading = new AbortController()
    const { signal } = reading
    list(signal).then(
      (read) => {
        if (signal.aborted) return
        setError(null)
        setArchivos((before) => mergeArchivos(before ?? [], read))
      },
      (failure: unknown) => !signal.aborted && setError(messageOf(failure)),
    )
    return () => reading.abort()
  }, [list, attempt])
  return {
    archivos,
    error,
    retry: () => {
      setError(null)
      setAttempt((before) => before + 1)
    },
    add: (archivo: Archivo) => setArchivos((before) => [archivo, ...(before ?? [])]),
    drop: ({ id }: Archivo) => setArchivos((before) => before?.filter((each) => each.id !== id) ?? null),
  }
}
