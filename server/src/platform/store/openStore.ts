import { archivosDirOf, type FilesEnv } from '../env.ts'
import { archivosS3Of } from '../envS3.ts'
import type { FileStore } from './FileStore.ts'
import { FolderStore } from './FolderStore.ts'
import { S3Store } from './S3Store.ts'
import { Bucket, type S3Timeouts } from './s3/Bucket.ts'

/** The store that the configuration names: all that reads or writes files' bytes asks here which it is. */
export function openStore(env: FilesEnv, timeouts?: S3Timeouts): FileStore {
  const place = archivosS3Of(env)
  const folder = archivosDirOf(env)
  return place ? new S3Store(new Bucket(place, timeouts), folder) : new FolderStore(folder)
}
