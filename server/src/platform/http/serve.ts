import type { Access, Rol } from '@flota/contract/access.ts'
import type { ContractLine, calls } from '@flota/contract/calls.ts'
import type { Endpoint } from '@flota/contract/endpoint.ts'
import { fieldErrors, invalidShapeText } from '@flota/contract/validation.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { Database, Writer } from '../db/sql.ts'
import { invalid, notFound, unavailable } from '../errors.ts'
import { allowedWithoutFreeSpace, diskFullError } from '../limits/freeDiskSpace.ts'
import { createAuthentication, type FindSession, type Session } from './authentication.ts'
import { type IdempotencyKey, idempotencyKeyOf, keyProblem, runOnce } from './idempotency.ts'
import { takesNothing } from './jsonSchema.ts'
import { rawBodyRoute } from './rawBodyRoute.ts'
import { pickFields, routePaths, withoutEmptyValues } from './requestInput.ts'

/** The web server, its database, how it knows who calls, what it can take on now, and which methods each path has. */
export interface App {
  fastify: FastifyInstance
  db: Database
  findSession: FindSession
  hasFreeSpace: () => Promise<boolean>
  isOverloaded: () => boolean
  methods: Map<string, string[]>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which call of the contract a route serves, by whichever address. */
    line?: ContractLine
    /** Its body is no JSON. */
    hasRawBody?: boolean
  }
}

/** A public call has no session; every other has one. */
type SessionOf<L extends ContractLine> = (typeof calls)[L] extends 'public' ? undefined : Session

export interface Input<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  session: SessionOf<E['line']>
  /** All that a caller's right is needed for is written through it. */
  db: Writer
  /** After waiting for a turn. @throws {HttpError} 401 or 403 where the caller no longer has the right */
  revalidate: () => Promise<void>
  /** Where only the record decides who may call. @throws {HttpError} 403 where the caller may not, now or by the end */
  requireAccess: (access: Access) => void
  request: FastifyRequest
  reply: FastifyReply
}

/** A page of a list: its rows, and how many there are in all. `exacto` only for routes. */
export interface PageOf<Rows> {
  rows: Rows
  total: number
  exacto?: boolean
}

/** Lines and their sums; `total` where the lines are a page of so many. */
interface FilasOf<Data> {
  data: Data
  total?: number | undefined
}

/** A result with more than its data: a message that depends on what was done, and what speaks against it. */
export class Reply<Data> {
  readonly message: string
  readonly data: Data
  readonly avisos: unknown[]

  constructor(message: string, data: Data, avisos: unknown[] = []) {
    this.message = message
    this.data = data
    this.avisos = avisos
  }
}

type Result<E extends Endpoint> = E['wrapping'] extends 'page'
  ? PageOf<z.input<E['data']>>
  : E['wrapping'] extends 'filas'
    ? FilasOf<z.input<E['data']>>
    : z.input<E['data']>

type Handler<E extends Endpoint, In> = (
  input: In,
) => Promise<Result<E> | Reply<Result<E>>> | Result<E> | Reply<Result<E>>

/** Parses what the handler gives before it leaves. */
export const serve = <E extends Endpoint>(app: App, endpoint: E, handle: Handler<E, Input<E>>): void =>
  servePrepared(app, endpoint, async () => undefined, handle)

/** What takes long and writes nothing is made ready first: no connection is held meanwhile. */
export function servePrepared<E extends Endpoint, Ready>(
  app: App,
  endpoint: E,
  prepare: (input: Input<E>) => Promise<Ready>,
  handle: Handler<E, Input<E> & { ready: Ready }>,
): void {
  serveRaw(app, endpoint, async (input) => {
    const ready = await prepare(input)
    return respondOnce(endpoint, input, idempotencyKeyOf(endpoint, input), (db) =>
      handle({ ...input, db, ready }),
    )
  })
}

/** The envelope of what `work` gives, or of what it gave to the first request with that key. */
export async function respondOnce<E extends Endpoint>(
  endpoint: E,
  { db, query, reply }: Input<E>,
  key: IdempotencyKey | undefined,
  work: (db: Writer) => ReturnType<Handler<E, Input<E>>>,
): Promise<unknown> {
  const respond = async (writer: Writer) => {
    const result = await work(writer)
    return wrapReply(endpoint, result instanceof Reply ? result : new Reply(endpoint.message, result), query)
  }
  const answer = await runOnce(db, key, respond, (first) => withoutSecrets(endpoint, first))
  if (endpoint.creates) void reply.code(201)
  return answer
}

/**
 * The same guard for an answer that is not JSON of ours: the handler gives what is sent.
 * @param begin may refuse a call before anything is asked for it
 */
export function serveRaw<E extends Endpoint>(
  { fastify, db, findSession, hasFreeSpace, isOverloaded, methods }: App,
  endpoint: E,
  handle: (input: Input<E>) => Promise<unknown>,
  beforeAuthentication?: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const guard = createAuthentication(endpoint, findSession)
  const takesBytes = endpoint.takes.length > 0
  // Bytes are looked at first: their handler asks for room.
  const needsRoom = endpoint.method !== 'GET' && !allowedWithoutFreeSpace.has(endpoint.line) && !takesBytes
  for (const url of routePaths(endpoint.path)) {
    methods.set(url, [...(methods.get(url) ?? []), endpoint.method])
    const route: RouteOptions = {
      method: endpoint.method,
      url,
      config: { line: endpoint.line, hasRawBody: takesBytes },
      bodyLimit: endpoint.bodyLimit,
      // Before the body is read: a caller without the right learns nothing else.
      onRequest: async (request, reply) => {
        // Before the database is asked for it: requests under way come first.
        if (endpoint.access !== 'public' && isOverloaded()) throw unavailable()
        beforeAuthentication?.(request, reply)
        await guard.admit(request)
        request.revalidate = () => guard.stillAdmit(request)
        if (needsRoom && !(await hasFreeSpace())) throw diskFullError(request)
      },
      // The body may have taken its time.
      preValidation: (request) => guard.admitAgain(request),
      handler: (request, reply) => handle(inputOf(endpoint, { request, reply, db, ...guard })),
    }
    if (takesBytes) rawBodyRoute(fastify, route)
    else fastify.route(route)
  }
}

type GuardedRequest = Pick<Input<Endpoint>, 'request' | 'reply'> & { db: Database } & ReturnType<
    typeof createAuthentication
  >

/** @throws {HttpError} 400 telling all wrong fields; before it 404 of some calls */
function inputOf<E extends Endpoint>(
  endpoint: E,
  { request, reply, db, ...guard }: GuardedRequest,
): Input<E> {
  const unknown = endpoint.unknown?.(request)
  if (unknown) throw notFound(unknown)
  const session = guard.sessionOf(request)
  return {
    ...parseRequest(endpoint, request, session?.rol_nombre),
    // calls.ts says for this very line whether there is a session; the type above reads it there.
    session: session as SessionOf<E['line']>,
    db: guard.writerFor(request, db),
    revalidate: () => guard.stillAdmit(request),
    requireAccess: (access) => guard.narrow(request, access),
    request,
    reply,
  }
}

/** All wrong fields are told at once, wherever in the request they stand. */
function parseRequest<E extends Endpoint>(endpoint: E, request: FastifyRequest, rol: Rol | undefined) {
  const params = endpoint.params.safeParse(request.params)
  const query = endpoint.query.safeParse(withoutEmptyValues(request.query))
  const sent = request.body ?? {}
  const isSeen = (field: string) => rol === 'administrador' || !endpoint.ofAdministrador.includes(field)
  const body = endpoint.body.safeParse(
    endpoint.ofAdministrador.some((field) => field in Object(sent)) ? pickFields(sent, isSeen) : sent,
  )
  const isNull = request.body === null && !takesNothing(endpoint.body)
  const more = [...Object.entries(endpoint.problems?.(request) ?? {}), ...keyProblem(endpoint, request)]
  if (params.success && query.success && body.success && !isNull && more.length === 0) {
    // zod types the result of a generic schema as unknown; it has just been parsed by it.
    return { params: params.data, query: query.data, body: body.data } as Pick<
      Input<E>,
      'params' | 'query' | 'body'
    >
  }
  const wrong = [body, query, params].flatMap(({ error }) =>
    error ? Object.entries(fieldErrors(error)) : [],
  )
  const told = [...more, ...wrong]
  // Of a body that is no object there is no field to point at.
  throw invalid(Object.fromEntries(told), told.length > 0 ? undefined : invalidShapeText)
}

/** What a key keeps of an answer: what is shown only once is not in it. */
const withoutSecrets = ({ shownOnce }: Endpoint, answer: unknown): unknown => {
  if (shownOnce.length === 0) return answer
  const { data, ...rest } = Object(answer) as { data?: object }
  return { ...rest, data: { ...data, ...Object.fromEntries(shownOnce.map((name) => [name, null])) } }
}

/** For a handler that writes its answer itself: what is around its data, which is parsed. */
export const envelope = <E extends Endpoint>(endpoint: E, data: Result<E>, query: unknown): unknown =>
  wrapReply(endpoint, new Reply(endpoint.message, data), query)

function paginacionOf(query: unknown, total: number) {
  // Every list in pages has both numbers in its query.
  const { pagina, porPagina } = query as { pagina: number; porPagina: number }
  return { pagina, porPagina, total, paginas: Math.ceil(total / porPagina) }
}

/** The envelope of docs/contract/general.md. */
function wrapReply(endpoint: Endpoint, { message, data: result, avisos }: Reply<unknown>, query: unknown) {
  if (endpoint.wrapping === 'bare') return endpoint.data.parse(result)
  const told = avisos.length > 0 && { avisos: endpoint.avisos?.parse(avisos) }
  const envelope = { success: true, message, ...told }
  if (endpoint.wrapping === 'filas') {
    // `Result` above demands it of handlers with this wrapping, as it does a Page below.
    const { data, total } = result as FilasOf<{ filas: unknown[] }>
    const paginacion = total !== undefined && { paginacion: paginacionOf(query, total) }
    return { ...envelope, data: endpoint.data.parse(data), count: data.filas.length, ...paginacion }
  }
  if (endpoint.wrapping === 'page') {
    const { rows, total, exacto } = result as PageOf<unknown[]>
    const paginacion = paginacionOf(query, total)
    const data = endpoint.data.parse(rows)
    return {
      ...envelope,
      data,
      count: rows.length,
      paginacion: exacto === undefined ? paginacion : { ...paginacion, exacto },
    }
  }
  const data = endpoint.data.parse(result)
  return endpoint.wrapping === 'rows' && Array.isArray(data)
    ? { ...envelope, data, count: data.length }
    : { ...envelope, data }
}
