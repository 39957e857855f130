import type { AnyRow, AnyValues, CatalogueListQuery } from '@flota/contract/catalogue.ts'
import type { CatalogueName } from '@flota/contract/catalogues.ts'
import type { AnyCatalogue } from '@flota/contract/definition.ts'
import { assertPilotoWithoutMoney } from '../../domain/trips/moneyLocks.ts'
import { renameInRutas } from '../../domain/trips/searchText.ts'
import { orderByName } from '../../platform/db/byName.ts'
import {
  findPage,
  findRecord,
  insert,
  replaceRecord,
  softDeleteRecord,
  type Version,
} from '../../platform/db/records.ts'
import { matches, searchText } from '../../platform/db/search.ts'
import { type Db, one, raw, sql, type Writer } from '../../platform/db/sql.ts'
import type { PageOf } from '../../platform/http/serve.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'
import { assertNotInUse, deactivatePilotUser } from './references.ts'

/** Table and column names come from the definition, never from a request. */
export type CatalogueTable = AnyCatalogue & { name: CatalogueName }

function orderBy(catalogue: CatalogueTable, orden: CatalogueListQuery['orden']) {
  if (orden === 'recientes') return 'creado_en desc, id desc'
  const names = orderByName(catalogue)
  if (orden === '-nombre') return names.map((e) => `${e} desc`).join(', ')
  if (!Object.hasOwn(catalogue.orders, orden)) return names.join(', ')
  const column = orden.startsWith('-') ? `${orden.slice(1)} desc` : orden
  return [`${column} nulls last`, ...names].join(', ')
}

type Filters = Pick<CatalogueListQuery, 'buscar' | 'orden'>

const fromRows = ({ name }: CatalogueTable, { buscar }: Filters) =>
  sql`from ${raw(`${name}_leer`)} where eliminado_en is null${matches(raw('busqueda'), buscar)}`

export const findRows = (
  db: Db,
  catalogue: CatalogueTable,
  query: CatalogueListQuery,
): Promise<PageOf<AnyRow[]>> =>
  findPage(db, fromRows(catalogue, query), orderBy(catalogue, query.orden), query)

/** All of them. */
export function catalogueExportQuery(catalogue: CatalogueTable, query: Filters): ExportQuery {
  const from = fromRows(catalogue, query)
  return { from, rows: sql`select * ${from} order by ${raw(orderBy(catalogue, query.orden))}` }
}

export const findRow = (db: Db, { name }: CatalogueTable, id: number) => findRecord<AnyRow>(db, name, id)

const columnsOf = ({ fields, searchBy }: AnyCatalogue, values: AnyValues) => ({
  ...Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]])),
  busqueda: searchText(searchBy.map((field) => values[String(field)])),
})

/** @returns the new id */
export const insertRow = (db: Db, catalogue: CatalogueTable, values: AnyValues): Promise<number> =>
  insert(db, catalogue.name, columnsOf(catalogue, values))

export const updateRow = (
  db: Writer,
  catalogue: CatalogueTable,
  id: number,
  values: AnyValues,
  version: Version,
) => {
  const columns = columnsOf(catalogue, values)
  return db.transaction(async (tx) => {
    const before = await lockSearchName(tx, catalogue, id)
    await replaceRecord(tx, catalogue.name, id, columns, version)
    if (before !== columns.busqueda) await renameInRutas(tx, catalogue.name, id)
    // Read in here: whoever deletes it next does not make this write look as if it had not been.
    return findRow(tx, catalogue, id)
  })
}

/** What a search knew the record by; its row is held from here on. */
const lockSearchName = async (db: Db, catalogue: CatalogueTable, id: number) =>
  (
    await one<{ busqueda: string }>(
      db,
      sql`select busqueda from ${raw(catalogue.name)} where id = ${id} for no key update`,
    )
  )?.busqueda

export const removeRow = (
  db: Writer,
  catalogue: CatalogueTable,
  id: number,
  version: Version,
  userId: number,
) =>
  db.transaction(async (tx) => {
    // A route that is being written for it holds this row too: one of the two waits for the other.
    await softDeleteRecord(tx, catalogue.name, id, version, userId)
    await assertNotInUse(tx, catalogue, id)
    if (catalogue.name === 'choferes') await assertPilotoWithoutMoney(tx, id)
    await deactivatePilotUser(tx, catalogue, id)
  })
