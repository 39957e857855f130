import { storedNames } from '@flota/contract/core/fields.ts'
import { pick } from '@flota/contract/core/keys.ts'
import type {
  Tarifa,
  TarifaFilters,
  TarifaQuery,
  TarifasQuery,
  TarifaValues,
  UltimoViaje,
} from '@flota/contract/money/tarifas.ts'
import { tarifaFields } from '@flota/contract/records/tarifas.ts'
import type { Sql } from 'sql-template-tag'
import { lockReference } from '../../domain/trips/references.ts'
import { withNames } from '../../platform/db/nameKeys.ts'
import { findPageWithCount, toSearchedPage } from '../../platform/db/pagedSearch.ts'
import { findPage } from '../../platform/db/records.ts'
import { matchesWith, type NamedQuery, type NamedSearch } from '../../platform/db/search.ts'
import { type Db, empty, one, raw, sql } from '../../platform/db/sql.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'

const orders: Record<TarifasQuery['orden'], string> = {
  nombre: 'origen collate es_nombre, destino collate es_nombre, id',
  '-origen': 'origen collate es_nombre desc, destino collate es_nombre desc, id desc',
  precio: 'precio, id',
  '-precio': 'precio desc, id desc',
  recientes: 'creado_en desc, id desc',
}

/** Searches places, service and the client's name by indexes. */
const tarifaMatches = (pattern: string) => sql`(busqueda like ${pattern}
  or cliente_id = any(array(select id from clientes where busqueda like ${pattern})))`

const clientNamed = (names: readonly string[]) =>
  sql`cliente_id = any(array(select id from clientes where nombre_completo(busqueda) = any(${names}::text[])))`

function tarifaConditions({ buscar, cliente_id }: NamedQuery<TarifaFilters>): Sql {
  const ofClient = cliente_id === undefined ? empty : sql` and cliente_id = ${cliente_id}`
  const words = matchesWith(tarifaMatches, buscar?.text)
  return buscar && buscar.names.length > 0
    ? sql`${ofClient} and ((true ${words}) or ${clientNamed(buscar.names)})`
    : sql`${ofClient}${words}`
}
const whereTarifas = (query: NamedQuery<TarifaFilters>) => sql`eliminado_en is null${tarifaConditions(query)}`
const fromTarifas = (query: NamedQuery<TarifaFilters>) => sql`from tarifas_leer where ${whereTarifas(query)}`

export async function findTarifas(db: Db, query: TarifasQuery) {
  const named = await withNames(db, ['clientes'], query)
  const order = orders[query.orden]
  const { buscar } = named
  if (buscar) {
    const where = (search?: NamedSearch) => whereTarifas({ ...named, buscar: search })
    const list = { table: 'tarifas', where, buscar, order, page: query }
    return toSearchedPage(await findPageWithCount<Tarifa>(db, list))
  }
  const count =
    query.cliente_id === undefined
      ? raw('select coalesce(sum(n), 0) as total from tarifas_cuenta')
      : undefined
  return findPage<Tarifa>(db, fromTarifas(named), order, query, count)
}

export async function tarifasExportQuery(query: TarifaFilters, _hoy: string, db: Db): Promise<ExportQuery> {
  const from = fromTarifas(await withNames(db, ['clientes'], query))
  return { from, rows: sql`select * ${from} order by ${raw(orders[query.orden])}` }
}

/** Locks a new client. An unchanged client may be in the bin, so that an old tarifa can still be corrected. */
const lockReferences = async (tx: Db, { cliente_id }: TarifaValues, before: Partial<Tarifa> | undefined) => {
  if (before?.cliente_id !== cliente_id) await lockReference(tx, 'cliente_id', cliente_id)
}

const columnsOf = (values: TarifaValues) => pick(values, storedNames(tarifaFields))

/** A constraint rejects tarifas of the same key with overlapping dates. */
export const tarifaRecord = { tipo: 'tarifas', columnsOf, lockReferences } as const

/** Returns the most specific tarifa of a day; null without both places. */
export const findTarifaFor = async (db: Db, query: TarifaQuery, fecha: string): Promise<Tarifa | null> => {
  const { cliente_id = null, origen = null, destino = null, servicio = null } = query
  const row = await one<Tarifa>(
    db,
    sql`select * from tarifas_leer
      where id = (select id from tarifa_de(${cliente_id}, ${origen}, ${destino}, ${servicio}, ${fecha}))`,
  )
  return row ?? null
}

/** Returns the client's newest trip, between both places if the query has them; null without a client. */
export async function findUltimo(
  db: Db,
  { cliente_id, origen, destino }: TarifaQuery,
): Promise<UltimoViaje | null> {
  if (cliente_id === undefined) return null
  const places =
    origen && destino
      ? sql`and normaliza(origen) = normaliza(${origen}) and normaliza(destino) = normaliza(${destino})`
      : empty
  const row = await one<UltimoViaje>(
    db,
    sql`select id, no_ruta, fecha, hora, servicio, mercaderia, origen, destino, precio, combustible, camion_id,
        chofer_id, ayudante_id
      from rutas where cliente_id = ${cliente_id} and eliminado_en is null ${places}
      order by fecha desc, hora desc, id desc limit 1`,
  )
  return row ?? null
}
