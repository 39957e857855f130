import type { Rol } from '@flota/contract/core/access.ts'
import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import { fieldErrors, invalidShapeText } from '@flota/contract/core/validation.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid } from '../errors.ts'
import type { Session } from './authentication.ts'
import { keyProblem } from './idempotency.ts'
import { takesNothing } from './jsonSchema.ts'

/** A path parameter is never empty: `/api/rutas/` is an unknown path. */
const pattern = (path: string) => path.replace(/:(\w+)/g, ':$1(^.+$)')

/** Returns a call's addresses: those below /usuarios and /piloto also exist below /api (docs/contract/general.md). */
export const routePaths = (path: string) =>
  (/^\/api\/(usuarios|piloto)(\/|$)/.test(path) ? [path, path.slice('/api'.length)] : [path]).map(pattern)

export interface ParsedRequest<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}

/** Parses a request by its endpoint's schemas. @throws {HttpError} 400 with all wrong fields */
export async function parseRequest<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  session: Pick<Session, 'rol_nombre' | 'isApiToken'> | undefined,
): Promise<ParsedRequest<E>> {
  const params = endpoint.params.safeParse(request.params)
  const query = endpoint.query.safeParse(withoutEmptyValues(request.query))
  const body = endpoint.body.safeParse(visibleFields(endpoint, request.body ?? {}, session?.rol_nombre))
  const isNull = request.body === null && !takesNothing(endpoint.body)
  const problems = [
    ...(session?.isApiToken ? unknownParameters(endpoint, request.query) : []),
    ...Object.entries(endpoint.findInputErrors?.(request) ?? {}),
    ...keyProblem(endpoint, request, body.data),
  ]
  const isParsed = params.success && query.success && body.success && !isNull && problems.length === 0
  const storedErrors = Object.entries((await endpoint.findStoredErrors?.(request, !isParsed)) ?? {})
  if (isParsed && storedErrors.length === 0) {
    // zod types the result of a generic schema as unknown.
    return { params: params.data, query: query.data, body: body.data } as ParsedRequest<E>
  }
  const schemaErrors = [body, query, params].flatMap(({ error }) =>
    error ? Object.entries(fieldErrors(error)) : [],
  )
  const errors = [...problems, ...schemaErrors, ...storedErrors]
  // A body that is not an object has no field to name.
  throw invalid(Object.fromEntries(errors), errors.length > 0 ? undefined : invalidShapeText)
}

/** Returns an error for each query parameter that the endpoint does not have. The web app may send some of a later release. */
const unknownParameters = ({ query }: Endpoint, sent: unknown): [string, string][] =>
  Object.keys(sent ?? {})
    .filter((name) => !(query instanceof z.ZodObject && Object.hasOwn(query.shape, name)))
    .map((name) => [name, 'Este parámetro no existe.'])

/** An empty query value counts as absent. */
const withoutEmptyValues = (query: unknown) =>
  Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''))

/** Ignores the administrator's fields when another role sends them. */
function visibleFields({ administradorFields }: Endpoint, body: {}, rol: Rol | undefined): unknown {
  const hidden = rol === 'administrador' ? [] : administradorFields
  if (!hidden.some((field) => field in Object(body))) return body
  return Object.fromEntries(Object.entries(body).filter(([field]) => !hidden.includes(field)))
}
