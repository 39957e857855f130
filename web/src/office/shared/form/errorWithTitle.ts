import type { ApiError } from '../../../api/ApiError.ts'

/** Returns a description of errors that belong to no field. */
export const errorWithTitle =
  (title: string) =>
  ({ message }: ApiError) => ({ title, detail: message })
