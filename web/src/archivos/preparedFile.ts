import type { FileMetadata } from './ArchivosCalls.ts'

/** Upload data. Retries send the same bytes: the idempotency key belongs to them. */
export interface PreparedFile {
  bytes: Blob
  about: FileMetadata
}

/** The server would reject this file; the message is the Spanish sentence to show. */
export class UnsupportedFileError extends Error {}

// In a file of its own, loaded with the first photo.
export const loadPrepareFile = () => import('./prepareFile.ts')
