import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import type { Db, Writer } from '../db/sql.ts'
import { type App, type Handler, type Input, serve } from './serve.ts'

// These handlers may begin with a remembered session (docs/decisions/0028-remembered-sessions.md). Each message to the
// database ends with its proof. Without one, or when it fails, the session is read and the handler runs again.

type Result<E extends Endpoint> = ReturnType<Handler<E, Input<E>>>

/** As `serve`; the handler reads only through the given Db. */
export const serveRead = <E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (reader: Db, input: Input<E>) => Result<E>,
): void => serve(app, endpoint, (input) => handle(input.reader, input), { mayRemember: true })

/** As `serve`; the handler uses the database only through the given Writer. */
export const serveBatch = <E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (writer: Writer, input: Input<E>) => Result<E>,
): void => serve(app, endpoint, (input) => handle(input.db, input), { mayRemember: true })
