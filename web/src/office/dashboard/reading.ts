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

/** An answer read in the light of today's date, which is an answer too. */
export function readingOf<T, R>(
  today: Query<{ data: { hoy: string } }>,
  answer: Query<T>,
  read: (answer: T, hoy: string) => R,
): Reading<R> {
  const hoy = today.data?.data.hoy
  const error = today.error ?? answer.error
  return {
    data: hoy !== undefined && answer.data !== undefined ? read(answer.data, hoy) : undefined,
    error,
    again: () => void (today.error ? today.refetch() : answer.refetch()),
  }
}
