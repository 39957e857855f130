import { todayIn } from '@flota/contract/dates.ts'
import { formatMomento } from '@flota/contract/format.ts'
import { reporteTitle, scopeText, sumTotales } from '@flota/contract/periodos.ts'
import type { ReporteFormato, ReporteRow } from '@flota/contract/reportes.ts'
import type { Database, Db } from '../../platform/db/sql.ts'
import { primeIterator } from '../../platform/http/primeIterator.ts'
import { reporteExcel } from './excel.ts'
import { findClienteNombre, findReporte, type TripFilter } from './queries.ts'
import type { Reporte } from './reporte.ts'
import { rutaBatches } from './rutaBatches.ts'
import { rangeOf } from './spans.ts'

export interface ReporteRequest extends Pick<Reporte, 'empresa' | 'tipo' | 'desde' | 'hasta' | 'papel'> {
  zona: string
  ahora: Date
  cliente_id?: number | undefined
}

export const reporteOf = (
  { empresa, tipo, desde, hasta, papel, zona, ahora }: ReporteRequest,
  rows: ReporteRow[],
  cliente?: string,
): Reporte => ({
  empresa,
  tipo,
  desde,
  hasta,
  cliente,
  impreso: formatMomento(ahora.toISOString(), zona),
  rows,
  totales: sumTotales(rows),
  papel,
})

const tripFilterOf = ({ desde, hasta, cliente_id }: ReporteRequest): TripFilter => ({
  ...rangeOf(desde, hasta),
  cliente_id,
})

/** What a report says, and of whom. */
const findReporteData = async (db: Db, pedido: ReporteRequest): Promise<Reporte> => {
  const { tipo, cliente_id } = pedido
  const cliente = cliente_id === undefined ? undefined : await findClienteNombre(db, cliente_id)
  return reporteOf(pedido, await findReporte(db, tipo, tripFilterOf(pedido)), cliente)
}

/** Periods and routes are of one moment, and both are there before the first byte. */
const excel = (db: Database, pedido: ReporteRequest): AsyncGenerator<Uint8Array> =>
  db.snapshot(async function* (tx) {
    const reporte = await findReporteData(tx, pedido)
    const rutas = await primeIterator(rutaBatches(tx, tripFilterOf(pedido)))
    yield* reporteExcel(reporte, rutas, {
      title: `${reporteTitle(pedido.tipo)}. ${scopeText(reporte)}`,
      creator: pedido.empresa,
      created: pedido.ahora.toISOString(),
    })
  })

async function* pdf(db: Database, pedido: ReporteRequest): AsyncGenerator<Uint8Array> {
  // pdfkit is 30 MB that most days need not be in memory.
  const { reportePdf: pdfOf } = await import('./pdf.ts')
  const reporte = await findReporteData(db, pedido)
  // A Readable without encoding gives bytes; its type does not say so.
  yield* pdfOf(reporte) as AsyncIterable<Uint8Array>
}

export const formatWriters = { excel, pdf }

const kinds = {
  excel: { ending: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  pdf: { ending: 'pdf', type: 'application/pdf' },
} as const

/** By today's date where the company is. */
export const reporteFileName = (formato: ReporteFormato, { tipo, zona, ahora }: ReporteRequest) =>
  `reporte_${tipo}_${todayIn(zona, ahora)}.${kinds[formato].ending}`

/** What kind of file it is and how a browser names it. */
export const reporteFileHeaders = (formato: ReporteFormato, pedido: ReporteRequest) => ({
  'Content-Type': kinds[formato].type,
  'Content-Disposition': `attachment; filename="${reporteFileName(formato, pedido)}"`,
})
