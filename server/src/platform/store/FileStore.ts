import { StartError } from '@flota/postgres/startError.ts'
import type { StagedFile, UploadStaging } from './uploadStaging.ts'

/** An open file. The caller must close it unless it reads all chunks or reading fails. */
export interface StoredFile {
  bytes: number
  /** Yields exactly `bytes` bytes or throws. Iterable once. */
  chunks: AsyncIterable<Buffer>
  close(): Promise<void>
}

export interface StoredFileInfo {
  sha256: string
  bytes: number
}

/**
 * Stores each file once, by its SHA-256. Several programs may share a store. Methods throw if the store is unavailable;
 * a missing file is not an error.
 */
export interface FileStore {
  /** Whether the files are on another machine, so that reading them costs network traffic. */
  readonly isRemote: boolean
  /** Local folder that receives and hashes uploads before `put`. */
  readonly staging: UploadStaging
  /** Creates the folders it needs. @throws if the store is unusable */
  prepare(): Promise<void>
  /** Stores a file durably and replaces one of another size. A folder replaces any. */
  put(received: StagedFile): Promise<void>
  /** @returns undefined if there is no such file */
  open(sha256: string): Promise<StoredFile | undefined>
  /** @returns the bytes, or undefined if there is no such file */
  sizeOf(sha256: string): Promise<number | undefined>
  /** Returns the same store; a remote one has fetched all sizes at once. */
  withSizes(): Promise<FileStore>
  /** Lists all files in no order, without foreign entries of the folder or bucket. */
  list(): AsyncIterable<StoredFileInfo>
  /** Does nothing if there is no such file. */
  remove(sha256: string): Promise<void>
  /** Gives files that `work` puts to the folder's owner, also when root runs. */
  asOwner<T>(work: () => Promise<T>): Promise<T>
}

/** Thrown by a store that is unreachable or fails. A later attempt may succeed. */
export class StoreUnavailableError extends StartError {
  readonly reason: string

  /**
   * @param variable names the store in the configuration
   * @param message the store's error or the network's
   */
  constructor(variable: string, message: string) {
    const reason = message.replace(/[.\s]+$/, '')
    super(`El almacén de ${variable} no responde como debe: ${reason}.`)
    this.reason = reason
  }
}
