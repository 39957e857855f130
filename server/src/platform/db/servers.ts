import pg from 'pg'
import { parseServers, type ServerRole } from '../databaseUrl.ts'

export type Connection = { connectionString: string } | { host: string; user: string; database: string }

interface ServerCandidate {
  config: pg.ClientConfig
  role: ServerRole
}

/** How long all servers of one address may take to be connected to, in ms, and how long each at least. */
const connectTimeoutMs = 2000
const minConnectTimeoutMs = 500

const toCandidates = (connection: Connection): ServerCandidate[] =>
  'connectionString' in connection
    ? parseServers(connection.connectionString).map(({ url, role }) => ({
        config: { connectionString: url },
        role,
      }))
    : [{ config: connection, role: 'any' }]

/** The servers of a connection: the one that was good is tried first, then the others in their order. */
export class ServerList {
  readonly #candidates: ServerCandidate[]
  #preferred = 0

  constructor(connection: Connection) {
    this.#candidates = toCandidates(connection)
  }

  /** What a new connection is made with, and what its server must be. */
  next(options?: pg.ClientConfig): ServerCandidate {
    const { config, role } = this.#candidates[this.#preferred] ?? { config: {}, role: 'any' }
    const connectionTimeoutMillis = Math.max(minConnectTimeoutMs, connectTimeoutMs / this.#candidates.length)
    const limit = this.#candidates.length > 1 && { connectionTimeoutMillis }
    return { config: { ...options, ...config, ...limit }, role }
  }

  /** Makes `attempt` with each server until one takes it. */
  async tryEach<T>(attempt: () => Promise<T>): Promise<T> {
    for (let left = this.#candidates.length; ; left--) {
      const tried = this.#preferred
      try {
        return await attempt()
      } catch (error) {
        // That there is no connection to lend says nothing of a server.
        if (isPoolTimeout(error)) throw error
        // Unless another has found out before.
        if (this.#preferred === tried) this.#preferred = (tried + 1) % this.#candidates.length
        if (left <= 1) throw error
      }
    }
  }
}

/** What a pool makes its connections of: each is to the server whose turn it is. */
export const clientClassFor = (servers: ServerList) =>
  class Client extends pg.Client {
    readonly role: ServerRole

    constructor(options?: pg.ClientConfig) {
      const { config, role } = servers.next(options)
      super(config)
      this.role = role
    }
  }

/** @throws when the server is not what its address wants */
export async function checkRole(client: pg.ClientBase & { role?: ServerRole }): Promise<void> {
  const { role = 'any' } = client
  if (role === 'any') return
  // pg's type of a query does not know its own time limit.
  const question: pg.QueryConfig & { query_timeout: number } = {
    text: rolesStatement,
    query_timeout: connectTimeoutMs,
  }
  const { rows } = await client.query<Record<ServerRole, boolean>>(question)
  if (!rows[0]?.[role]) throw new Error(`${wrongRoleMessage} ${role}`)
}

export const wrongRoleMessage = 'The database server is not'

const isPoolTimeout = (error: unknown) =>
  error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')

const rolesStatement = `select s as standby, not s as primary, r as "read-only", not r as "read-write"
  from (select pg_is_in_recovery() as s, current_setting('transaction_read_only') = 'on' as r) is_now`

/** A connection outside of the pool, to the first server that accepts it. */
export function openClient(connection: Connection, options: pg.ClientConfig): Promise<pg.Client> {
  const servers = new ServerList(connection)
  const Client = clientClassFor(servers)
  return servers.tryEach(async () => {
    const client = new Client(options)
    // Whoever is asking is told by the statement that fails.
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
