import pg from 'pg'
import { parseServers, type ServerRole } from '../databaseUrl.ts'

export type Connection = { connectionString: string } | { host: string; user: string; database: string }

interface ServerCandidate {
  config: pg.ClientConfig
  role: ServerRole
}

/** Time to connect, shared by all servers of one address. */
const connectTimeoutMs = 2000
/** Least time for each server. */
const minConnectTimeoutMs = 500

const toCandidates = (connection: Connection): ServerCandidate[] =>
  'connectionString' in connection
    ? parseServers(connection.connectionString).map(({ url, role }) => ({
        config: { connectionString: url },
        role,
      }))
    : [{ config: connection, role: 'any' }]

/** Servers of a connection. Tries the last good one first, then the others in order. */
export class ServerList {
  readonly #candidates: ServerCandidate[]
  #preferred = 0

  constructor(connection: Connection) {
    this.#candidates = toCandidates(connection)
  }

  /** Returns the next connection's configuration and its server's required role. */
  next(options?: pg.ClientConfig): ServerCandidate {
    const { config, role } = this.#candidates[this.#preferred] ?? { config: {}, role: 'any' }
    const connectionTimeoutMillis = Math.max(minConnectTimeoutMs, connectTimeoutMs / this.#candidates.length)
    const limit = this.#candidates.length > 1 && { connectionTimeoutMillis }
    return { config: { ...options, ...config, ...limit }, role }
  }

  /** Repeats `attempt` with each server until one succeeds. */
  async tryEach<T>(attempt: () => Promise<T>): Promise<T> {
    for (let left = this.#candidates.length; ; left--) {
      const tried = this.#preferred
      try {
        return await attempt()
      } catch (error) {
        // A pool without a free connection says nothing about the server.
        if (isPoolTimeout(error)) throw error
        // A parallel attempt may already have moved on.
        if (this.#preferred === tried) this.#preferred = (tried + 1) % this.#candidates.length
        if (left <= 1) throw error
      }
    }
  }
}

/** Returns a Client class for the pool, which connects to the next server. */
export const clientClassFor = (servers: ServerList) =>
  class Client extends pg.Client {
    readonly role: ServerRole

    constructor(options?: pg.ClientConfig) {
      const { config, role } = servers.next(options)
      super(config)
      this.role = role
    }
  }

/** @throws when the server does not have the role that its address requires */
export async function checkRole(client: pg.ClientBase & { role?: ServerRole }): Promise<void> {
  const { role = 'any' } = client
  if (role === 'any') return
  // pg's type lacks query_timeout.
  const query: pg.QueryConfig & { query_timeout: number } = {
    text: rolesStatement,
    query_timeout: connectTimeoutMs,
  }
  const { rows } = await client.query<Record<ServerRole, boolean>>(query)
  if (!rows[0]?.[role]) throw new Error(`${wrongRoleMessage} ${role}`)
}

export const wrongRoleMessage = 'The database server is not'

const isPoolTimeout = (error: unknown) =>
  error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')

const rolesStatement = `select s as standby, not s as primary, r as "read-only", not r as "read-write"
  from (select pg_is_in_recovery() as s, current_setting('transaction_read_only') = 'on' as r) is_now`

/** Opens a connection outside of the pool, to the first server that accepts it. */
export function openClient(connection: Connection, options: pg.ClientConfig): Promise<pg.Client> {
  const servers = new ServerList(connection)
  const Client = clientClassFor(servers)
  return servers.tryEach(async () => {
    const client = new Client(options)
    // The running statement rejects by itself.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await checkRole(client)
      return client
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
  })
}
