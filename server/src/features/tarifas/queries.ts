import type { Tarifa, TarifaFilters, TarifasQuery, TarifaValues } from '@flota/contract/tarifas.ts'
import type { Sql } from 'sql-template-tag'
import { lockReference } from '../../domain/trips/references.ts'
import { type Columns, findPage } from '../../platform/db/records.ts'
import { matchesWith } from '../../platform/db/search.ts'
import { type Db, empty, raw, sql } from '../../platform/db/sql.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'

const orders: Record<TarifasQuery['orden'], string> = {
  nombre: 'origen collate es_nombre, destino collate es_nombre, id',
  recientes: 'creado_en desc, id desc',
}

/** In its places, its service or its client's name; all of that is looked up in indexes. */
const tarifaMatches = (pattern: string) => sql`(busqueda like ${pattern}
  or cliente_id = any(array(select id from clientes where busqueda like ${pattern})))`

const tarifaConditions = ({ buscar, cliente_id }: TarifaFilters) =>
  sql`${cliente_id === undefined ? empty : sql` and cliente_id = ${cliente_id}`}${matchesWith(tarifaMatches, buscar)}`
const fromTarifas = (narrowing: Sql) => sql`from tarifas_leer where eliminado_en is null${narrowing}`

export function findTarifas(db: Db, query: TarifasQuery) {
  const narrowing = tarifaConditions(query)
  const from = fromTarifas(narrowing)
  const all = narrowing.text ? undefined : raw('select coalesce(sum(n), 0) as total from tarifas_cuenta')
  return findPage<Tarifa>(db, from, orders[query.orden], query, all)
}

/** All of them. */
export function tarifasExportQuery(query: TarifaFilters): ExportQuery {
  const from = fromTarifas(tarifaConditions(query))
  return { from, rows: sql`select * ${from} order by ${raw(orders[query.orden])}` }
}

/** In the transaction that writes it. A client in the bin may stay, so that an old one can still be corrected. */
const lockReferences = async (tx: Db, { cliente_id }: TarifaValues, before: Partial<Tarifa> | undefined) => {
  if (before?.cliente_id !== cliente_id) await lockReference(tx, 'cliente_id', cliente_id)
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

/** The database refuses a second one of its key on any day. */
export const tarifaRecord = { tipo: 'tarifas', columnsOf, hold: lockReferences } as const
