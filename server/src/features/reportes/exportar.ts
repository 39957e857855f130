import { todayIn } from '@flota/contract/dates.ts'
import { momento } from '@flota/contract/format.ts'
import { alcanceTexto, reporteTitulo, totalesDe } from '@flota/contract/periodos.ts'
import type { ReporteFormato, ReporteRow } from '@flota/contract/reportes.ts'
import type { Database, Db } from '../../platform/db/sql.ts'
import { begun } from '../../platform/http/primeIterator.ts'
import { reporteExcel } from './excel.ts'
import { findClienteNombre, findReporte, type Of } from './queries.ts'
import type { Reporte } from './reporte.ts'
import { rutaBatches } from './rutaBatches.ts'
import { rangeOf } from './spans.ts'

export interface Pedido extends Pick<Reporte, 'empresa' | 'tipo' | 'desde' | 'hasta' | 'papel'> {
  zona: string
  ahora: Date
  cliente_id?: number | undefined
}

export const reporteOf = (
  { empresa, tipo, desde, hasta, papel, zona, ahora }: Pedido,
  rows: ReporteRow[],
  cliente?: string,
): Reporte => ({
  empresa,
  tipo,
  desde,
  hasta,
  cliente,
  impreso: momento(ahora.toISOString(), zona),
  rows,
  totales: totalesDe(rows),
  papel,
})

const viajesOf = ({ desde, hasta, cliente_id }: Pedido): Of => ({ ...rangeOf(desde, hasta), cliente_id })

/** What a report says, and of whom. */
const findPedido = async (db: Db, pedido: Pedido): Promise<Reporte> => {
  const { tipo, cliente_id } = pedido
  const cliente = cliente_id === undefined ? undefined : await findClienteNombre(db, cliente_id)
  return reporteOf(pedido, await findReporte(db, tipo, viajesOf(pedido)), cliente)
}

/** Periods and routes are of one moment, and both are there before the first byte. */
const excel = (db: Database, pedido: Pedido): AsyncGenerator<Uint8Array> =>
  db.snapshot(async function* (tx) {
    const reporte = await findPedido(tx, pedido)
    const rutas = await begun(rutaBatches(tx, viajesOf(pedido)))
    yield* reporteExcel(reporte, rutas, {
      title: `${reporteTitulo(pedido.tipo)}. ${alcanceTexto(reporte)}`,
      creator: pedido.empresa,
      created: pedido.ahora.toISOString(),
    })
  })

async function* pdf(db: Database, pedido: Pedido): AsyncGenerator<Uint8Array> {
  // pdfkit is 30 MB that most days need not be in memory.
  const { reportePdf: pdfOf } = await import('./pdf.ts')
  const reporte = await findPedido(db, pedido)
  // A Readable without encoding gives bytes; its type does not say so.
  yield* pdfOf(reporte) as AsyncIterable<Uint8Array>
}

export const makers = { excel, pdf }

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
