import type { PeriodoTipo } from '@flota/contract/calendar.ts'
import type { Totales } from '@flota/contract/periodos.ts'
import type { PaperSize, ReporteRow } from '@flota/contract/reportes.ts'

export interface Reporte {
  empresa: string
  tipo: PeriodoTipo
  /** The days asked for, `YYYY-MM-DD`; undefined where no end was named. */
  desde: string | undefined
  hasta: string | undefined
  /** The one client that it is of, 'Ana Bravo'. */
  cliente?: string | undefined
  /** The moment it is made, '20/11/2026 08:30' in the company's zone. */
  impreso: string
  /** Newest first. */
  rows: ReporteRow[]
  totales: Totales
  papel: PaperSize
}
