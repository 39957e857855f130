import { queryBatch, toQueryConfig } from '@flota/server/platform/db/batch.ts'
import { asDb } from '@flota/server/platform/db/connect.ts'
import type { Database } from '@flota/server/platform/db/sql.ts'
import type pg from 'pg'

/** Database of one connection, so that its notices can be read. */
export const singleConnectionDatabase = (client: pg.Client): Database => {
  // Queues concurrent statements: the next version of pg no longer queues per connection.
  let last: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(ask: () => Promise<T>) => {
    const answer = last.then(ask, ask)
    last = answer
    return answer
  }
  const db = asDb({
    query: (statement) => enqueue(() => client.query(toQueryConfig(statement))),
    queryBatch: (statements) => enqueue(() => queryBatch(client, statements)),
  })
  return {
    ...db,
    pipelined: ({ work }) => work(db),
    snapshot: (read) => read(db)[Symbol.asyncIterator]() as AsyncGenerator<never>,
    maxConnections: 1,
    load: () => ({ inUse: 0, waiting: 0 }),
    close: async () => undefined,
  }
}
