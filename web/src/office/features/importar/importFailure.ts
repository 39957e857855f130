import { ApiError, messageOf } from '../../../api/ApiError.ts'

export interface Failure {
  message: string
  /** The same may succeed when it is tried again. */
  passing: boolean
  /** The fields of the request that were refused. */
  campos: Readonly<Record<string, string>>
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { message: messageOf(error), passing: false, campos: {} }
  const { message, campos, passing } = error
  const [first = message] = Object.values(campos)
  return { message: first, passing, campos }
}
