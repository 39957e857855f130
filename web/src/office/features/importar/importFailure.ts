import { ApiError, messageOf } from '../../../api/ApiError.ts'

export interface ImportFailure {
  message: string
  /** The same may succeed when it is tried again. */
  isTransient: boolean
  /** The fields of the request that were refused. */
  campos: Readonly<Record<string, string>>
}

export function toImportFailure(error: unknown): ImportFailure {
  if (!(error instanceof ApiError)) return { message: messageOf(error), isTransient: false, campos: {} }
  const { message, campos, isTransient } = error
  const [first = message] = Object.values(campos)
  return { message: first, isTransient, campos }
}
