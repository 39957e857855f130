import { archivosDirOf, type Env } from '../env.ts'
import type { FileStore } from './FileStore.ts'
import { FolderStore } from './FolderStore.ts'

/** The store that the configuration names: all that reads or writes files' bytes asks here which it is. */
export const openStore = (env: Pick<Env, 'ARCHIVOS_DIR' | 'DATA_DIR'>): FileStore =>
  new FolderStore(archivosDirOf(env))
