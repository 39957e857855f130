import type { ContractLine } from '@flota/contract/core/calls.ts'
import { inactiveUserHeader } from '@flota/contract/core/inactiveUser.ts'
import type { EndpointOf } from '@flota/contract/endpoints.ts'
import type { AvisoDeViaje } from '@flota/contract/trips/revision.ts'
import type { z } from 'zod'
import { ApiError } from './ApiError.ts'
import { reportAnswer, reportConnectionLost } from './connection.ts'
import { endSession, getSession, markInactive, setNeedsSecondFactor } from './session.ts'

/** Paths and queries are text on the wire: accepts a number for every declared string. */
type NumbersAllowed<T> = { [K in keyof T]: string extends T[K] ? T[K] | number : T[K] }
type RequestPart<Name extends string, T> =
  Record<never, never> extends T ? { [K in Name]?: T } : { [K in Name]: T }

export type RequestOf<L extends ContractLine> = RequestPart<
  'params',
  NumbersAllowed<z.input<EndpointOf<L>['params']>>
> &
  RequestPart<'query', NumbersAllowed<z.input<EndpointOf<L>['query']>>> &
  RequestPart<'body', z.input<EndpointOf<L>['body']>> & {
    signal?: AbortSignal
    /** The server applies repeats with one key once (docs/contract/general.md). */
    idempotencyKey?: string
    /** Body of an endpoint that takes bytes. */
    file?: Blob
    via?: Transport
  }

/** Replacement for `fetch`, which reports no upload progress. */
type Transport = (url: string, init: RequestInit) => Promise<Response>

export type RequestArgs<L extends ContractLine> =
  Record<never, never> extends RequestOf<L> ? [request?: RequestOf<L>] : [request: RequestOf<L>]

export interface Paginacion {
  pagina: number
  porPagina: number
  total: number
  paginas: number
  /** Trips only: false if the server stopped counting at `total`. */
  exacto?: boolean
}

export interface Envelope<Data> {
  message: string
  data: Data
  /** Problems of a trip that was saved anyway. */
  avisos?: readonly AvisoDeViaje[]
}
interface EnvelopeByWrapping<Data> {
  data: Envelope<Data>
  rows: Envelope<Data> & { count: number }
  page: Envelope<Data> & {
    count: number
    paginacion: Paginacion
    /** Sums of all rows that match, if the endpoint has them. */
    totales?: Readonly<Record<string, number>>
  }
  /** `paginacion` only for rows of trips. */
  filas: Envelope<Data> & { count: number; paginacion?: Paginacion }
  /** The body is the list; a header has the total. */
  bare: { data: Data; total: number }
}

/** Response of an endpoint: the envelope of docs/contract/general.md, or the bare list. */
export type AnswerOf<L extends ContractLine> = EnvelopeByWrapping<
  z.output<EndpointOf<L>['data']>
>[EndpointOf<L>['wrapping']]

interface AnyRequest {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: unknown
  file?: Blob
  via?: Transport
  signal?: AbortSignal
  idempotencyKey?: string
}

function buildRequestUrl(line: ContractLine, { params = {}, query = {} }: AnyRequest) {
  const [method = '', path = ''] = line.split(' ')
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(present.map(([key, value]) => [key, String(value)]))
  return { method, url: search.size > 0 ? `${filled}?${search}` : filled }
}

/** Whether the caller aborted the request; a timeout counts as a lost connection instead. */
export const wasAborted = (signal: AbortSignal | null | undefined) =>
  signal?.aborted && (signal.reason as { name?: unknown } | undefined)?.name !== 'TimeoutError'

export const reportConnectionError = (message = 'Error de conexión con el servidor') => {
  reportConnectionLost()
  return new ApiError({ status: 0, code: 'SIN_CONEXION', message })
}

declare global {
  interface Window {
    /** Requests that preload.js started with the stored token, by URL. */
    preloaded?: { token: string | null; answers: Map<string, Promise<Response>> }
  }
}

/** Returns a response that preload.js requested: once, and only in the first 10 s of a page. */
function takePreloadedResponse(url: string, token: string | undefined): Promise<Response> | undefined {
  const answer = window.preloaded?.answers.get(url)
  window.preloaded?.answers.delete(url)
  return performance.now() < 10_000 && window.preloaded?.token === (token ?? null) ? answer : undefined
}

async function fetchReporting(
  url: string,
  init: RequestInit,
  pending?: Promise<Response>,
): Promise<Response> {
  try {
    const response = await (pending ?? fetch(url, init))
    reportAnswer(response)
    return response
  } catch (error) {
    if (wasAborted(init.signal)) throw error
    throw reportConnectionError()
  }
}

type JsonBody = Record<string, unknown>

/**
 * Returns the JSON body; null for other text, which comes from a proxy.
 * @throws if the connection breaks
 */
async function readJson(response: Response): Promise<JsonBody | null> {
  const text = await response.text()
  try {
    const body: unknown = JSON.parse(text)
    if (Array.isArray(body)) return { data: body, total: Number(response.headers.get('X-Total-Count')) }
    return typeof body === 'object' && body !== null ? { ...body } : null
  } catch {
    return null
  }
}

const unexpectedFormat = 'Error: formato de datos inesperado'
/** Endpoints whose screens have their own sentence for a response without one. */
const linesWithoutFallback = /^DELETE|login$/

/** Returns the server's sentence or a fallback of docs/contract/sentences.md; empty for `linesWithoutFallback`. */
function messageFor({ ok, status }: Response, body: JsonBody | null, line: ContractLine): string {
  const { success = ok, message } = body ?? {}
  if (!(ok && success) && typeof message === 'string' && message) return message
  if (linesWithoutFallback.test(line)) return ''
  return ok ? unexpectedFormat : `HTTP error! status: ${status}`
}

/** @throws {ApiError} if the data is not a list */
export function asList<Answer extends { data: unknown }>(answer: Answer): Answer {
  if (Array.isArray(answer.data)) return answer
  throw new ApiError({ status: 200, code: '', message: unexpectedFormat })
}

function toApiError(response: Response, body: JsonBody | null, line: ContractLine): ApiError {
  const error = body?.error as Partial<Pick<ApiError, 'code' | 'campos' | 'avisos' | 'registros'>> | undefined
  return new ApiError({
    code: '',
    ...error,
    status: response.status,
    message: messageFor(response, body, line),
    data: body?.data,
    requestId: response.headers.get('X-Request-Id'),
    retryAfter: Number(response.headers.get('Retry-After')) || undefined,
  })
}

/** Last responses with an ETag, by URL. The tag says whose answer it is: the server answers 304 only to the same user's. */
const keptResponses = new Map<string, Response>()

/**
 * Calls an endpoint and returns the response, its body unread.
 * @throws {ApiError} for a status of 400 or more, and without a response
 */
export async function openCall<L extends ContractLine>(line: L, ...args: RequestArgs<L>): Promise<Response> {
  // RequestArgs is exact for each endpoint; here every part is optional.
  const request = (args[0] ?? {}) as AnyRequest
  const { method, url } = buildRequestUrl(line, request)
  const token = getSession()?.token
  const kept = keptResponses.get(url)
  const headers: Record<string, string> = {}
  if (kept) headers['If-None-Match'] = kept.headers.get('ETag') ?? ''
  if (token) headers.Authorization = `Bearer ${token}`
  if (request.body !== undefined) headers['Content-Type'] = 'application/json'
  if (request.idempotencyKey) headers['Idempotency-Key'] = request.idempotencyKey
  const init = {
    method,
    headers,
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    ...(request.file && { body: request.file }),
    ...(request.signal && { signal: request.signal }),
  }
  const pending = method === 'GET' ? takePreloadedResponse(url, token) : request.via?.(url, init)
  const response = await fetchReporting(url, init, pending)
  if (kept && response.status === 304) return kept.clone()
  if (response.headers.has('ETag')) keptResponses.set(url, response.clone())
  if (response.ok) return response
  const body = await readJson(response).catch(() => null)
  if (wasAborted(request.signal)) request.signal?.throwIfAborted()
  const failure = toApiError(response, body, line)
  const ended = failure.code === 'SESION_EXPIRADA' || failure.code === 'NO_AUTENTICADO'
  // A late response to an older token must not end the current session.
  if (ended && token === getSession()?.token) endSession('expired')
  // Also after a logout, whose response arrives without a session.
  const inactiveUserId = response.headers.get(inactiveUserHeader)
  if (inactiveUserId) markInactive(inactiveUserId)
  if (failure.code === 'SEGUNDO_FACTOR' && token === getSession()?.token) setNeedsSecondFactor(true)
  throw failure
}

/**
 * Calls an endpoint and returns the parsed body.
 * @throws {ApiError} for everything but success
 */
export async function call<L extends ContractLine>(line: L, ...args: RequestArgs<L>): Promise<AnswerOf<L>> {
  const response = await openCall(line, ...args)
  const body = await readJson(response).catch(() => undefined)
  // Not validated again: the server validates responses with the same schema.
  if (body && 'data' in body && body.success !== false) return body as AnswerOf<L>
  const { signal } = (args[0] ?? {}) as AnyRequest
  if (wasAborted(signal)) signal?.throwIfAborted()
  // The connection broke within the body, so the outcome is unknown.
  throw body === undefined ? reportConnectionError() : toApiError(response, body, line)
}
