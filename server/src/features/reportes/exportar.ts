import { todayIn } from '@flota/contract/core/dates.ts'
import { formatMomento } from '@flota/contract/core/format.ts'
import type { PaperSize } from '@flota/contract/records/codigos.ts'
import { ivaWord } from '@flota/contract/records/iva.ts'
import { reporteTitle, scopeText, sumTotales } from '@flota/contract/reports/periodos.ts'
import type { ReporteFormato, ReporteRow } from '@flota/contract/reports/reportes.ts'
import type { Company } from '../../domain/company.ts'
import type { Database, Db } from '../../platform/db/sql.ts'
import { primeIterator } from '../../platform/http/stream.ts'
import { reporteExcel } from './excel.ts'
import { findClienteNombre, findReporte, rangeOf, rutaBatches, type TripFilter } from './queries.ts'
import type { Reporte } from './reporte.ts'

export interface ReporteRequest extends Pick<Reporte, 'tipo' | 'desde' | 'hasta'> {
  /** By default the paper of the settings. */
  papel?: PaperSize | undefined
  zona: string
  ahora: Date
  cliente_id?: number | undefined
}

type ReporteCompany = Pick<Company, 'nombre' | 'logo' | 'papel' | 'precios_incluyen_iva'>

export const reporteOf = (
  { zona, ahora, papel, ...request }: ReporteRequest,
  empresa: ReporteCompany,
  rows: ReporteRow[],
  cliente?: string,
): Reporte => ({
  ...request,
  empresa,
  papel: papel ?? empresa.papel,
  iva: ivaWord(empresa.precios_incluyen_iva),
  cliente,
  impreso: formatMomento(ahora.toISOString(), zona),
  rows,
  totales: sumTotales(rows),
})

const tripFilterOf = ({ desde, hasta, cliente_id }: ReporteRequest): TripFilter => ({
  ...rangeOf(desde, hasta),
  cliente_id,
})

const findReporteData = async (db: Db, pedido: ReporteRequest, empresa: ReporteCompany): Promise<Reporte> => {
  const { tipo, cliente_id } = pedido
  const cliente = cliente_id === undefined ? undefined : await findClienteNombre(db, cliente_id)
  return reporteOf(pedido, empresa, await findReporte(db, tipo, tripFilterOf(pedido)), cliente)
}

/** Reads periods and routes in one snapshot, and the first rows before the first byte. */
const excel = (db: Database, pedido: ReporteRequest, empresa: ReporteCompany): AsyncGenerator<Uint8Array> =>
  db.snapshot(async function* (tx) {
    const reporte = await findReporteData(tx, pedido, empresa)
    const rutas = await primeIterator(rutaBatches(tx, tripFilterOf(pedido)))
    yield* reporteExcel(reporte, rutas, {
      title: `${reporteTitle(pedido.tipo)}. ${scopeText(reporte)}`,
      creator: empresa.nombre,
      created: pedido.ahora.toISOString(),
    })
  })

async function* pdf(
  db: Database,
  pedido: ReporteRequest,
  empresa: ReporteCompany,
): AsyncGenerator<Uint8Array> {
  // Imports pdfkit (30 MB of memory) on demand.
  const { reportePdf } = await import('./pdf/reportePdf.ts')
  const reporte = await findReporteData(db, pedido, empresa)
  // A Readable without encoding yields bytes, which its type omits.
  yield* reportePdf(reporte) as AsyncIterable<Uint8Array>
}

export const formatWriters = { excel, pdf }

const kinds = {
  excel: { ending: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  pdf: { ending: 'pdf', type: 'application/pdf' },
} as const

export const reporteFileName = (formato: ReporteFormato, { tipo, zona, ahora }: ReporteRequest) =>
  `reporte_${tipo}_${todayIn(zona, ahora)}.${kinds[formato].ending}`

export const reporteFileHeaders = (formato: ReporteFormato, pedido: ReporteRequest) => ({
  'Content-Type': kinds[formato].type,
  'Content-Disposition': `attachment; filename="${reporteFileName(formato, pedido)}"`,
})
