import type { Access } from '@flota/contract/core/access.ts'
import type { ContractLine, calls } from '@flota/contract/core/calls.ts'
import { type Endpoint, isTrial } from '@flota/contract/core/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { Database, Db, Writer } from '../db/sql.ts'
import { notFound } from '../errors.ts'
import { diskFullError, isLimitedWrite } from '../limits/freeDiskSpace.ts'
import type { RequestQueue } from '../limits/requestQueue.ts'
import {
  createAuthentication,
  requireAccess,
  type Session,
  type SessionLookup,
  sessionOf,
} from './authentication.ts'
import { rawBodyRoute } from './configureRequests.ts'
import { type IdempotencyKey, idempotencyKeyOf, runOnce, withoutSecrets } from './idempotency.ts'
import { type ParsedRequest, parseRequest, routePaths } from './requestInput.ts'
import { createTurns } from './turns.ts'

export interface App {
  fastify: FastifyInstance
  db: Database
  sessions: SessionLookup
  hasFreeSpace: () => Promise<boolean>
  requests: RequestQueue
  /** Methods of each path. */
  methods: Map<string, string[]>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's line for the route, the same for both of its addresses. */
    line?: ContractLine
    /** The body is a file, not JSON. */
    hasRawBody?: boolean
  }
}

type SessionOf<L extends ContractLine> = (typeof calls)[L] extends 'public' ? undefined : Session

export interface Input<E extends Endpoint> extends ParsedRequest<E> {
  session: SessionOf<E['line']>
  /** Writes through it are undone if the user loses the permission meanwhile. */
  db: Writer
  /** Reads through it prove a remembered session. */
  reader: Db
  /** Call it after a wait in a queue. @throws {HttpError} 401 or 403 if the user lost the permission */
  revalidate: () => Promise<void>
  /** Adds a requirement that depends on the record. @throws {HttpError} 403 */
  requireAccess: (access: Access) => void
  request: FastifyRequest
  reply: FastifyReply
}

/** A page of a list. `exacto` is false if `total` is a lower bound. `totales` are the endpoint's sums. */
export interface PageOf<Rows> {
  rows: Rows
  total: number
  exacto?: boolean
  /** Where a list of changes continues. */
  siguiente?: string
  totales?: unknown
}

/** Rows with sums; `total` if the rows are one page. */
interface FilasOf<Data> {
  data: Data
  total?: number | undefined
}

/** A result with its own message and warnings. */
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

export type Result<E extends Endpoint> = E['wrapping'] extends 'page'
  ? PageOf<z.input<E['data']>>
  : E['wrapping'] extends 'filas'
    ? FilasOf<z.input<E['data']>>
    : z.input<E['data']>

export type Handler<E extends Endpoint, In> = (
  input: In,
) => Promise<Result<E> | Reply<Result<E>>> | Result<E> | Reply<Result<E>>

/** Adds an endpoint's route. Validates the request, and the handler's result before it is sent. */
export const serve = <E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: Handler<E, Input<E>>,
  options?: RouteSettings,
): void => servePrepared(app, endpoint, async () => undefined, handle, options)

/** As `serve`; runs the handler in a transaction. */
export const serveWrite = <E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (tx: Db, input: Input<E>) => Promise<Result<E> | Reply<Result<E>>>,
): void => serve(app, endpoint, (input) => input.db.transaction((tx) => handle(tx, input)))

/** As `serve`; `prepare` does slow work without writes first, so that it holds no connection. */
export function servePrepared<E extends Endpoint, Ready>(
  app: App,
  endpoint: E,
  prepare: (input: Input<E>) => Promise<Ready>,
  handle: Handler<E, Input<E> & { ready: Ready }>,
  options?: RouteSettings,
): void {
  const respond = async (input: Input<E>) => {
    const ready = await prepare(input)
    const key = idempotencyKeyOf(endpoint, input)
    if (key) key.isDatabaseOnly = options?.mayRemember
    return respondOnce(endpoint, input, key, (db) => handle({ ...input, db, ready }))
  }
  serveRaw(app, endpoint, respond, options)
}

/** Returns the envelope of `work`'s result, or of the first response to the idempotency key. */
export async function respondOnce<E extends Endpoint>(
  endpoint: E,
  { db, query, body, reply }: Input<E>,
  key: IdempotencyKey | undefined,
  work: (db: Writer) => ReturnType<Handler<E, Input<E>>>,
): Promise<unknown> {
  const respond = async (writer: Writer) => {
    const result = await work(writer)
    return wrapReply(endpoint, result instanceof Reply ? result : new Reply(endpoint.message, result), query)
  }
  const answer = await runOnce(db, key, respond, (first) => withoutSecrets(endpoint, first))
  if (endpoint.creates && !isTrial(endpoint, body)) void reply.code(201)
  return answer
}

interface RouteSettings {
  /** May reject a request before any query. */
  beforeAuthentication?: (request: FastifyRequest, reply: FastifyReply) => void
  /** The handler uses the database only through `db` and `reader`, and has no other effect: see serveRead.ts. */
  mayRemember?: boolean
}

/** As `serve`, but the handler returns the response body itself. */
export function serveRaw<E extends Endpoint>(
  { fastify, db, sessions, hasFreeSpace, requests, methods }: App,
  endpoint: E,
  handle: (input: Input<E>) => Promise<unknown>,
  { beforeAuthentication, mayRemember = false }: RouteSettings = {},
): void {
  const takesBytes = endpoint.bodyMediaTypes.length > 0
  // An upload's handler checks the disk itself.
  const isLimited = isLimitedWrite(endpoint)
  const needsFreeSpace = isLimited && endpoint.method !== 'GET' && !takesBytes
  const guard = createAuthentication(endpoint, sessions, isLimited ? 'limited write' : 'read', mayRemember)
  const turns = createTurns(requests, endpoint)
  const run = (sent: SentRequest) =>
    guard.runProved(sent.request, async () => handle(await inputOf(endpoint, { ...sent, db, ...guard })))
  for (const url of routePaths(endpoint.path)) {
    methods.set(url, [...(methods.get(url) ?? []), endpoint.method])
    const route: RouteOptions = {
      method: endpoint.method,
      url,
      config: { line: endpoint.line, hasRawBody: takesBytes },
      bodyLimit: endpoint.bodyLimit,
      // Before the body is read: a user without the permission learns nothing else.
      onRequest: async (request, reply) => {
        beforeAuthentication?.(request, reply)
        await turns.begin(request, reply)
        await guard.authenticate(request)
        turns.pauseForBody(request)
        if (needsFreeSpace && !(await hasFreeSpace())) throw diskFullError(request)
      },
      // The body may have taken long.
      preValidation: async (request, reply) => {
        await turns.resume(request, reply)
        await guard.revalidate(request)
      },
      handler: (request, reply) => turns.end(request, () => run({ request, reply })),
    }
    if (takesBytes) rawBodyRoute(fastify, route)
    else fastify.route(route)
  }
}

type SentRequest = Pick<Input<Endpoint>, 'request' | 'reply'>
type GuardedRequest = SentRequest & { db: Database } & ReturnType<typeof createAuthentication>

/** @throws {HttpError} 404 of some endpoints, else 400 with all wrong fields */
async function inputOf<E extends Endpoint>(
  endpoint: E,
  { request, reply, db, ...guard }: GuardedRequest,
): Promise<Input<E>> {
  const unknownMessage = endpoint.notFoundMessage?.(request)
  if (unknownMessage) throw notFound(unknownMessage)
  const session = sessionOf(request)
  return {
    ...(await parseRequest(endpoint, request, session)),
    session: session as SessionOf<E['line']>,
    db: guard.writerFor(request, db),
    reader: guard.readerFor(request, db),
    revalidate: () => guard.revalidateRunning(request),
    requireAccess: (access) => requireAccess(request, access),
    request,
    reply,
  }
}

/** Returns the envelope for a handler that writes its response itself. */
export const envelope = <E extends Endpoint>(endpoint: E, data: Result<E>, query: unknown): unknown =>
  wrapReply(endpoint, new Reply(endpoint.message, data), query)

function paginacionOf(query: unknown, total: number) {
  // Every paged list has both in its query.
  const { pagina, porPagina } = query as { pagina: number; porPagina: number }
  return { pagina, porPagina, total, paginas: Math.ceil(total / porPagina) }
}

/** Validates a result and wraps it as docs/contract/general.md describes. */
function wrapReply(endpoint: Endpoint, { message, data: result, avisos }: Reply<unknown>, query: unknown) {
  if (endpoint.wrapping === 'bare') return endpoint.data.parse(result)
  const warnings = avisos.length > 0 && { avisos: endpoint.avisos?.parse(avisos) }
  const envelope = { success: true, message, ...warnings }
  if (endpoint.wrapping === 'filas') {
    // `Result` requires this shape of the handler, and PageOf below.
    const { data, total } = result as FilasOf<{ filas: unknown[] }>
    const paginacion = total !== undefined && { paginacion: paginacionOf(query, total) }
    return { ...envelope, data: endpoint.data.parse(data), count: data.filas.length, ...paginacion }
  }
  if (endpoint.wrapping === 'page') {
    const { rows, total, exacto, siguiente, totales } = result as PageOf<unknown[]>
    return {
      ...envelope,
      data: endpoint.data.parse(rows),
      count: rows.length,
      paginacion: { ...paginacionOf(query, total), exacto, siguiente },
      ...(endpoint.totales && { totales: endpoint.totales.parse(totales) }),
    }
  }
  const data = endpoint.data.parse(result)
  return endpoint.wrapping === 'rows' && Array.isArray(data)
    ? { ...envelope, data, count: data.length }
    : { ...envelope, data }
}
