import { catalogueEndpointGroups } from '@flota/contract/endpoints.ts'
import { unknownAlias } from '@flota/contract/people/alias.ts'
import type { AnyCatalogueCalls } from '@flota/contract/people/catalogue.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import { findChangesErrors } from '../../platform/changePosition.ts'
import { deleteAliases, findAliases } from '../../platform/db/aliases.ts'
import { type Database, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { type App, serve, serveWrite } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { storedRules } from '../../platform/http/storedRules.ts'
import { catalogueExcel } from './excel.ts'
import {
  type CatalogueTable,
  catalogueExportQuery,
  findRow,
  findRows,
  insertRow,
  removeRow,
  updateRow,
} from './queries.ts'

export function catalogueRoutes(app: App, db: Database, place: ExportContext): void {
  for (const catalogue of Object.values(catalogues)) {
    const calls = catalogueEndpointGroups[catalogue.name]
    serveCatalogue(app, db, catalogue, calls)
    serveExport(app, calls.exportar, place, {
      tipo: catalogue.name,
      title: catalogue.words.title,
      find: (query) => catalogueExportQuery(catalogue, query),
      write: catalogueExcel(catalogue),
    })
  }
}

function serveCatalogue(app: App, db: Database, catalogue: CatalogueTable, calls: AnyCatalogueCalls): void {
  const list = { ...calls.list, findInputErrors: findChangesErrors }
  serveRead(app, list, (reader, { query }) => findRows(reader, catalogue, query))
  serveRead(app, calls.show, (reader, { params }) => findRow(reader, catalogue, params.id))
  serve(app, calls.create, ({ body, db: writer }) =>
    writer.transaction(async (tx) => findRow(tx, catalogue, await insertRow(tx, catalogue, body))),
  )
  const update = { ...calls.update, findStoredErrors: storedRules(db, catalogue.name, catalogue.fields) }
  serve(app, update, ({ params, body: { version, ...values }, db: writer }) =>
    updateRow(writer, catalogue, params.id, values, version),
  )
  serveRead(app, calls.aliases, async (reader, { params: { id } }) => {
    await findRow(reader, catalogue, id)
    return findAliases(reader, catalogue.name, id)
  })
  serveWrite(app, calls.removeAlias, async (tx, { params: { id, alias_id } }) => {
    const where = sql`id = ${alias_id} and tipo = ${catalogue.name} and registro_id = ${id}`
    if ((await deleteAliases(tx, where)) === 0) throw notFound(unknownAlias)
    return null
  })
  serve(app, calls.remove, async ({ params, query, session, db: writer }) => {
    await removeRow(writer, catalogue, params.id, query.version, session.user.id)
    return null
  })
}
