import type { ApiError } from '../../api/ApiError.ts'

/** The data of a panel's block: loading, failed or there. */
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

/** An answer derived with today's date. */
export const readingOf = <T, R>(
  hoy: string | undefined,
  { data, error, refetch }: Query<T>,
  read: (answer: T, hoy: string) => R,
): Reading<R> => ({
  data: hoy !== undefined && data !== undefined ? read(data, hoy) : undefined,
  error,
  again: () => void refetch(),
})
