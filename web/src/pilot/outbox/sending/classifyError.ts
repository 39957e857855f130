import { staleVersion } from '@flota/contract/core/staleVersion.ts'
import { ApiError } from '../../../api/ApiError.ts'

/** 'unknown': the server may have received the item, so the outbox sends it again with its idempotency key. */
export type SendFailure = 'unknown' | 'session' | 'stale' | 'refused'

export function classifyError(error: unknown): SendFailure {
  // Without a code it is no response of our server, but for example a public Wi-Fi's login page.
  if (!(error instanceof ApiError) || !error.code) return 'unknown'
  const { status, message } = error
  if (status < 400 || status === 408 || status === 429 || status >= 500) return 'unknown'
  if (status === 401) return 'session'
  return status === 409 && message === staleVersion ? 'stale' : 'refused'
}
