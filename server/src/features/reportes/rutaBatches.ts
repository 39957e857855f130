import type { Ruta } from '@flota/contract/rutas.ts'
import { rutaColumns } from '../../domain/trips/pages.ts'
import { type Db, empty, many, sql } from '../../platform/db/sql.ts'
import type { TripFilter } from './queries.ts'

/** So many routes are read and written at once: others are served in between. */
const batchSize = 250

type TripPosition = Pick<Ruta, 'fecha' | 'hora' | 'id'>
const positionOf = ({ fecha, hora, id }: Ruta): TripPosition => ({ fecha, hora, id })

/** All routes that are asked for, newest first, never in memory together: a batch is emptied when the next is asked for. */
export async function* rutaBatches(db: Db, filter: TripFilter): AsyncGenerator<Ruta[]> {
  for (let after: TripPosition | undefined; ; ) {
    const rutas = await nextRutas(db, filter, after)
    const [last] = rutas.slice(-1).map(positionOf)
    if (!last) return
    const isLast = rutas.length < batchSize
    yield rutas
    // Else V8 keeps each batch alive through pg's result of the one before: 150 MB of them, measured.
    rutas.length = 0
    if (isLast) return
    after = last
  }
}

/** Newest first, after the last one that was read. */
const nextRutas = (db: Db, { desde, hasta, cliente_id }: TripFilter, after?: TripPosition) =>
  many<Ruta>(
    db,
    sql`with lote as materialized (
        select id from rutas where fecha between ${desde} and ${hasta} and eliminado_en is null
          ${cliente_id === undefined ? empty : sql`and cliente_id = ${cliente_id}`}
          ${after ? sql`and (fecha, hora, id) < (${after.fecha}, ${after.hora}, ${after.id})` : empty}
        order by fecha desc, hora desc, id desc limit ${batchSize})
      select ${rutaColumns(undefined, 'l.')} from lote join rutas_leer l using (id) order by fecha desc, hora desc, id desc`,
  )
