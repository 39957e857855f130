import { sentences } from '@flota/contract/sentences.ts'
import type { Tarifa, TarifasQuery, TarifaValues } from '@flota/contract/tarifas.ts'
import { binned, type Columns, changed, findPage, insert, inVersion } from '../db/records.ts'
import { matchesAs } from '../db/search.ts'
import { type Db, empty, one, raw, run, sql } from '../db/sql.ts'
import { invalid, notFound, staleVersion } from '../http/errors.ts'

type Version = number | null | undefined

const orders: Record<TarifasQuery['orden'], string> = {
  nombre: 'origen collate es_nombre, destino collate es_nombre, id',
  recientes: 'creado_en desc, id desc',
}

/** In its places, its service or its client's name; all of that is looked up in indexes. */
const standsIn = (pattern: string) => sql`(busqueda like ${pattern}
  or cliente_id = any(array(select id from clientes where busqueda like ${pattern})))`

export function findTarifas(db: Db, query: TarifasQuery) {
  const { buscar, cliente_id, orden } = query
  const narrowing = sql`${cliente_id === undefined ? empty : sql` and cliente_id = ${cliente_id}`}${matchesAs(standsIn, buscar)}`
  const from = sql`from tarifas_leer where eliminado_en is null${narrowing}`
  const all = narrowing.text ? undefined : raw('select coalesce(sum(n), 0) as total from tarifas_cuenta')
  return findPage<Tarifa>(db, from, orders[orden], query, all)
}

const unknown = () => notFound(sentences.unknownTarifa)

/** @throws {HttpError} 404 when it does not exist or is in the bin */
export async function findTarifa(db: Db, id: number): Promise<Tarifa> {
  const row = await one<Tarifa>(db, sql`select * from tarifas_leer where id = ${id} and eliminado_en is null`)
  if (!row) throw unknown()
  return row
}

/** Holds the client, if there is to be one, against deletion. @throws {HttpError} 400 when it is gone or in the bin */
async function holdCliente(db: Db, id: number | null): Promise<void> {
  if (id === null) return
  const statement = sql`select id from clientes where id = ${id} and eliminado_en is null for share`
  if (await one(db, statement)) return
  throw invalid({ cliente_id: sentences.unknownCliente }, sentences.unknownCliente)
}

const columnsOf = (values: TarifaValues) =>
  ({
    cliente_id: values.cliente_id,
    origen: values.origen,
    destino: values.destino,
    servicio: values.servicio,
    precio: values.precio,
    duracion_min: values.duracion_min,
    vigente_desde: values.vigente_desde,
    vigente_hasta: values.vigente_hasta,
  }) satisfies Columns<TarifaValues>

/** In a transaction. @throws {HttpError} 400; the database refuses a second one of its key on any day */
export async function insertTarifa(db: Db, values: TarifaValues): Promise<Tarifa> {
  await holdCliente(db, values.cliente_id)
  return findTarifa(db, await insert(db, 'tarifas', columnsOf(values)))
}

/** In a transaction. A client in the bin may stay, so that an old one can still be corrected. */
export async function updateTarifa(
  db: Db,
  id: number,
  values: TarifaValues,
  version: Version,
): Promise<Tarifa> {
  const before = await one<{ cliente_id: number | null; version: number }>(
    db,
    sql`select cliente_id, version from tarifas where id = ${id} and eliminado_en is null for no key update`,
  )
  // Before the 404 and the 409: refusals come in that order (contract.md section 2).
  if (!before || before.cliente_id !== values.cliente_id) await holdCliente(db, values.cliente_id)
  if (!before) throw unknown()
  if (version && version !== before.version) throw staleVersion()
  await run(db, sql`update tarifas r set ${changed(columnsOf(values))} where id = ${id}`)
  return findTarifa(db, id)
}

/** Into the bin, in a transaction. @throws {HttpError} 404 when there is none, 409 when somebody wrote it meanwhile */
export async function removeTarifa(db: Db, id: number, version: Version, userId: number): Promise<void> {
  const removed = await run(
    db,
    sql`update tarifas r set ${changed(binned(userId))}
      where id = ${id} and eliminado_en is null ${inVersion(version)}`,
  )
  if (removed > 0) return
  await findTarifa(db, id)
  throw staleVersion()
}
