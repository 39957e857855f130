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
  place: PostgresRuntime
  connection: SocketConnection
  notice: (line: string) => void
}

/** Milliseconds: the longest wait between two tries, and how long a server must have lived to be tried at once. */
const MAX_RESTART_DELAY_MS = 10_000
const STEADY_UPTIME_MS = 60_000

/** Milliseconds that an orphaned server has for its fast shutdown: nobody waits for the program yet. */
const ORPHAN_SHUTDOWN_TIMEOUT_MS = 60_000

/** Leaves nobody serving the data: only whoever holds the lock may ask for it. */
export async function endOtherServers(
  dataDir: string,
  host: string,
  notice: (line: string) => void,
): Promise<void> {
  const pgDir = pgDirOf(dataDir)
  if (postgresProcesses(pgDir).length > 0) {
    notice('La base de datos seguía abierta sin su programa: se cierra en orden y se inicia de nuevo…')
    if (!(await endPostgres(pgDir, ORPHAN_SHUTDOWN_TIMEOUT_MS))) {
      const [left] = postgresProcesses(pgDir)
      throw new StartError(
        `Otro PostgreSQL (PID ${left?.pid}) usa DATA_DIR y no se deja cerrar: ciérralo tú.`,
      )
    }
  }
  // In another container it can't be seen; when its program died, its lifeline is ending it.
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

/** Starts the server, then keeps it up; resolves once it takes queries. */
export async function supervise(site: SupervisedDatabase, firstStart: boolean): Promise<Supervisor> {
  const server = launchServer(site.dataDir, site.place)
  try {
    await waitUntilReady(server, site, firstStart)
  } catch (error) {
    await server.stop()
    throw error
  }
  return new Supervisor(site, server)
}

export class Supervisor {
  readonly #site: SupervisedDatabase
  readonly #stopping = new AbortController()
  readonly #kept: Promise<void>
  #server: PostgresServer

  constructor(site: SupervisedDatabase, server: PostgresServer) {
    this.#site = site
    this.#server = server
    this.#kept = this.#keepUp()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#server.stop()
    await this.#kept
  }

  async #keepUp(): Promise<void> {
    const { dataDir, notice } = this.#site
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

  /** One try; when it fails, nothing of it is left running. True also when there is nothing to try any more. */
  async #restart(): Promise<boolean> {
    const { dataDir, place, connection, notice } = this.#site
    try {
      if (this.#isStopping()) return true
      await endOtherServers(dataDir, connection.host, notice)
      if (this.#isStopping()) return true
      this.#server = launchServer(dataDir, place)
      await waitUntilReady(this.#server, this.#site, false)
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
