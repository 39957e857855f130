import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pgDirOf } from './cluster.ts'
import { launchServer, type PostgresServer } from './postmaster.ts'
import { endPostgres, postgresProcesses } from './processes.ts'
import type { PostgresRuntime } from './runtime.ts'
import { acceptsConnections, removeStale } from './socketHost.ts'
import { causeOf, StartError } from './startError.ts'
import { type SocketConnection, waitUntilReady } from './waitUntilReady.ts'

export interface SupervisedDatabase {
  dataDir: string
  runtime: PostgresRuntime
  connection: SocketConnection
  notice: (line: string) => void
}

/** The delay doubles from 0.2 s. */
const MAX_RESTART_DELAY_MS = 10_000
/** After this uptime, a server restarts without a delay. */
const STEADY_UPTIME_MS = 60_000

/** Limit for the fast shutdown of an orphaned server; long, because no user waits during a start. */
const ORPHAN_SHUTDOWN_TIMEOUT_MS = 60_000

/** Ends all servers on DATA_DIR. The caller must have the lock. @throws {StartError} if one remains */
export async function endOtherServers(
  dataDir: string,
  host: string,
  notice: (line: string) => void,
): Promise<void> {
  const pgDir = pgDirOf(dataDir)
  if (postgresProcesses(pgDir).length > 0) {
    notice('La base de datos seguía abierta sin su programa: se cierra en orden y se inicia de nuevo…')
    if (!(await endPostgres(pgDir, ORPHAN_SHUTDOWN_TIMEOUT_MS))) {
      const [remaining] = postgresProcesses(pgDir)
      throw new StartError(
        `Otro PostgreSQL (PID ${remaining?.pid}) usa DATA_DIR y no se deja cerrar: ciérralo tú.`,
      )
    }
  }
  // A server in another container has no visible processes. If its program died, its lifeline is ending it.
  for (
    const end = performance.now() + ORPHAN_SHUTDOWN_TIMEOUT_MS;
    await acceptsConnections(host);
    await sleep(100)
  ) {
    if (performance.now() > end) {
      throw new StartError(
        'Un PostgreSQL de otro contenedor usa DATA_DIR: detén ese contenedor o usa otro DATA_DIR.',
      )
    }
  }
  removeStale(dataDir)
}

/** Starts the server and restarts it after crashes. Resolves when it accepts queries. */
export async function supervise(database: SupervisedDatabase, firstStart: boolean): Promise<Supervisor> {
  const server = launchServer(database.dataDir, database.runtime)
  try {
    await waitUntilReady(server, database, firstStart)
  } catch (error) {
    await server.stop()
    throw error
  }
  return new Supervisor(database, server)
}

export class Supervisor {
  readonly #database: SupervisedDatabase
  readonly #stopping = new AbortController()
  readonly #loop: Promise<void>
  #server: PostgresServer

  constructor(database: SupervisedDatabase, server: PostgresServer) {
    this.#database = database
    this.#server = server
    this.#loop = this.#restartAfterCrashes()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#server.stop()
    await this.#loop
  }

  async #restartAfterCrashes(): Promise<void> {
    const { dataDir, notice } = this.#database
    const { signal } = this.#stopping
    for (let delay = 0; ; ) {
      const since = performance.now()
      const reason = await this.#server.ended
      if (this.#isStopping()) return
      notice(
        `La base de datos se detuvo (${reason}) y se inicia de nuevo. Detalles en ${join(dataDir, 'log')}`,
      )
      if (performance.now() - since > STEADY_UPTIME_MS) delay = 0
      do {
        await sleep(delay, undefined, { signal }).catch(() => {})
        delay = Math.min(Math.max(200, delay * 2), MAX_RESTART_DELAY_MS)
      } while (!(await this.#restart()))
    }
  }

  /** Tries once to restart the server. @returns true on success or while stopping; false leaves no process */
  async #restart(): Promise<boolean> {
    const { dataDir, runtime, connection, notice } = this.#database
    try {
      if (this.#isStopping()) return true
      await endOtherServers(dataDir, connection.host, notice)
      if (this.#isStopping()) return true
      this.#server = launchServer(dataDir, runtime)
      await waitUntilReady(this.#server, this.#database, false)
      notice('La base de datos funciona otra vez.')
      return true
    } catch (error) {
      await this.#server.stop()
      if (!this.#isStopping()) notice(`La base de datos no volvió: ${causeOf(error)}`)
      return false
    }
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }
}
