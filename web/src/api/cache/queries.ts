import type { ContractLine } from '@flota/contract/calls.ts'
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
import { isDueDateRead, type ReadLine, readsInvalidatedBy } from './invalidation.ts'

/** A 403 means that a right was taken away meanwhile, so the screens ask for the rights again. */
export const refreshPermissionsIfForbidden = (error: unknown) => {
  if (error instanceof ApiError && error.code === 'SIN_PERMISO')
    void refreshPermissions().catch(() => undefined)
}

/** One cache per session, so that nothing read by one user is shown to the next. */
export function createQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({ onError: refreshPermissionsIfForbidden }),
    defaultOptions: {
      queries: {
        // connection.ts knows by trying whether the server is reachable; the browser's guess may be wrong.
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
/** What answers no list and no file, and reads no record by its id: the compiler demands each. */
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
  'GET /api/tarifas/sugerencia': true,
  'GET /api/respaldo': true,
  'GET /api/correo': true,
  'GET /api/piloto/mi-dinero': true,
  'GET /api/margen': true,
}
/** Whose answer must be a list: a screen of another shape could not draw it. */
const isList = (line: ReadLine) =>
  line.includes('/:') ? line.endsWith('/historial') : !(line in nonListLines || line.endsWith('/exportar'))

/** What reads a line; the request and the query's own signal are the call's parts. */
const queryFnFor =
  <L extends ReadLine>(line: L, request: RequestOf<L> | null | undefined) =>
  async ({ signal }: { signal: AbortSignal }): Promise<AnswerOf<L>> => {
    const answer = await call(line, ...([{ ...request, signal }] as unknown as RequestArgs<L>))
    return isList(line) ? asList(answer) : answer
  }

const hasFailed = ({ state }: Query) => state.status === 'error' && state.data === undefined

/** What failed keeps its error until its answer is there. */
export const refreshOnReconnect = (client: QueryClient) =>
  onReconnected(() => {
    void client.invalidateQueries({ type: 'active', predicate: (query) => !hasFailed(query) })
    for (const { queryKey } of client.getQueryCache().findAll({ type: 'active', predicate: hasFailed })) {
      const [line, request] = queryKey as [ReadLine, RequestOf<ReadLine>]
      const ask = queryFnFor(line, request)({ signal: new AbortController().signal })
      ask.then((answer) => client.setQueryData(queryKey, answer), refreshPermissionsIfForbidden)
    }
  })

/** What is read to be edited. */
const isRecord = (line: ReadLine) => line.includes('/:') || line === 'GET /api/ajustes'

/** A reading line's answer. A list keeps its page while the next loads; a record is always read anew for its `version`. */
export function useEndpoint<L extends ReadLine>(line: L, ...[request]: RequestArgs<L>) {
  return useQuery<AnswerOf<L>, ApiError>({
    queryKey: [line, request],
    queryFn: queryFnFor(line, request),
    ...(isRecord(line) ? { gcTime: 0, refetchOnWindowFocus: false } : { placeholderData: keepPreviousData }),
  })
}

/** As `useEndpoint`, but reads nothing while `request` is null. */
export function useEndpointIf<L extends ReadLine>(line: L, request: RequestOf<L> | null) {
  return useQuery<AnswerOf<L>, ApiError>({
    queryKey: [line, request],
    queryFn: queryFnFor(line, request),
    enabled: request !== null,
    placeholderData: keepPreviousData,
  })
}

const isVersionConflict = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409)

const pollIntervalMs = 60_000

/** As `useEndpoint`, and reads again each minute while the window is visible and on return to it. Null `request` waits. */
export function usePolledEndpoint<L extends ReadLine>(line: L, request: RequestOf<L> | null) {
  return useQuery<AnswerOf<L>, ApiError>({
    queryKey: [line, request],
    queryFn: queryFnFor(line, request),
    enabled: request !== null,
    refetchInterval: pollIntervalMs,
    placeholderData: keepPreviousData,
  })
}

/** Reads again what a write makes old; ends when that has been read. `joining` waits for what is being read already. */
export function useInvalidate(line: ContractLine) {
  const client = useQueryClient()
  const invalidated = readsInvalidatedBy(line)
  return ({ joining: keepRunning = false } = {}) =>
    client.invalidateQueries(
      { predicate: ({ queryKey: [key] }) => invalidated.includes(String(key)) },
      { cancelRefetch: !keepRunning },
    )
}

/** Whose screens show what others change at the same time: they are read again whatever came of the call. */
const alwaysInvalidated = new Set<ContractLine>(['PUT /api/rutas/:id', 'PATCH /api/rutas/estado'])

/** A call that writes; what it makes old, and what is due, are then read again. */
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
