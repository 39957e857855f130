import type { Archivo } from '@flota/contract/documents/archivos.ts'
import type { RequestOf } from '../api/call.ts'

export interface FileMetadata {
  nombre?: string | undefined
  tomado_en?: string
}
type UploadOptions = Pick<RequestOf<'POST /api/archivos'>, 'file' | 'via' | 'signal' | 'idempotencyKey'>

/** Calls for the files of one record; undefined without permission. */
export interface ArchivosCalls {
  list: (signal: AbortSignal) => Promise<Archivo[]>
  /** Resolves with null if the outbox sends the file later. */
  send?: ((about: FileMetadata, sending: UploadOptions) => Promise<Archivo | null>) | undefined
  /** Asks for confirmation; resolves with whether the file is deleted. */
  remove?: ((archivo: Archivo) => Promise<boolean>) | undefined
}
