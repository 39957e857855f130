import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { onResponseClose } from '../limits/onResponseClose.ts'
import type { RequestKind, RequestQueue } from '../limits/requestQueue.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the request's turn, for example before a wait in another queue; undefined while it has none. */
    endTurn: (() => void) | undefined
    /** The handler has begun. */
    isHandled: boolean | undefined
  }
}

function kindOf({ line, method }: Endpoint): RequestKind {
  if (/\/(exportar|hojas?|pdf)$/.test(line)) return 'export'
  if (/ \/api\/(reportes|margen)\b/.test(line)) return 'report'
  return method === 'GET' || line === 'POST /api/rutas/revision' ? 'read' : 'write'
}

/** Whether the handler reads or sends a file as slowly as the client's network. Such requests have other limits. */
const transfersFile = ({ line, bodyMediaTypes }: Endpoint) =>
  bodyMediaTypes.length > 0 || line === 'GET /api/archivos/:id/contenido'

/** Gives each request of an endpoint a turn in the queue, for authentication and handler but not for its slow body. */
export function createTurns(queue: RequestQueue, endpoint: Endpoint) {
  const kind = kindOf(endpoint)
  const isQueued = endpoint.access !== 'public'
  const isHandlerQueued = isQueued && !transfersFile(endpoint)
  const endTurn = (request: FastifyRequest) => {
    request.endTurn?.()
    request.endTurn = undefined
  }
  return {
    /** @throws {HttpError} 503 */
    begin: async (request: FastifyRequest, { raw }: FastifyReply): Promise<void> => {
      if (!isQueued) return
      request.endTurn = await queue.enter(kind, raw)
      // After an error before the handler, or when the client disconnects.
      onResponseClose(raw, () => {
        if (!request.isHandled) endTurn(request)
      })
    },
    pauseForBody: (request: FastifyRequest): void => {
      if (!isHandlerQueued || request.raw.complete === false) endTurn(request)
    },
    /** @throws {HttpError} 503 */
    resume: async (request: FastifyRequest, { raw }: FastifyReply): Promise<void> => {
      if (isHandlerQueued) request.endTurn ??= await queue.enter(kind, raw)
    },
    /** Runs the handler, which keeps its turn when the client disconnects. */
    end: async <T>(request: FastifyRequest, handle: () => Promise<T>): Promise<T> => {
      request.isHandled = true
      return handle().finally(() => endTurn(request))
    },
  }
}
