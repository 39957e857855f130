import { z } from 'zod'
import type { Access, Caller } from './access.ts'
import { type CallAccess, type ContractLine, calls } from './calls.ts'

/**
 * Shape of the response (docs/contract/general.md). `bare` has no envelope. `filas` has rows and totals,
 * paged if the rows are trips.
 */
export type Wrapping = 'data' | 'rows' | 'page' | 'filas' | 'bare'

/** Path parameters and query before validation. */
export interface RawInput {
  params: unknown
  query: unknown
}

/** Returns the value under a name in `params` or `query`. */
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
  /** `message` of a success. */
  message?: string
  /** POST creates a record and returns 201. */
  creates?: true
  /** Returns 201 or 200, depending on the query. */
  mayCreate?: true
  /** Accepts Idempotency-Key (docs/contract/general.md). Default: true for calls that create a record. */
  idempotent?: boolean
  /**
   * Body fields added after the first release. With their default value they don't count in the hash of an
   * idempotency key.
   */
  fieldsAddedLater?: readonly string[]
  /** Error statuses besides those implied by access, input and method. */
  errorStatuses?: readonly number[]
  /** Data fields that a repeat with the same idempotency key omits. */
  omittedOnRepeat?: readonly string[]
  /** Media types of the response, by default JSON. */
  mediaTypes?: readonly string[]
  /** Schema of the warnings that a success may carry. */
  avisos?: z.ZodType<unknown[]>
  /** Body fields that are ignored unless the caller is an administrador. */
  administradorFields?: readonly string[]
  /** Maximum bytes of the body, by default 1 MiB. */
  bodyLimit?: number
  /** Media types of a binary body, detected from its bytes. Content-Type is ignored. */
  bodyMediaTypes?: readonly string[]
  /** Action in the log if the call changes a record's state instead of editing it. */
  logAction?: 'estado'
  /** Returns the access rule for this request. undefined falls back to calls.ts. */
  resolveAccess?: (input: RawInput, caller: Caller) => Access | undefined
  /** Returns the 404 message for unknown path parameters, checked before the rest of the input. */
  notFoundMessage?: (input: RawInput) => string | undefined
  /** Returns errors of path and query together, by query field. */
  findInputErrors?: (input: RawInput) => Record<string, string>
}

export interface Endpoint<
  L extends ContractLine = ContractLine,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  W extends Wrapping = Wrapping,
> {
  line: L
  summary: string
  method: string
  /** Has `:name` for each parameter. */
  path: string
  access: CallAccess
  params: P
  query: Q
  body: B
  data: D
  wrapping: W
  message: string
  creates: boolean
  mayCreate: boolean
  idempotent: boolean
  fieldsAddedLater: readonly string[]
  errorStatuses: readonly number[]
  omittedOnRepeat: readonly string[]
  mediaTypes: readonly string[]
  avisos: z.ZodType<unknown[]> | undefined
  administradorFields: readonly string[]
  bodyLimit: number
  bodyMediaTypes: readonly string[]
  logAction: 'editar' | 'estado'
  resolveAccess: ((input: RawInput, caller: Caller) => Access | undefined) | undefined
  notFoundMessage: ((input: RawInput) => string | undefined) | undefined
  findInputErrors: ((input: RawInput) => Record<string, string>) | undefined
}

const nothing = z.object({})
type EmptyObject = typeof nothing

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
  return {
    line,
    summary: shape.summary,
    method,
    path,
    access: calls[line],
    // P, Q, B and W default to these values; TypeScript does not infer that through `??`.
    params: shape.params ?? (nothing as unknown as P),
    query: shape.query ?? (nothing as unknown as Q),
    body: shape.body ?? (nothing as unknown as B),
    data: shape.data,
    wrapping: shape.wrapping ?? ('data' as W),
    message: shape.message ?? 'Datos obtenidos correctamente',
    creates: shape.creates ?? false,
    mayCreate: shape.mayCreate ?? false,
    idempotent: shape.idempotent ?? shape.creates ?? false,
    fieldsAddedLater: shape.fieldsAddedLater ?? [],
    errorStatuses: shape.errorStatuses ?? [],
    omittedOnRepeat: shape.omittedOnRepeat ?? [],
    mediaTypes: shape.mediaTypes ?? ['application/json'],
    avisos: shape.avisos,
    administradorFields: shape.administradorFields ?? [],
    bodyLimit: shape.bodyLimit ?? 1024 * 1024,
    bodyMediaTypes: shape.bodyMediaTypes ?? [],
    logAction: shape.logAction ?? 'editar',
    resolveAccess: shape.resolveAccess,
    notFoundMessage: shape.notFoundMessage,
    findInputErrors: shape.findInputErrors,
  }
}
