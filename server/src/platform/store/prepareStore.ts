import { causeOf, StartError } from '@flota/postgres/startError.ts'
import type { FilesEnv } from '../env.ts'
import { openStore } from './openStore.ts'
import { StoreUnavailableError } from './storeUnavailable.ts'

/** A place that is asked for and can't be used is told now, not with somebody's first photo. @throws {StartError} */
export async function prepareStore(env: FilesEnv): Promise<void> {
  const { ARCHIVOS_DIR, ARCHIVOS_S3_URL, DATA_DIR } = env
  if (ARCHIVOS_DIR === undefined && ARCHIVOS_S3_URL === undefined) return
  try {
    await openStore(env).prepare()
  } catch (error) {
    if (error instanceof StoreUnavailableError)
      throw new StartError(`ARCHIVOS_S3_URL no se puede usar (${ARCHIVOS_S3_URL}): ${error.reason}.`)
    const place =
      ARCHIVOS_DIR === undefined
        ? `DATA_DIR no se puede usar (${DATA_DIR})`
        : `ARCHIVOS_DIR no se puede usar (${ARCHIVOS_DIR})`
    throw new StartError(`${place}: ${causeOf(error)}. Indica un directorio donde se pueda escribir.`)
  }
}
