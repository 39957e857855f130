import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { type ReporteRow, reporteRow, reportes } from '@flota/contract/reportes.ts'
import { type Ruta, ruta } from '@flota/contract/rutas.ts'
import { type Database, type Db, empty, many, run, sql } from '../db/sql.ts'
import type { Range, Tipo } from './periods.ts'
import { findReporte } from './queries.ts'

/** So many routes are read, checked and written at once: others are served in between. */
const batchSize = 500

/**
 * The answer of POST /api/reportes/periodo, as bytes: a year has tens of thousands of routes, which are never
 * in memory together. Row and routes are of one moment; what fails before the first byte is thrown.
 */
export async function streamPeriodo(
  db: Database,
  tipo: Tipo,
  periodo: string,
  range: Range,
): Promise<Readable> {
  const stream = new PassThrough()
  const begun = Promise.withResolvers<void>()
  // A reader that left drains nothing: waiting on would keep the connection for ever.
  const gone = new AbortController()
  stream.once('close', () => gone.abort())
  // What fails before anyone reads is told by `begun`; unheard it would end the program.
  stream.on('error', () => undefined)
  const written = db.transaction(async (tx) => {
    await run(tx, sql`set transaction isolation level repeatable read, read only`)
    const [row] = await findReporte(tx, tipo, range)
    let rutas = await nextRutas(tx, range)
    stream.write(head(row ?? { ...zeros, periodo }))
    begun.resolve()
    for (let first = true; rutas.length > 0; first = false) {
      const rows = rutas.map((each) => JSON.stringify(ruta.parse(each))).join(',')
      // Whoever reads slowly is waited for, and whoever left is not.
      if (!stream.write(first ? rows : `,${rows}`)) await once(stream, 'drain', { signal: gone.signal })
      rutas = rutas.length < batchSize ? [] : await nextRutas(tx, range, rutas.at(-1))
    }
    stream.end(']}}')
  })
  written.catch((error: unknown) => {
    begun.reject(error)
    stream.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  await begun.promise
  return stream
}

/** Newest first, after the last one that was read. */
const nextRutas = (tx: Db, { desde, hasta }: Range, after?: Ruta) =>
  many<Ruta>(
    tx,
    sql`with lote as materialized (
        select id from rutas where fecha between ${desde} and ${hasta} and eliminado_en is null
          ${after ? sql`and (fecha, hora, id) < (${after.fecha}, ${after.hora}, ${after.id})` : empty}
        order by fecha desc, hora desc, id desc limit ${batchSize})
      select l.* from lote join rutas_leer l using (id) order by fecha desc, hora desc, id desc`,
  )

/** The envelope up to the first route. */
const head = (row: ReporteRow) => {
  const envelope = { success: true, message: reportes.periodo.message, data: reporteRow.parse(row) }
  return `${JSON.stringify(envelope).slice(0, -2)},"rutas":[`
}

const zeros = {
  total_rutas: 0,
  rutas_pendientes: 0,
  rutas_en_curso: 0,
  rutas_entregadas: 0,
  rutas_incidentes: 0,
  ingresos_totales: 0,
}
