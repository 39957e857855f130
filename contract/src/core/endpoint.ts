import { z } from 'zod'
import type { Access, Caller } from './access.ts'
import { type CallAccess, type ContractLine, calls } from './calls.ts'

/** Response shape (docs/contract/general.md). `bare` has no envelope; `filas` has rows and totals. */
export type Wrapping = 'data' | 'rows' | 'page' | 'filas' | 'bare'

export interface RawInput {
  params: unknown
  query: unknown
  headers?: unknown
}

/** Returns the value under a name in `params`, `query` or `headers`. */
export const readValue = (part: unknown, name: string): unknown =>
  new Map<string, unknown>(Object.entries(part ?? {})).get(name)

interface EndpointShape<P, Q, B, D, W> {
  /** Purpose of the call in Spanish, for the OpenAPI document. */
  summary: string
  params?: P
  query?: Q
  body?: B
  data: D
  wrapping?: W
  message?: string
  /** POST creates a record and returns 201. */
  creates?: boolean
  /** Returns 201 or 200, depending on the query or `trialField`. */
  mayCreate?: boolean
  /** Body field: while it is true, the call writes nothing, returns 200 and ignores an Idempotency-Key. */
  trialField?: string
  /** Accepts Idempotency-Key (docs/contract/general.md). Default: true for calls that create a record. */
  idempotent?: boolean
  /** Fields of a later release, of the body or of a file's query. Idempotency keys ignore them while they have their default. */
  fieldsAddedLater?: readonly string[]
  /** Headers that the call reads, and their meaning. */
  headers?: Readonly<Record<string, string>>
  /** Error statuses besides those implied by access, input and method. */
  errorStatuses?: readonly number[]
  /** Data fields that a repeat with the same idempotency key omits. */
  omittedOnRepeat?: readonly string[]
  /** Media types of the response, by default JSON. */
  mediaTypes?: readonly string[]
  /** Schema of the warnings that a success may carry. */
  avisos?: z.ZodType<unknown[]>
  /** Schema of the sums that a list has beside `paginacion`. */
  totales?: z.ZodType
  /** Body fields that are ignored unless the caller is an administrador. */
  administradorFields?: readonly string[]
  /** Maximum bytes of the body, by default 1 MiB. */
  bodyLimit?: number
  /** Media types of a binary body, detected from its bytes. Content-Type is ignored. */
  bodyMediaTypes?: readonly string[]
  /** Action in the log, by default 'editar'. */
  logAction?: 'editar' | 'estado'
  /** Returns the access rule for this request. undefined falls back to calls.ts. */
  resolveAccess?: (input: RawInput, caller: Caller) => Access | undefined
  /** Returns the 404 message for unknown path parameters, checked before the rest of the input. */
  notFoundMessage?: (input: RawInput) => string | undefined
  /** Returns errors of path, query and headers together, by query field. */
  findInputErrors?: (input: RawInput) => Record<string, string>
  /** Set by the server. Returns errors that depend on the stored record. @param isWrong the request has other errors */
  findStoredErrors?: (
    request: RawInput & { body: unknown },
    isWrong: boolean,
  ) => Promise<Record<string, string>>
}

/** Options without a default. */
type Hooks =
  | 'avisos'
  | 'totales'
  | 'trialField'
  | 'resolveAccess'
  | 'notFoundMessage'
  | 'findInputErrors'
  | 'findStoredErrors'

export interface Endpoint<
  L extends ContractLine = ContractLine,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  W extends Wrapping = Wrapping,
> extends Required<Omit<EndpointShape<P, Q, B, D, W>, Hooks>>,
    Pick<EndpointShape<P, Q, B, D, W>, Hooks> {
  line: L
  method: string
  path: string
  access: CallAccess
}

/** Whether the body asks only what the call would do. */
export const isTrial = ({ trialField }: Pick<Endpoint, 'trialField'>, body: unknown): boolean =>
  trialField !== undefined && readValue(body, trialField) === true

const nothing = z.object({})
type EmptyObject = typeof nothing

const defaults = {
  params: nothing,
  query: nothing,
  body: nothing,
  wrapping: 'data',
  message: 'Datos obtenidos correctamente',
  creates: false,
  mayCreate: false,
  fieldsAddedLater: [],
  headers: {},
  errorStatuses: [],
  omittedOnRepeat: [],
  mediaTypes: ['application/json'],
  administradorFields: [],
  bodyLimit: 1024 * 1024,
  bodyMediaTypes: [],
  logAction: 'editar',
}

/** Header of calls that clients repeat. */
export const revalidation = {
  'If-None-Match': 'El `ETag` de la respuesta anterior. Si nada cambió, responde 304 sin cuerpo.',
}

/** Defines an endpoint. Its access rule comes from calls.ts. */
export function endpoint<
  L extends ContractLine,
  D extends z.ZodType,
  P extends z.ZodType = EmptyObject,
  Q extends z.ZodType = EmptyObject,
  B extends z.ZodType = EmptyObject,
  W extends Wrapping = 'data',
>(line: L, shape: EndpointShape<P, Q, B, D, W>): Endpoint<L, P, Q, B, D, W> {
  const [method = '', path = ''] = line.split(' ')
  const idempotent = shape.creates ?? false
  // P, Q, B and W default to the types of `defaults`; TypeScript does not infer that.
  return {
    ...defaults,
    idempotent,
    ...shape,
    line,
    method,
    path,
    access: calls[line],
  } as unknown as Endpoint<L, P, Q, B, D, W>
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Returns the part of an endpoint that describes a file as response. */
export const fileResponse = (message: string, ...mediaTypes: string[]) =>
  ({ data: z.string(), wrapping: 'bare', mediaTypes, message }) as const
