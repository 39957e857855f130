import { todayIn } from '@flota/contract/dias.ts'
import { momento } from '@flota/contract/format.ts'
import { rangoTexto, reporteTitulo, totalesDe } from '@flota/contract/periodos.ts'
import type { ReporteFormato, ReporteRow } from '@flota/contract/reportes.ts'
import { begun } from '../begun.ts'
import type { Database } from '../db/sql.ts'
import { excelOf } from './excel.ts'
import { findReporte } from './queries.ts'
import type { Reporte } from './reporte.ts'
import { rutaBatches } from './rutaBatches.ts'
import { rangeOf } from './spans.ts'

export interface Pedido extends Pick<Reporte, 'empresa' | 'tipo' | 'desde' | 'hasta'> {
  zona: string
  ahora: Date
}

export const reporteOf = (
  { empresa, tipo, desde, hasta, zona, ahora }: Pedido,
  rows: ReporteRow[],
): Reporte => ({
  empresa,
  tipo,
  desde,
  hasta,
  impreso: momento(ahora.toISOString(), zona),
  rows,
  totales: totalesDe(rows),
})

/** Periods and routes are of one moment, and both are there before the first byte. */
const excel = (db: Database, pedido: Pedido): AsyncGenerator<Uint8Array> =>
  db.snapshot(async function* (tx) {
    const range = rangeOf(pedido.desde, pedido.hasta)
    const rows = await findReporte(tx, pedido.tipo, range)
    const rutas = await begun(rutaBatches(tx, range))
    yield* excelOf(reporteOf(pedido, rows), rutas, {
      title: `${reporteTitulo(pedido.tipo)}. ${rangoTexto(pedido.desde, pedido.hasta)}`,
      creator: pedido.empresa,
      created: pedido.ahora.toISOString(),
    })
  })

async function* pdf(db: Database, pedido: Pedido): AsyncGenerator<Uint8Array> {
  // pdfkit is 30 MB that most days need not be in memory.
  const { pdfOf } = await import('./pdf.ts')
  const rows = await findReporte(db, pedido.tipo, rangeOf(pedido.desde, pedido.hasta))
  // A Readable without encoding gives bytes; its type does not say so.
  yield* pdfOf(reporteOf(pedido, rows)) as AsyncIterable<Uint8Array>
}

export const archivo = { excel, pdf }

const kinds = {
  excel: { ending: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  pdf: { ending: 'pdf', type: 'application/pdf' },
} as const

/** By today's date where the company is. */
export const archivoName = (formato: ReporteFormato, { tipo, zona, ahora }: Pedido) =>
  `reporte_${tipo}_${todayIn(zona, ahora)}.${kinds[formato].ending}`

/** What kind of file it is and how a browser names it. */
export const archivoHeaders = (formato: ReporteFormato, pedido: Pedido) => ({
  'Content-Type': kinds[formato].type,
  'Content-Disposition': `attachment; filename="${archivoName(formato, pedido)}"`,
})
