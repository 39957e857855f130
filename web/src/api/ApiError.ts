interface Failure {
  /** 0 when no answer came. */
  status: number
  code: string
  message: string
  campos?: Record<string, string>
  data?: unknown
  requestId?: string | null
  /** In seconds. */
  retryAfter?: number | undefined
}

/** A call that failed, with the sentence to show. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** A sentence for each wrong field. */
  readonly campos: Record<string, string>
  readonly data: unknown
  readonly requestId: string | null
  readonly retryAfter: number | undefined

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.campos = failure.campos ?? {}
    this.data = failure.data
    this.requestId = failure.requestId ?? null
    this.retryAfter = failure.retryAfter
  }

  /** Nothing was refused: the same call may well succeed in a moment. */
  get passing() {
    return this.status === 0 || this.status === 503
  }
}

/** The sentence of whatever was thrown. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
