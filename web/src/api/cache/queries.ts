import type { ContractLine } from '@flota/contract/core/calls.ts'
import {
  keepPreviousData,
  type Query,
  QueryCache,
  QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError } from '../ApiError.ts'
import { type AnswerOf, asList, call, type RequestArgs, type RequestOf } from '../call.ts'
import { onReconnected } from '../connection.ts'
import { refreshPermissions } from '../verification.ts'
import { isDueDateRead, type ReadLine, readsInvalidatedBy, type TrialLine } from './invalidation.ts'

/** Reloads the permissions after a 403: an administrator has changed them meanwhile. */
export const refreshPermissionsIfForbidden = (error: unknown) => {
  if (error instanceof ApiError && error.code === 'SIN_PERMISO')
    void refreshPermissions().catch(() => undefined)
}

/** Creates the cache of one session: the next user must not see its data. */
export function createQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({ onError: refreshPermissionsIfForbidden }),
    defaultOptions: {
      queries: {
        // connection.ts probes the server; navigator.onLine may be wrong.
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isTransient,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
    },
  })
}

type ListLine = {
  [L in ReadLine]: AnswerOf<L>['data'] extends readonly unknown[] ? L : never
}[ReadLine]
/** Endpoints that return no list, no file and no record by id. The compiler requires each. */
const nonListLines: Record<
  Exclude<ReadLine, ListLine | `${string}/:${string}` | `${string}/exportar`>,
  true
> = {
  'GET /api/vivo': true,
  'GET /api/salud': true,
  'GET /api/config': true,
  'GET /api/docs': true,
  'GET /api/auth/verify': true,
  'GET /api/auth/correo': true,
  'GET /api/auth/segundo-factor': true,
  'GET /api/rutas/recientes': true,
  'GET /api/rutas/next-number': true,
  'GET /api/rutas/hojas': true,
  'POST /api/reportes/periodo': true,
  'POST /api/rutas/revision': true,
  'GET /api/buscar': true,
  'GET /api/avisos/resumen': true,
  'GET /api/ajustes': true,
  'GET /api/disponibles': true,
  'GET /api/tablero': true,
  'GET /api/tablero/semana': true,
  'GET /api/tarifas/sugerencia': true,
  'GET /api/respaldo': true,
  'GET /api/correo': true,
  'GET /api/piloto/mi-dinero': true,
  'GET /api/margen': true,
  'GET /api/por-cobrar': true,
  'GET /api/rendimiento': true,
}
const isList = (line: ReadLine | TrialLine) =>
  line.includes('/:')
    ? line.endsWith('/historial') || line === 'GET /api/por-facturar/:id'
    : line.startsWith('GET ') && !(line in nonListLines || line.endsWith('/exportar'))

const queryFnFor =
  <L extends ReadLine | TrialLine>(line: L, request: RequestOf<L> | null | undefined) =>
  async ({ signal }: { signal: AbortSignal }): Promise<AnswerOf<L>> => {
    const answer = await call(line, ...([{ ...request, signal }] as unknown as RequestArgs<L>))
    return isList(line) ? asList(answer) : answer
  }

const hasFailed = ({ state }: Query) => state.status === 'error' && state.data === undefined

/** Refetches active queries after a reconnect. A failed query keeps its error until the response arrives. */
export const refreshOnReconnect = (client: QueryClient) =>
  onReconnected(() => {
    void client.invalidateQueries({ type: 'active', predicate: (query) => !hasFailed(query) })
    for (const { queryKey } of client.getQueryCache().findAll({ type: 'active', predicate: hasFailed })) {
      const [line, request] = queryKey as [ReadLine, RequestOf<ReadLine>]
      const response = queryFnFor(line, request)({ signal: new AbortController().signal })
      response.then((answer) => client.setQueryData(queryKey, answer), refreshPermissionsIfForbidden)
    }
  })

const isRecord = (line: ReadLine) => line.includes('/:') || line === 'GET /api/ajustes'

const queryOf = <L extends ReadLine | TrialLine>(line: L, request: RequestOf<L> | null | undefined) => ({
  queryKey: [line, request],
  queryFn: queryFnFor(line, request),
  enabled: request !== null,
})

/** Reads an endpoint. A list keeps its page while the next loads; a record is never cached: its `version` must be current. */
export function useEndpoint<L extends ReadLine>(line: L, ...[request]: RequestArgs<L>) {
  return useQuery<AnswerOf<L>, ApiError>({
    ...queryOf(line, request),
    ...(isRecord(line) ? { gcTime: 0, refetchOnWindowFocus: false } : { placeholderData: keepPreviousData }),
  })
}

/** Reads an endpoint like `useEndpoint`; sends nothing while `request` is null. */
export function useEndpointIf<L extends ReadLine>(line: L, request: RequestOf<L> | null) {
  return useQuery<AnswerOf<L>, ApiError>({
    ...queryOf(line, request),
    ...(isRecord(line) && { gcTime: 0 }),
    placeholderData: keepPreviousData,
  })
}

/**
 * Asks what a write would do, with the names of trips; sends nothing while `body` is null. Never cached: every trip may have
 * changed.
 */
export function useTrialEndpoint<L extends TrialLine>(line: L, body: RequestOf<L>['body'] | null) {
  // TypeScript cannot derive the request of an endpoint chosen at run time.
  const request =
    body && ({ query: { viaje: 'si' }, body: { ...body, prueba: true } } as unknown as RequestOf<L>)
  return useQuery<AnswerOf<L>, ApiError>({
    ...queryOf(line, request),
    gcTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  })
}

const isVersionConflict = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409)

const pollIntervalMs = 60_000

/** Reads an endpoint each minute while the window is visible, and on return to it. Sends nothing while `request` is null. */
export function usePolledEndpoint<L extends ReadLine>(
  line: L,
  request: RequestOf<L> | null,
  { inBackground = false } = {},
) {
  return useQuery<AnswerOf<L>, ApiError>({
    ...queryOf(line, request),
    refetchInterval: pollIntervalMs,
    refetchIntervalInBackground: inBackground,
    placeholderData: keepPreviousData,
  })
}

/** Refetches the reads that a write invalidates and waits for them. `joining` does not restart running reads. */
export function useInvalidate(line: ContractLine) {
  const client = useQueryClient()
  const invalidated = readsInvalidatedBy(line)
  return ({ joining: keepRunning = false } = {}) =>
    client.invalidateQueries(
      { predicate: ({ queryKey: [key] }) => invalidated.includes(String(key)) },
      { cancelRefetch: !keepRunning },
    )
}

/** Writes that invalidate also when they fail: several users edit this data at the same time. */
const alwaysInvalidated = new Set<ContractLine>([
  'PUT /api/rutas/:id',
  'PATCH /api/rutas/estado',
  'PATCH /api/rutas/plan',
])

/** Returns a function that calls a writing endpoint and refetches what it invalidates. */
export function useSave<L extends ContractLine>(line: L) {
  const client = useQueryClient()
  const invalidate = useInvalidate(line)
  return async (...args: RequestArgs<L>) => {
    const invalidateAll = () => {
      void invalidate()
      void client.invalidateQueries({ predicate: ({ queryKey: [key] }) => isDueDateRead(String(key)) })
    }
    try {
      const answer = await call(line, ...args)
      invalidateAll()
      return answer
    } catch (error) {
      if (isVersionConflict(error) || alwaysInvalidated.has(line)) invalidateAll()
      refreshPermissionsIfForbidden(error)
      throw error
    }
  }
}
