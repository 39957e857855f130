import type { AvisoDeViaje } from '@flota/contract/trips/revision.ts'

type ApiErrorInit = Pick<ApiError, 'status' | 'code' | 'message'> &
  Partial<Pick<ApiError, 'campos' | 'avisos' | 'registros' | 'data' | 'requestId' | 'retryAfter'>>

/** Error of a failed call. Its message is the Spanish sentence to show. */
export class ApiError extends Error {
  /** 0 without a response. */
  readonly status: number
  readonly code: string
  readonly campos: Record<string, string>
  /** Problems of a rejected trip. */
  readonly avisos: readonly AvisoDeViaje[] | undefined
  /** Names of the records that block the operation. */
  readonly registros: readonly string[]
  readonly data: unknown
  readonly requestId: string | null
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(failure: ApiErrorInit) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.campos = failure.campos ?? {}
    this.avisos = failure.avisos
    this.registros = failure.registros ?? []
    this.data = failure.data
    this.requestId = failure.requestId ?? null
    this.retryAfter = failure.retryAfter
  }

  /** Whether a retry may succeed: without a response, or while the server is briefly unavailable. */
  get isTransient() {
    return this.status === 0 || this.status === 503
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
