import type { StagedFile, UploadStaging } from './uploadStaging.ts'

/** A file's bytes, opened. Whoever does not read them to their end, or to a failure, closes them. */
export interface StoredFile {
  /** How many there are. */
  bytes: number
  /** So many, or a failure: never fewer that look like all. To be read once. */
  chunks: AsyncIterable<Buffer>
  close(): Promise<void>
}

export interface StoredFileInfo {
  sha256: string
  bytes: number
}

/**
 * Where the bytes of files lie, each once, by the SHA-256 of them; several programs may share it. That a file is not
 * there is an answer; what throws is a store that can't be asked, or can't do it now.
 */
export interface FileStore {
  /** On another machine, which looks after its bytes itself: what is read of it comes over the line. */
  readonly isRemote: boolean
  /** Where bytes are taken in and hashed before they are put. */
  readonly staging: UploadStaging
  /** Makes what it needs. @throws where it can't be used at all */
  prepare(): Promise<void>
  /** There for good once this ends, in place of what lay there by that name in another size; more only a folder can. */
  put(received: StagedFile): Promise<void>
  /** @returns undefined where it is not there */
  open(sha256: string): Promise<StoredFile | undefined>
  /** How many bytes it has there, without reading them. @returns undefined where it is not there */
  sizeOf(sha256: string): Promise<number | undefined>
  /** The same for who asks for the sizes of most: where each one takes its time, all are asked for now. */
  withSizes(): Promise<FileStore>
  /** All that are there, in no order. What else lies in the same place is not told. */
  list(): AsyncIterable<StoredFileInfo>
  /** Nothing where it is not there. */
  remove(sha256: string): Promise<void>
  /** What `work` puts belongs to whom the place belongs, also where root is at work. */
  asOwner<T>(work: () => Promise<T>): Promise<T>
}
