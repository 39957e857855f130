import pg from 'pg'
import { type ServerRole, serversOf } from '../databaseUrl.ts'

export type Connection = { connectionString: string } | { host: string; user: string; database: string }

interface Place {
  config: pg.ClientConfig
  role: ServerRole
}

/** How long all servers of one address may take to be connected to, in ms, and how long each at least. */
const allMillis = 2000
const leastMillis = 500

const placesOf = (connection: Connection): Place[] =>
  'connectionString' in connection
    ? serversOf(connection.connectionString).map(({ url, role }) => ({
        config: { connectionString: url },
        role,
      }))
    : [{ config: connection, role: 'any' }]

/** The servers of a connection: the one that was good is tried first, then the others in their order. */
export function servers(connection: Connection) {
  const places = placesOf(connection)
  const several = places.length > 1 && {
    connectionTimeoutMillis: Math.max(leastMillis, allMillis / places.length),
  }
  let first = 0

  class Client extends pg.Client {
    readonly place = first

    constructor(options?: pg.ClientConfig) {
      super({ ...options, ...places[first]?.config, ...several })
    }
  }

  /** @throws when the server is not what the address wants */
  const check = async (client: pg.ClientBase): Promise<void> => {
    const role = client instanceof Client ? places[client.place]?.role : undefined
    if (!role || role === 'any') return
    // pg's type of a query does not know its own time limit.
    const question: pg.QueryConfig & { query_timeout: number } = {
      text: rolesStatement,
      query_timeout: allMillis,
    }
    const { rows } = await client.query<Record<ServerRole, boolean>>(question)
    if (!rows[0]?.[role]) throw new Error(`${wrongServer} ${role}`)
  }

  /** Makes `attempt` with each server until one takes it. */
  async function tryEach<T>(attempt: () => Promise<T>): Promise<T> {
    for (let left = places.length; ; left--) {
      const tried = first
      try {
        return await attempt()
      } catch (error) {
        // That there is no connection to lend says nothing of a server.
        if (isQueue(error)) throw error
        // Unless another has found out before.
        if (first === tried) first = (first + 1) % places.length
        if (left <= 1) throw error
      }
    }
  }
  return { Client, check, tryEach }
}

export const wrongServer = 'The database server is not'

const isQueue = (error: unknown) =>
  error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')

const rolesStatement = `select s as standby, not s as primary, r as "read-only", not r as "read-write"
  from (select pg_is_in_recovery() as s, current_setting('transaction_read_only') = 'on' as r) is_now`

/** A connection of one's own to the first server that takes it. */
export function openClient(connection: Connection, options: pg.ClientConfig): Promise<pg.Client> {
  const { Client, check, tryEach } = servers(connection)
  return tryEach(async () => {
    const client = new Client(options)
    // Whoever is asking is told by the statement that fails.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await check(client)
      return client
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
  })
}
