import type { AnyRow, AnyValues, CatalogueListQuery } from '@flota/contract/catalogue.ts'
import type { AnyCatalogue } from '@flota/contract/definition.ts'
import { byName } from '../db/byName.ts'
import { binned, changed, findPage, insert, inVersion } from '../db/records.ts'
import { matches, searchText } from '../db/search.ts'
import { type Db, one, raw, run, sql, type Writer } from '../db/sql.ts'
import { notFound, staleVersion } from '../http/errors.ts'
import type { Page } from '../http/serve.ts'
import { renameInRutas } from '../viajes/texto.ts'
import { deactivateUserOf, refuseWhileInUse } from './references.ts'

// Table and column names come from the definitions, never from a request.
const table = ({ name }: AnyCatalogue) => raw(name)
const view = ({ name }: AnyCatalogue) => raw(`${name}_leer`)

function orderBy(catalogue: AnyCatalogue, orden: CatalogueListQuery['orden']) {
  if (orden === 'recientes') return 'creado_en desc, id desc'
  const names = byName(catalogue)
  if (orden === '-nombre') return names.map((e) => `${e} desc`).join(', ')
  if (!Object.hasOwn(catalogue.orders, orden)) return names.join(', ')
  const column = orden.startsWith('-') ? `${orden.slice(1)} desc` : orden
  return [`${column} nulls last`, ...names].join(', ')
}

export function findRows(
  db: Db,
  catalogue: AnyCatalogue,
  query: CatalogueListQuery,
): Promise<Page<AnyRow[]>> {
  const from = sql`from ${view(catalogue)} where eliminado_en is null${matches(raw('busqueda'), query.buscar)}`
  return findPage(db, from, orderBy(catalogue, query.orden), query)
}

/** @throws {HttpError} 404 when it does not exist or is in the bin */
export async function findRow(db: Db, catalogue: AnyCatalogue, id: number): Promise<AnyRow> {
  const row = await one<AnyRow>(
    db,
    sql`select * from ${view(catalogue)} where id = ${id} and eliminado_en is null`,
  )
  if (!row) throw notFound(catalogue.words.notFound)
  return row
}

const columnsOf = ({ fields, searchBy }: AnyCatalogue, values: AnyValues) => ({
  ...Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]])),
  busqueda: searchText(searchBy.map((field) => values[String(field)])),
})

/** @returns the new id */
export const insertRow = (db: Db, catalogue: AnyCatalogue, values: AnyValues): Promise<number> =>
  insert(db, catalogue.name, columnsOf(catalogue, values))

/** Writes one record that is not in the bin. @throws {HttpError} 404 when there is none, 409 in another version */
async function write(
  db: Db,
  catalogue: AnyCatalogue,
  id: number,
  version: number | null | undefined,
  columns: Record<string, unknown>,
) {
  const statement = sql`update ${table(catalogue)} r set ${changed(columns)}
    where id = ${id} and eliminado_en is null ${inVersion(version)}`
  if ((await run(db, statement)) > 0) return
  await findRow(db, catalogue, id)
  throw staleVersion()
}

export const updateRow = (
  db: Writer,
  catalogue: AnyCatalogue,
  id: number,
  values: AnyValues,
  version: number | null | undefined,
) => {
  const columns = columnsOf(catalogue, values)
  return db.transaction(async (tx) => {
    const before = await nameAsFound(tx, catalogue, id)
    await write(tx, catalogue, id, version, columns)
    if (before !== columns.busqueda) await renameInRutas(tx, catalogue.name, id)
    // Read in here: whoever deletes it next does not make this write look as if it had not been.
    return findRow(tx, catalogue, id)
  })
}

/** What a search knew the record by; its row is held from here on. */
const nameAsFound = async (db: Db, catalogue: AnyCatalogue, id: number) =>
  (
    await one<{ busqueda: string }>(
      db,
      sql`select busqueda from ${table(catalogue)} where id = ${id} for no key update`,
    )
  )?.busqueda

export const removeRow = (
  db: Writer,
  catalogue: AnyCatalogue,
  id: number,
  version: number | undefined,
  userId: number,
) =>
  db.transaction(async (tx) => {
    // A route that is being written for it holds this row too: one of the two waits for the other.
    await write(tx, catalogue, id, version, binned(userId))
    await refuseWhileInUse(tx, catalogue, id)
    await deactivateUserOf(tx, catalogue, id)
  })
