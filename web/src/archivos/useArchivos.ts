import type { Archivo } from '@flota/contract/documents/archivos.ts'
import { useAsyncData } from '../api/useAsyncData.ts'
import type { ArchivosCalls } from './ArchivosCalls.ts'

/** Puts files that arrived during the read before the ones read. */
const mergeArchivos = (arrived: Archivo[] | null, read: Archivo[]) => [
  ...(arrived?.filter(({ id }) => !read.some((each) => each.id === id)) ?? []),
  ...read,
]

/** Returns the files of a record, newest first; null while loading. A new `list` function reads again. */
export function useArchivos(list: ArchivosCalls['list']) {
  const { data: archivos, setData, ...query } = useAsyncData(list, list, mergeArchivos)
  return {
    archivos,
    query,
    add: (archivo: Archivo) => setData((before) => [archivo, ...(before ?? [])]),
    drop: ({ id }: Archivo) => setData((before) => before?.filter((each) => each.id !== id) ?? null),
  }
}
