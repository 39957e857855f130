import type { ApiError } from '../../api/ApiError.ts'

/** What a block of the panel stands on: on its way, failed, or there. */
export interface Reading<T> {
  data: T | undefined
  error: ApiError | null
  again: () => void
}

interface Query<T> {
  data: T | undefined
  error: ApiError | null
  refetch: () => Promise<unknown>
}

/** An answer read in the light of today's date. */
export const readingOf = <T, R>(
  hoy: string | undefined,
  { data, error, refetch }: Query<T>,
  read: (answer: T, hoy: string) => R,
): Reading<R> => ({
  data: hoy !== undefined && data !== undefined ? read(data, hoy) : undefined,
  error,
  again: () => void refetch(),
})
