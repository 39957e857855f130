import type { AvisoDeViaje } from '@flota/contract/revision.ts'

interface ApiErrorInit {
  /** 0 when no answer came. */
  status: number
  code: string
  message: string
  campos?: Record<string, string>
  avisos?: readonly AvisoDeViaje[] | undefined
  registros?: readonly string[] | undefined
  data?: unknown
  requestId?: string | null
  /** In seconds. */
  retryAfter?: number | undefined
}

/** A failed call; its message is the Spanish sentence to show. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly campos: Record<string, string>
  /** What speaks against a trip, where that is refused. */
  readonly avisos: readonly AvisoDeViaje[] | undefined
  /** The names of the records that stand in the way. */
  readonly registros: readonly string[]
  readonly data: unknown
  readonly requestId: string | null
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

  /** Whether the same call may succeed on a retry: no answer, or a server that is briefly unavailable. */
  get isTransient() {
    return this.status === 0 || this.status === 503
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
