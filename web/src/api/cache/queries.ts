import type { Line } from '@flota/contract/calls.ts'
import { keepPreviousData, QueryCache, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../ApiError.ts'
import { type AnswerOf, call, type RequestArgs, type RequestOf } from '../call.ts'
import { onReconnected } from '../connection.ts'
import { refreshRights } from '../verification.ts'

/** The lines that change nothing; one of them takes what it asks for in a body. */
type ReadLine = Extract<Line, `GET ${string}`> | 'POST /api/reportes/periodo'

/** A right was taken away while its holder worked: the next refusal tells so. */
const followRights = (error: unknown) => {
  if (error instanceof ApiError && error.code === 'SIN_PERMISO') void refreshRights().catch(() => undefined)
}

/** A cache for one session of one user: it goes with them. */
export function createQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({ onError: followRights }),
    defaultOptions: {
      queries: {
        // Whether there is a line, connection.ts knows by trying; the browser's own guess may be wrong.
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.passing,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
    },
  })
}

/** Reads again what is on the screen whenever the connection is back. */
export const refreshOnReconnect = (client: QueryClient) =>
  onReconnected(() => void client.invalidateQueries({ type: 'active' }))

/**
 * The answer of a line that reads, kept per request. A list shows the page before while the next one loads;
 * a record is always read anew, because its `version` must be today's.
 */
export function useEndpoint<L extends ReadLine>(line: L, ...[request]: RequestArgs<L>) {
  const isRecord = line.includes('/:')
  return useQuery<AnswerOf<L>, ApiError>({
    queryKey: [line, request],
    queryFn: ({ signal }) => call(line, ...([{ ...request, signal }] as unknown as RequestArgs<L>)),
    ...(isRecord ? { gcTime: 0, refetchOnWindowFocus: false } : { placeholderData: keepPreviousData }),
  })
}

/** A list that is read only while somebody looks: `request` is null while nobody does. */
export function useEndpointWhile<L extends ReadLine>(line: L, request: RequestOf<L> | null) {
  return useQuery<AnswerOf<L>, ApiError>({
    queryKey: [line, request],
    queryFn: ({ signal }) => call(line, ...([{ ...request, signal }] as unknown as RequestArgs<L>)),
    enabled: request !== null,
    placeholderData: keepPreviousData,
  })
}

/** What was read is no longer so: somebody else changed it or took it away. */
const isOutdated = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409)

const everyMinute = 60_000

/**
 * An answer that grows old by itself: while somebody looks it is read again each minute, and at once when they
 * come back. `request` is null while it is not known what to ask for.
 */
export function useLive<L extends ReadLine>(line: L, request: RequestOf<L> | null) {
  return useQuery<AnswerOf<L>, ApiError>({
    queryKey: [line, request],
    queryFn: ({ signal }) => call(line, ...([{ ...request, signal }] as unknown as RequestArgs<L>)),
    enabled: request !== null,
    refetchInterval: everyMinute,
    placeholderData: keepPreviousData,
  })
}

/** A call that writes; whatever was read from the same path is then read again. */
export function useSave<L extends Line>(line: L) {
  const client = useQueryClient()
  const [, path = ''] = line.split(' ')
  const root = path.replace(/\/:.*/, '')
  return async (...args: RequestArgs<L>) => {
    const readAgain = () =>
      client.invalidateQueries({ predicate: ({ queryKey: [key] }) => String(key) === `GET ${root}` })
    try {
      const answer = await call(line, ...args)
      void readAgain()
      return answer
    } catch (error) {
      if (isOutdated(error)) void readAgain()
      followRights(error)
      throw error
    }
  }
}
