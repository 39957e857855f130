import { changesOrder } from '@flota/contract/core/changes.ts'
import type { AnyListRow, AnyRow, AnyValues, CatalogueListQuery } from '@flota/contract/people/catalogue.ts'
import type { CatalogueName } from '@flota/contract/records/catalogues.ts'
import type { AnyCatalogue } from '@flota/contract/records/definition.ts'
import { endSessionsOfInactive } from '../../domain/endSessionsOfInactive.ts'
import { assertClienteOwesNothing, assertPilotoWithoutMoney } from '../../domain/trips/moneyLocks.ts'
import { renameInRutas } from '../../domain/trips/searchText.ts'
import { countOpenRutas } from '../../domain/trips/softDelete.ts'
import { findChanges } from '../../platform/db/changes.ts'
import { hasName, matchesNamed } from '../../platform/db/nameKeys.ts'
import { orderByName } from '../../platform/db/recordName.ts'
import {
  findPage,
  findRecord,
  insert,
  replaceRecord,
  setNextVersion,
  softDeleteRecord,
  type Version,
} from '../../platform/db/records.ts'
import { searchText } from '../../platform/db/search.ts'
import { type Db, one, raw, sql, type Writer } from '../../platform/db/sql.ts'
import { conflict } from '../../platform/errors.ts'
import type { PageOf } from '../../platform/http/serve.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'

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

type Filters = Pick<CatalogueListQuery, 'buscar' | 'nombre' | 'orden'>

const filterCondition = ({ name }: CatalogueTable, { buscar, nombre }: Filters) =>
  sql`${matchesNamed(name, raw('busqueda'), buscar)}${hasName(name, nombre)}`

const fromRows = (catalogue: CatalogueTable, query: Filters) =>
  sql`from ${raw(`${catalogue.name}_leer`)} where eliminado_en is null ${filterCondition(catalogue, query)}`

export async function findRows(
  db: Db,
  catalogue: CatalogueTable,
  query: CatalogueListQuery,
): Promise<PageOf<AnyListRow[]>> {
  if (query.orden === changesOrder)
    return findChanges<AnyListRow>(db, catalogue.name, { where: filterCondition(catalogue, query) }, query)
  const from = fromRows(catalogue, query)
  const page = await findPage<AnyListRow>(db, from, orderBy(catalogue, query.orden), query)
  return { ...page, rows: page.rows.map(({ eliminado_en: _live, ...row }) => row as AnyListRow) }
}

export function catalogueExportQuery(catalogue: CatalogueTable, query: Filters): ExportQuery {
  const from = fromRows(catalogue, query)
  return { from, rows: sql`select * ${from} order by ${raw(orderBy(catalogue, query.orden))}` }
}

export const findRow = (db: Db, { name }: CatalogueTable, id: number) => findRecord<AnyRow>(db, name, id)

const columnsOf = ({ fields, searchBy }: AnyCatalogue, values: AnyValues) => ({
  ...Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]])),
  busqueda: searchText(searchBy.map((field) => values[String(field)])),
})

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
    // In this transaction: after it, a deletion could turn the response into a 404.
    return findRow(tx, catalogue, id)
  })
}

/** Locks the row. @returns its stored search text */
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
    // Writing a route locks its catalogue rows too, so the count below is final.
    await softDeleteRecord(tx, catalogue.name, id, version, userId)
    await assertNotInUse(tx, catalogue, id)
    if (catalogue.name === 'choferes') await assertPilotoWithoutMoney(tx, id)
    if (catalogue.name === 'clientes') await assertClienteOwesNothing(tx, id)
    await deactivatePilotUser(tx, catalogue, id)
  })

/** @throws {HttpError} 409 if the record, whose row must be locked, has routes that are Pendiente or En curso */
async function assertNotInUse(db: Db, { name }: AnyCatalogue, id: number): Promise<void> {
  const n = await countOpenRutas(db, name, id)
  if (n === 1) throw conflict('No se puede eliminar: tiene 1 ruta pendiente o en curso.')
  if (n > 1) throw conflict(`No se puede eliminar: tiene ${n} rutas pendientes o en curso.`)
}

/** Deactivates the user of a deleted pilot and ends its sessions. */
async function deactivatePilotUser(db: Db, { name }: AnyCatalogue, id: number): Promise<void> {
  if (name !== 'choferes') return
  const user = await one<{ id: number }>(
    db,
    sql`update usuarios r set ${setNextVersion({ estado: 'inactivo' })}
      where piloto_id = ${id} and eliminado_en is null and estado = 'activo' returning id`,
  )
  if (user) await endSessionsOfInactive(db, user.id)
}
