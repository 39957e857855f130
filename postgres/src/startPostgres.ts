import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPackage } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { chownDataDir, prepareDataDir } from './dataDir.ts'
import { lockDataDir } from './dataDirLock.ts'
import { chooseCustomRuntime, chooseRuntime, noPostgresError, type PostgresRuntime } from './runtime.ts'
import { type SocketHost, socketHost } from './socketHost.ts'
import { causeOf, StartError } from './startError.ts'
import { endOtherServers, supervise } from './supervise.ts'
import type { SocketConnection } from './waitUntilReady.ts'

export interface PostgresOptions {
  dataDir: string
  /** Takes lines for the operator: what happens to the database, in Spanish. */
  notice: (line: string) => void
  /** The installed package with PostgreSQL; by default the one for this platform. */
  packageDir?: string
  /** POSTGRES_BIN: the folder with the programs of another PostgreSQL, in place of the package. */
  binDir?: string | undefined
  /** The command that makes a user namespace; only a machine without one, or a test, needs another. */
  unshare?: string
}

export interface LocalPostgres {
  /** For pg: database 'flota' as its superuser, over a Unix socket. It stays the same across restarts of the server. */
  connection: SocketConnection
  firstStart: boolean
  /** Ends the database in order; resolves when no process of it is left. May be called again. */
  stop(): Promise<void>
}

/** Starts the database of DATA_DIR, making it where there is none; every failure is a StartError. */
export async function startPostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const place = runtimeChooser(options)
  const dataDir = prepareDataDir(options.dataDir)
  const lock = lockDataDir(dataDir)
  let socket: SocketHost | undefined
  try {
    socket = socketHost(dataDir)
    const { supervisor, ...started } = await start(options, dataDir, place, socket.host)
    let stopped: Promise<void> | undefined
    const stop = async () => {
      await supervisor.stop()
      socket?.remove()
      lock.release()
    }
    return {
      ...started,
      stop() {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    socket?.remove()
    lock.release()
    if (error instanceof StartError) throw error
    throw new StartError(`No se pudo abrir la base de datos de DATA_DIR (${dataDir}): ${causeOf(error)}.`, {
      cause: error,
    })
  }
}

export const connectionAt = (host: string): SocketConnection => ({
  host,
  port: 5432,
  user: 'postgres',
  database: 'flota',
})

type ChooseRuntime = (dataDir: string) => Promise<PostgresRuntime>

/** What is missing is told before DATA_DIR is made. */
function runtimeChooser({ binDir, packageDir, unshare = 'unshare' }: PostgresOptions): ChooseRuntime {
  if (binDir === undefined) {
    const found = packageDir ?? findPackage()
    return (dataDir) => chooseRuntime(dataDir, found, unshare)
  }
  if (!existsSync(join(binDir, 'postgres'))) throw noPostgresError(binDir, 'falta postgres')
  return (dataDir) => chooseCustomRuntime(dataDir, binDir, unshare)
}

async function start({ notice }: PostgresOptions, dataDir: string, choose: ChooseRuntime, host: string) {
  await endOtherServers(dataDir, host, notice)
  const place = await choose(dataDir)
  chownDataDir(dataDir, place.account)
  const firstStart = await ensureCluster(dataDir, place, notice)
  const connection = connectionAt(host)
  const supervisor = await supervise({ dataDir, place, connection, notice }, firstStart)
  return { connection, firstStart, supervisor }
}
