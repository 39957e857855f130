import type { PeriodoTipo } from '@flota/contract/core/calendar.ts'
import type { PaperSize } from '@flota/contract/records/codigos.ts'
import type { Totales } from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import type { Author } from '../../platform/pdf/canvas.ts'

export interface Reporte {
  empresa: Author
  tipo: PeriodoTipo
  /** Requested days, `YYYY-MM-DD`; undefined if unbounded. */
  desde: string | undefined
  hasta: string | undefined
  /** Full name, if the report is of one client. */
  cliente?: string | undefined
  /** Time of creation, '20/11/2026 08:30' in the company's time zone. */
  impreso: string
  /** Newest first. */
  rows: ReporteRow[]
  totales: Totales
  papel: PaperSize
  /** Stands beside sums of income: 'con IVA'. */
  iva: string
}
