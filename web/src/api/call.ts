import type { ContractLine } from '@flota/contract/calls.ts'
import type { EndpointOf } from '@flota/contract/endpoints.ts'
import type { AvisoDeViaje } from '@flota/contract/revision.ts'
import type { z } from 'zod'
import { ApiError } from './ApiError.ts'
import { reportAnswer, reportConnectionLost } from './connection.ts'
import { endSession, getSession, setNeedsSecondFactor } from './session.ts'

/** Paths and queries are text on the wire, so a number is accepted wherever a string is declared. */
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
    /** A repeat with the same key is applied once (docs/contract/general.md). */
    idempotencyKey?: string
    /** The body, where the line takes bytes. */
    file?: Blob
    via?: Transport
  }

/** Stands in for `fetch`, which tells nothing of what has left. */
type Transport = (url: string, init: RequestInit) => Promise<Response>

export type RequestArgs<L extends ContractLine> =
  Record<never, never> extends RequestOf<L> ? [request?: RequestOf<L>] : [request: RequestOf<L>]

export interface Paginacion {
  pagina: number
  porPagina: number
  total: number
  paginas: number
  /** Routes only: false when there are more than `total` (nobody counted them). */
  exacto?: boolean
}

export interface Envelope<Data> {
  message: string
  data: Data
  /** What speaks against a trip that was saved all the same. */
  avisos?: readonly AvisoDeViaje[]
}
interface EnvelopeByWrapping<Data> {
  data: Envelope<Data>
  rows: Envelope<Data> & { count: number }
  page: Envelope<Data> & { count: number; paginacion: Paginacion }
  /** In pages where the lines are of trips. */
  filas: Envelope<Data> & { count: number; paginacion?: Paginacion }
  /** The body itself; the total comes in a header. */
  bare: { data: Data; total: number }
}

/** What a call answers: the envelope of docs/contract/general.md, or the bare list where the line says so. */
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

/** Contract line and request parts → method and URL for fetch. */
function buildRequestUrl(line: ContractLine, { params = {}, query = {} }: AnyRequest) {
  const [method = '', path = ''] = line.split(' ')
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return { method, url: search.size > 0 ? `${filled}?${search}` : filled }
}

/** Whether the caller aborted on leaving; a timeout counts as a missing answer instead. */
export const wasAborted = (signal: AbortSignal | null | undefined) =>
  signal?.aborted && (signal.reason as { name?: unknown } | undefined)?.name !== 'TimeoutError'

/** Reports the connection as lost and gives the error to throw. */
export const reportConnectionError = (message = 'Error de conexión con el servidor') => {
  reportConnectionLost()
  return new ApiError({ status: 0, code: 'SIN_CONEXION', message })
}

declare global {
  interface Window {
    /** What preload.js has asked with the stored token, by address. */
    preloaded?: { token: string | null; answers: Map<string, Promise<Response>> }
  }
}

/** An answer that preload.js has asked for, once, and only in the first seconds of a page. */
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

/** The JSON body; null for any other text, which comes from a proxy and is not for the user. Throws where it breaks off. */
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
/** Lines whose screens have a sentence for a server that says nothing. */
const linesWithoutFallback = /^DELETE|login$/

/** Prefers the server's sentence; docs/contract/sentences.md gives the fallbacks. Empty for `silent` lines without one. */
function messageFor({ ok, status }: Response, body: JsonBody | null, line: ContractLine): string {
  const { success = ok, message } = body ?? {}
  if (!(ok && success) && typeof message === 'string' && message) return message
  if (linesWithoutFallback.test(line)) return ''
  return ok ? unexpectedFormat : `HTTP error! status: ${status}`
}

/** An answer whose data has to be a list. Throws ApiError where it is none. */
export function asList<Answer extends { data: unknown }>(answer: Answer): Answer {
  if (Array.isArray(answer.data)) return answer
  throw new ApiError({ status: 200, code: '', message: unexpectedFormat })
}

function toApiError(response: Response, body: JsonBody | null, line: ContractLine): ApiError {
  const error = (body?.error ?? {}) as {
    code?: string
    campos?: Record<string, string>
    avisos?: AvisoDeViaje[]
    registros?: string[]
  }
  return new ApiError({
    status: response.status,
    code: error.code ?? '',
    message: messageFor(response, body, line),
    campos: error.campos ?? {},
    avisos: error.avisos,
    registros: error.registros,
    data: body?.data,
    requestId: response.headers.get('X-Request-Id'),
    retryAfter: Number(response.headers.get('Retry-After')) || undefined,
  })
}

/** Sends a contract line and gives the unread response. Throws ApiError for a refusal. */
export async function openCall<L extends ContractLine>(line: L, ...args: RequestArgs<L>): Promise<Response> {
  // The types above are exact for each line; here every part is optional.
  const request = (args[0] ?? {}) as AnyRequest
  const { method, url } = buildRequestUrl(line, request)
  const token = getSession()?.token
  const headers: Record<string, string> = {}
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
  if (response.ok) return response
  const body = await readJson(response).catch(() => null)
  if (wasAborted(request.signal)) request.signal?.throwIfAborted()
  const failure = toApiError(response, body, line)
  const ended = failure.code === 'SESION_EXPIRADA' || failure.code === 'NO_AUTENTICADO'
  // A late answer to an older token must not end the session that came after it.
  if (ended && token === getSession()?.token) endSession('expired')
  if (failure.code === 'SEGUNDO_FACTOR' && token === getSession()?.token) setNeedsSecondFactor(true)
  throw failure
}

/** Sends a contract line and gives its parsed answer. Throws ApiError for everything but success. */
export async function call<L extends ContractLine>(line: L, ...args: RequestArgs<L>): Promise<AnswerOf<L>> {
  const response = await openCall(line, ...args)
  const body = await readJson(response).catch(() => undefined)
  // The browser trusts its server, which has parsed its answer with the same schema.
  if (body && 'data' in body && body.success !== false) return body as AnswerOf<L>
  const { signal } = (args[0] ?? {}) as AnyRequest
  if (wasAborted(signal)) signal?.throwIfAborted()
  // The connection broke in the middle of the answer, so its outcome is unknown.
  throw body === undefined ? reportConnectionError() : toApiError(response, body, line)
}
