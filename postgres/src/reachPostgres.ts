import { existsSync, realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pgDirOf } from './cluster.ts'
import { DataDirInUse } from './dataDirLock.ts'
import { socketHost } from './socketHost.ts'
import { StartError } from './startError.ts'
import { connectionAt, type LocalPostgres, type PostgresOptions, startPostgres } from './startPostgres.ts'
import { acceptsQueries } from './waitUntilReady.ts'

/** Milliseconds that whoever holds DATA_DIR has to start its database, or to end it. */
const REACH_TIMEOUT_MS = 60_000

/** The database of DATA_DIR for a command: that of the program that runs, or one that is started for the time. */
export async function reachPostgres(
  options: PostgresOptions,
): Promise<Pick<LocalPostgres, 'connection' | 'stop'>> {
  const { dataDir } = options
  if (!existsSync(pgDirOf(dataDir))) {
    throw new StartError(`DATA_DIR (${dataDir}) no tiene datos de este programa que se puedan leer.`)
  }
  for (const end = performance.now() + REACH_TIMEOUT_MS; ; await sleep(200)) {
    try {
      return await startPostgres(options)
    } catch (error) {
      if (!(error instanceof DataDirInUse)) throw error
      // Its link, where there is one, is the holder's to remove.
      const connection = connectionAt(socketHost(realpathSync(dataDir)).host)
      if (await acceptsQueries(connection)) return { connection, stop: () => Promise.resolve() }
      if (performance.now() > end) throw error
    }
  }
}
