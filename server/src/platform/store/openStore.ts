import { causeOf, StartError } from '@flota/postgres/startError.ts'
import { archivosDirOf, type FilesEnv } from '../env.ts'
import { archivosS3Of } from '../envS3.ts'
import { type FileStore, StoreUnavailableError } from './FileStore.ts'
import { FolderStore } from './FolderStore.ts'
import { S3Store } from './S3Store.ts'
import { Bucket, commandTimeouts, type S3Timeouts } from './s3/Bucket.ts'

/** Returns the configured store: a bucket, or a folder. */
export function openStore(env: FilesEnv, timeouts?: S3Timeouts): FileStore {
  const location = archivosS3Of(env)
  const folder = archivosDirOf(env)
  return location ? new S3Store(new Bucket(location, timeouts), folder) : new FolderStore(folder)
}

export const openCommandStore = (env: FilesEnv): FileStore => openStore(env, commandTimeouts)

/**
 * Checks an explicitly configured store at the start, before the first upload needs it.
 * @throws {StartError} if it is unusable
 */
export async function prepareStore(env: FilesEnv): Promise<void> {
  const { ARCHIVOS_DIR, ARCHIVOS_S3_URL } = env
  if (ARCHIVOS_DIR === undefined && ARCHIVOS_S3_URL === undefined) return
  try {
    await openStore(env).prepare()
  } catch (error) {
    if (error instanceof StoreUnavailableError)
      throw new StartError(`ARCHIVOS_S3_URL no se puede usar (${ARCHIVOS_S3_URL}): ${error.reason}.`)
    const place =
      ARCHIVOS_DIR === undefined
        ? `DATA_DIR no se puede usar (${env.DATA_DIR})`
        : `ARCHIVOS_DIR no se puede usar (${ARCHIVOS_DIR})`
    throw new StartError(`${place}: ${causeOf(error)}. Indica un directorio donde se pueda escribir.`)
  }
}
