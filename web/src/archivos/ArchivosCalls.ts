import type { Archivo } from '@flota/contract/archivos.ts'
import type { RequestOf } from '../api/call.ts'

/** What is said of a file beside its bytes. */
export interface FileMetadata {
  nombre?: string | undefined
  tomado_en?: string
}
type UploadOptions = Pick<RequestOf<'POST /api/archivos'>, 'file' | 'via' | 'signal' | 'idempotencyKey'>

/** How the files of one record are read and written; absent what the user may not. */
export interface ArchivosCalls {
  list: (signal: AbortSignal) => Promise<Archivo[]>
  /** Null where it was kept, to be sent later. */
  send?: ((about: FileMetadata, sending: UploadOptions) => Promise<Archivo | null>) | undefined
  /** Asks first; whether it is gone. */
  remove?: ((archivo: Archivo) => Promise<boolean>) | undefined
}
