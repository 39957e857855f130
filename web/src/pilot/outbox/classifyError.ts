import { staleVersion } from '@flota/contract/staleVersion.ts'
import { ApiError } from '../../api/ApiError.ts'

/** What a failed try tells: 'unknown' where the server may have it or not, so that it is sent again with its key. */
export type SendFailure = 'unknown' | 'session' | 'stale' | 'refused'

export function classifyError(error: unknown): SendFailure {
  // What has no code was not said by the program, but by a café's login page, say.
  if (!(error instanceof ApiError) || !error.code) return 'unknown'
  const { status, message } = error
  if (status < 400 || status === 408 || status === 429 || status >= 500) return 'unknown'
  if (status === 401) return 'session'
  return status === 409 && message === staleVersion ? 'stale' : 'refused'
}
