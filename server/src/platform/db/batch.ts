import pg from 'pg'
import type { Statement } from './sql.ts'

export const toQueryConfig = (statement: Statement) =>
  'name' in statement ? statement : { text: statement.text, values: statement.values }

/**
 * Several statements in one message of PostgreSQL's protocol, answered in one: outside of a transaction they are one
 * together, and each sees what was committed before it. After an error the driver does not know any more which named
 * statements the server knows: the connection can't be lent again.
 */
export const queryBatch = (client: pg.ClientBase, statements: readonly Statement[]) =>
  new Promise<pg.QueryResult[]>((resolve, reject) => {
    const batch = new pg.Query('')
    batch.submit = (connection) => {
      // Each would end the message; the last one does.
      const unended = Object.create(connection, { sync: { value: () => undefined } }) as pg.Connection
      connection.stream.cork()
      for (const statement of statements) {
        const config = { ...toQueryConfig(statement), queryMode: 'extended' }
        new pg.Query(config).submit(unended)
      }
      connection.sync()
      connection.stream.uncork()
    }
    // The driver's type knows of one result.
    batch.on('error', reject).on('end', (results) => resolve([results].flat() as pg.QueryResult[]))
    client.query(batch)
  })
