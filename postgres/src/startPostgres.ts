import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPackage } from './binaries.ts'
import { ensureCluster, pgDirOf } from './cluster.ts'
import { chownDataDir, prepareDataDir } from './dataDir.ts'
import { DataDirInUse, lockDataDir } from './dataDirLock.ts'
import { chooseCustomRuntime, chooseRuntime, noPostgresError, type PostgresRuntime } from './runtime.ts'
import { type SocketHost, socketHost } from './socketHost.ts'
import { causeOf, StartError } from './startError.ts'
import { endOtherServers, supervise } from './supervise.ts'
import { acceptsQueries, type SocketConnection } from './waitUntilReady.ts'

export interface PostgresOptions {
  dataDir: string
  notice: (line: string) => void
  packageDir?: string
  /** POSTGRES_BIN: folder with another PostgreSQL's programs, instead of the package. */
  binDir?: string | undefined
  /** Command that creates a user namespace; overridden by tests. */
  unshare?: string
}

export interface LocalPostgres {
  /** Database 'flota' as superuser, over a Unix socket. Stays the same when the server restarts. */
  connection: SocketConnection
  firstStart: boolean
  /** Shuts the database down and waits for its processes. Idempotent. */
  stop(): Promise<void>
}

/** Starts the database of DATA_DIR and creates it if needed. @throws {StartError} */
export async function startPostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const chooseRuntimeIn = runtimeChooser(options)
  const dataDir = prepareDataDir(options.dataDir)
  const lock = lockDataDir(dataDir)
  let socket: SocketHost | undefined
  try {
    socket = socketHost(dataDir)
    const { supervisor, ...started } = await start(options, dataDir, chooseRuntimeIn, socket.host)
    let stopped: Promise<void> | undefined
    const stop = async () => {
      await supervisor.stop()
      socket?.remove()
      lock.release()
    }
    return { ...started, stop: () => (stopped ??= stop()) }
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

/** @throws {StartError} before DATA_DIR is created if PostgreSQL is missing */
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
  const runtime = await choose(dataDir)
  chownDataDir(dataDir, runtime.account)
  const firstStart = await ensureCluster(dataDir, runtime, notice)
  const connection = connectionAt(host)
  const supervisor = await supervise({ dataDir, runtime, connection, notice }, firstStart)
  return { connection, firstStart, supervisor }
}

/** Limit for the program that uses DATA_DIR to finish starting or stopping its database. */
const REACH_TIMEOUT_MS = 60_000

/** Connects a command to the running program's database, or starts the database until `stop`. */
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
      // The running program removes a socket link itself.
      const connection = connectionAt(socketHost(realpathSync(dataDir)).host)
      if (await acceptsQueries(connection)) return { connection, stop: () => Promise.resolve() }
      if (performance.now() > end) throw error
    }
  }
}
