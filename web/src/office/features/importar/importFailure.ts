import { ApiError, messageOf } from '../../../api/ApiError.ts'

export interface ImportFailure {
  message: string
  /** A retry may succeed. */
  isTransient: boolean
  /** Messages per rejected field of the request. */
  campos: Readonly<Record<string, string>>
}

export function toImportFailure(error: unknown): ImportFailure {
  if (!(error instanceof ApiError)) return { message: messageOf(error), isTransient: false, campos: {} }
  const { message, campos, isTransient } = error
  const [first = message] = Object.values(campos)
  return { message: first, isTransient, campos }
}
