import { z } from 'zod'
import type { Access, Caller } from './access.ts'
import { type CallAccess, type ContractLine, calls } from './calls.ts'

/**
 * How an answer is wrapped (docs/contract/general.md): `bare` is the body itself, without envelope; `filas` are lines and
 * their sums, in pages where they are of trips.
 */
export type Wrapping = 'data' | 'rows' | 'page' | 'filas' | 'bare'

/** What an address names, before anything of it is looked at. */
export interface RawInput {
  params: unknown
  query: unknown
}

/** What stands under a name in a part of an address. */
export const readValue = (part: unknown, name: string): unknown =>
  new Map<string, unknown>(Object.entries(part ?? {})).get(name)

interface EndpointShape<P, Q, B, D, W> {
  /** What the call does, in Spanish, for who reads the API's document. */
  summary: string
  params?: P
  query?: Q
  body?: B
  data: D
  wrapping?: W
  /** What `message` says on success. */
  message?: string
  /** A POST that makes a record answers 201. */
  creates?: true
  /** Answers 201 where it made one, else 200: which of both, its query says. */
  mayCreate?: true
  /** Takes the header Idempotency-Key (docs/contract/general.md), as a POST that makes a record does unless it says no. */
  idempotent?: boolean
  /** Fields of the body that came later than its keys: one that says what its absence says is no part of what is asked. */
  added?: readonly string[]
  /** Statuses that it refuses with beside those that follow from its access, input and method. */
  refuses?: readonly number[]
  /** Fields of the data that a repeat by its key is not told again. */
  shownOnce?: readonly string[]
  /** What kinds of file the answer can be, where it is none of JSON. */
  media?: readonly string[]
  /** What a success may tell beside its data. */
  avisos?: z.ZodType<unknown[]>
  /** Fields of the body that only an administrador's is looked at for. */
  ofAdministrador?: readonly string[]
  /** The most bytes of a body, where it is not a megabyte. */
  bodyLimit?: number
  /** The body is no JSON but bytes, of one of these kinds; whatever its Content-Type says, the bytes tell. */
  takes?: readonly string[]
  /** The log calls what it changes in a record that stays a change of state, no edit. */
  cambio?: 'estado'
  /** Who may, where what its address names or what else the caller may decides; what it leaves open, the line says. */
  accessBy?: (asked: RawInput, caller: Caller) => Access | undefined
  /** The 404 of what its address names, where that is told before the rest is looked at. */
  unknown?: (asked: RawInput) => string | undefined
  /** What is wrong with what address and query say together, by the query's names. */
  problems?: (asked: RawInput) => Record<string, string>
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
  /** With `:name` for each parameter. */
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
  added: readonly string[]
  refuses: readonly number[]
  shownOnce: readonly string[]
  media: readonly string[]
  avisos: z.ZodType<unknown[]> | undefined
  ofAdministrador: readonly string[]
  bodyLimit: number
  takes: readonly string[]
  cambio: 'editar' | 'estado'
  accessBy: ((asked: RawInput, caller: Caller) => Access | undefined) | undefined
  unknown: ((asked: RawInput) => string | undefined) | undefined
  problems: ((asked: RawInput) => Record<string, string>) | undefined
}

const nothing = z.object({})
type EmptyObject = typeof nothing

/** One line of the contract: who may call it stands in calls.ts, what comes in and goes out here. */
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
    // The defaults of P, Q, B and W are these very values; TypeScript cannot see it through `??`.
    params: shape.params ?? (nothing as unknown as P),
    query: shape.query ?? (nothing as unknown as Q),
    body: shape.body ?? (nothing as unknown as B),
    data: shape.data,
    wrapping: shape.wrapping ?? ('data' as W),
    message: shape.message ?? 'Datos obtenidos correctamente',
    creates: shape.creates ?? false,
    mayCreate: shape.mayCreate ?? false,
    idempotent: shape.idempotent ?? shape.creates ?? false,
    added: shape.added ?? [],
    refuses: shape.refuses ?? [],
    shownOnce: shape.shownOnce ?? [],
    media: shape.media ?? ['application/json'],
    avisos: shape.avisos,
    ofAdministrador: shape.ofAdministrador ?? [],
    bodyLimit: shape.bodyLimit ?? 1024 * 1024,
    takes: shape.takes ?? [],
    cambio: shape.cambio ?? 'editar',
    accessBy: shape.accessBy,
    unknown: shape.unknown,
    problems: shape.problems,
  }
}
