import type { mantenimiento, mantenimientos } from '@flota/contract/mantenimientos.ts'
import type { z } from 'zod'
import { lockReference } from '../../domain/trips/references.ts'
import { type Columns, findPage } from '../../platform/db/records.ts'
import { matches, searchText } from '../../platform/db/search.ts'
import { type Db, empty, raw, sql } from '../../platform/db/sql.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'

export type Mantenimiento = z.output<typeof mantenimiento>
type Values = z.output<typeof mantenimientos.create.body>
type ListQuery = z.output<typeof mantenimientos.list.query>

const maxRows = 1000

/** What is to be done, soonest first, then what was, newest first; each by id at last (docs/contract/general.md). */
const orders: Record<ListQuery['orden'], string> = {
  recientes: 'fecha_programada desc, id desc',
  pendientes: `case when estado in ('Programado', 'En proceso') then fecha_programada end,
    fecha_programada desc, id`,
}

const fromMantenimientos = ({ buscar, camion_id, estado }: ListQuery) =>
  sql`from mantenimientos_leer where eliminado_en is null
    ${camion_id === undefined ? empty : sql`and camion_id = ${camion_id}`}
    ${estado === undefined ? empty : sql`and estado = ${estado}`}
    ${matches(raw('busqueda'), buscar)}`

/** At most 1,000 rows; `total` counts all that match. */
export function findMantenimientos(db: Db, query: ListQuery) {
  const page = { pagina: 1, porPagina: maxRows }
  return findPage<Mantenimiento>(db, fromMantenimientos(query), orders[query.orden], page)
}

/** All of them. */
export function mantenimientosExportQuery(query: ListQuery): ExportQuery {
  const from = fromMantenimientos(query)
  return { from, rows: sql`select * ${from} order by ${raw(orders[query.orden])}` }
}

export const mantenimientoSearch = ['descripcion', 'taller'] as const

/** The plate is searched too: the view brings it, as it may change. */
const columnsOf = (values: Values) =>
  ({
    camion_id: values.camion_id,
    tipo: values.tipo,
    descripcion: values.descripcion,
    fecha_programada: values.fecha_programada,
    fecha_realizada: values.fecha_realizada,
    kilometraje: values.kilometraje,
    costo: values.costo,
    taller: values.taller,
    estado: values.estado,
    busqueda: searchText(mantenimientoSearch.map((field) => values[field])),
  }) satisfies Columns<Values, 'busqueda'>

/** In the transaction that writes it. A truck in the bin may stay, so that an old record can still be corrected. */
const lockReferences = async (tx: Db, { camion_id }: Values, before: Partial<Mantenimiento> | undefined) => {
  if (before?.camion_id !== camion_id) await lockReference(tx, 'camion_id', camion_id)
}

export const mantenimientoRecord = { tipo: 'mantenimientos', columnsOf, hold: lockReferences } as const
