import type { Crud } from '@flota/contract/core/crud.ts'
import type { PapeleraTipo } from '@flota/contract/records/registros.ts'
import { findRecord, insert, lockRecord, replaceRecord, softDeleteRecord } from '../db/records.ts'
import type { Db } from '../db/sql.ts'
import { type App, serveWrite } from './serve.ts'
import { serveRead } from './serveRead.ts'

interface RecordOptions<Row, Values> {
  tipo: PapeleraTipo
  /** @param isUpdate the columns may refer to the stored row */
  columnsOf: (values: Values, isUpdate: boolean) => Record<string, unknown>
  /**
   * Locks the records that the new values reference; `before` is the stored record.
   * @throws {HttpError} 400: errors come in the order 400, 404, 409 (docs/contract/general.md)
   */
  lockReferences?: (tx: Db, values: Values, before: Partial<Row> | undefined) => Promise<void>
}

/** Serves show, create, update and delete of a record without further rules; the feature serves its list. */
export function serveRecord<Row, Values>(
  app: App,
  calls: Crud<Row, Values>,
  { tipo, columnsOf, lockReferences }: RecordOptions<Row, Values>,
): void {
  serveRead(app, calls.show, (db, { params }) => findRecord<Row>(db, tipo, params.id))
  serveWrite(app, calls.create, async (tx, { body }) => {
    await lockReferences?.(tx, body, undefined)
    return findRecord<Row>(tx, tipo, await insert(tx, tipo, columnsOf(body, false)))
  })
  serveWrite(app, calls.update, async (tx, { params: { id }, body }) => {
    if (lockReferences) await lockReferences(tx, body, await lockRecord<Row>(tx, tipo, id))
    await replaceRecord(tx, tipo, id, columnsOf(body, true), body.version)
    return findRecord<Row>(tx, tipo, id)
  })
  serveWrite(app, calls.remove, async (tx, { params, query, session }) => {
    await softDeleteRecord(tx, tipo, params.id, query.version, session.user.id)
    return null
  })
}
