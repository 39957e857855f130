import pg from 'pg'
import type { Statement } from './sql.ts'

export const toQueryConfig = (statement: Statement) =>
  'name' in statement ? statement : { text: statement.text, values: statement.values }

/**
 * Sends several statements as one message of PostgreSQL's protocol. Outside of a transaction they form one, and each
 * sees what was committed before it. After an error in a batch that `prepares`, discard the connection: the driver no
 * longer knows which named statements the server has.
 */
export const queryBatch = (client: pg.ClientBase, statements: readonly Statement[]) =>
  new Promise<pg.QueryResult[]>((resolve, reject) => {
    const batch = new pg.Query('')
    batch.submit = (connection) => {
      // Each query would send its own sync; the batch sends one at the end.
      const withoutSync = Object.create(connection, { sync: { value: () => undefined } }) as pg.Connection
      connection.stream.cork()
      for (const statement of statements) {
        const config = { ...toQueryConfig(statement), queryMode: 'extended' }
        new pg.Query(config).submit(withoutSync)
      }
      connection.sync()
      connection.stream.uncork()
    }
    // The driver's type declares a single result.
    batch.on('error', reject).on('end', (results) => resolve([results].flat() as pg.QueryResult[]))
    client.query(batch)
  })

/** Whether the connection has not sent one of the named statements yet. */
export function prepares(client: pg.ClientBase, statements: readonly Statement[]): boolean {
  // At run time a pg.Client; its connection's type lacks the names.
  const { connection } = client as unknown as {
    connection: Record<string, Record<string, string> | undefined>
  }
  const { parsedStatements = {}, submittedNamedStatements = {} } = connection
  return statements.some(
    (each) => 'name' in each && !(each.name in parsedStatements || each.name in submittedNamedStatements),
  )
}
