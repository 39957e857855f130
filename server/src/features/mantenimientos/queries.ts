import { storedNames } from '@flota/contract/core/fields.ts'
import { pick } from '@flota/contract/core/keys.ts'
import type { mantenimiento, mantenimientos } from '@flota/contract/fleet/mantenimientos.ts'
import { mantenimientoFields } from '@flota/contract/records/mantenimientos.ts'
import type { z } from 'zod'
import { lockReference } from '../../domain/trips/references.ts'
import { matchesNamed } from '../../platform/db/nameKeys.ts'
import { findPage } from '../../platform/db/records.ts'
import { searchText } from '../../platform/db/search.ts'
import { type Db, empty, raw, sql } from '../../platform/db/sql.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'

export type Mantenimiento = z.output<typeof mantenimiento>
type Values = z.output<typeof mantenimientos.create.body>
type ListQuery = z.output<typeof mantenimientos.list.query>

const maxRows = 1000

/** pendientes: open ones first, soonest first, then the others, newest first (docs/contract/general.md). */
const orders: Record<ListQuery['orden'], string> = {
  recientes: 'fecha_programada desc, id desc',
  antiguas: 'fecha_programada, id',
  pendientes: `case when estado in ('Programado', 'En proceso') then fecha_programada end,
    fecha_programada desc, id`,
}

const fromMantenimientos = ({ buscar, camion_id, estado }: ListQuery) =>
  sql`from mantenimientos_leer where eliminado_en is null
    ${camion_id === undefined ? empty : sql`and camion_id = ${camion_id}`}
    ${estado === undefined ? empty : sql`and estado = ${estado}`}
    ${matchesNamed('camiones', raw('busqueda'), buscar, raw('camion_id'))}`

/** Returns at most maxRows rows; `total` counts all that match. */
export function findMantenimientos(db: Db, query: ListQuery) {
  const page = { pagina: 1, porPagina: maxRows }
  return findPage<Mantenimiento>(db, fromMantenimientos(query), orders[query.orden], page)
}

export function mantenimientosExportQuery(query: ListQuery): ExportQuery {
  const from = fromMantenimientos(query)
  return { from, rows: sql`select * ${from} order by ${raw(orders[query.orden])}` }
}

export const mantenimientoSearch = ['descripcion', 'taller'] as const

/** The plate is searched too; the view adds it, because it may change. Lines make up the stored costo. */
const columnsOf = (values: Values, isUpdate: boolean) => ({
  ...pick(values, storedNames(mantenimientoFields)),
  ...(isUpdate && { costo: sql`case when lineas = '[]' then ${values.costo}::numeric else costo end` }),
  busqueda: searchText(mantenimientoSearch.map((field) => values[field])),
})

/** Locks a new truck. A deleted one may stay, so that old records can be corrected. */
const lockReferences = async (tx: Db, { camion_id }: Values, before: Partial<Mantenimiento> | undefined) => {
  if (before?.camion_id !== camion_id) await lockReference(tx, 'camion_id', camion_id)
}

export const mantenimientoRecord = { tipo: 'mantenimientos', columnsOf, lockReferences } as const
