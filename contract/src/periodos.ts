import { monthTitle, tipoOf } from './dias.ts'
import { fecha } from './format.ts'
import type { ReporteFiltro, ReporteRow } from './reportes.ts'

/** What a report says of its periods, in the same words and figures on the screen, in PDF and in Excel. */

const words: Record<ReporteFiltro, string> = { dia: 'día', mes: 'mes', año: 'año', anio: 'año' }
export const reporteTitulo = (filtro: ReporteFiltro) => `Reporte de rutas por ${words[filtro]}`

/** What is counted of each state: the name of its card, and of its column. */
export const cuentas = [
  { estado: 'Pendiente', key: 'rutas_pendientes', tarjeta: 'Rutas Pendientes', columna: 'Pendientes' },
  { estado: 'En curso', key: 'rutas_en_curso', tarjeta: 'Rutas En Curso', columna: 'En Curso' },
  { estado: 'Entregado', key: 'rutas_entregadas', tarjeta: 'Rutas Entregadas', columna: 'Entregadas' },
  { estado: 'Incidente', key: 'rutas_incidentes', tarjeta: 'Rutas con Incidentes', columna: 'Incidentes' },
] as const

/** What is said where no period has a route. */
export const sinDatos = 'No hay datos para mostrar con los filtros seleccionados'

/** `2026-11-20` → '20/11/2026', `2026-11` → 'Noviembre 2026', `2026` → '2026'. */
export const periodoTexto = (periodo: string) =>
  tipoOf(periodo) === 'mes' ? `${monthTitle(periodo)} ${periodo.slice(0, 4)}` : fecha(periodo)

/** The days asked for, `YYYY-MM-DD`, as a title says them. */
export function rangoTexto(desde?: string, hasta?: string): string {
  if (desde && hasta) return desde === hasta ? fecha(desde) : `Del ${fecha(desde)} al ${fecha(hasta)}`
  if (desde) return `Desde el ${fecha(desde)}`
  return hasta ? `Hasta el ${fecha(hasta)}` : 'Todas las fechas'
}

export type Totales = Omit<ReporteRow, 'periodo'>

/** What all periods add up to. Income is added in cents: binary fractions would lose some. */
export function totalesDe(rows: readonly ReporteRow[]): Totales {
  const sum = (of: (row: ReporteRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    total_rutas: sum((row) => row.total_rutas),
    rutas_pendientes: sum((row) => row.rutas_pendientes),
    rutas_en_curso: sum((row) => row.rutas_en_curso),
    rutas_entregadas: sum((row) => row.rutas_entregadas),
    rutas_incidentes: sum((row) => row.rutas_incidentes),
    ingresos_totales: sum((row) => Math.round(row.ingresos_totales * 100)) / 100,
  }
}

/** '12.5%' of a whole; nothing is 0.0% of nothing. */
export const porcentaje = (part: number, whole: number) =>
  `${(whole === 0 ? 0 : (part / whole) * 100).toFixed(1)}%`

/** The width of a bar, in percent of the widest: never so thin that it cannot be seen (contract.md section 10). */
export const barWidth = (part: number, whole: number) => (whole === 0 ? 2 : Math.max(2, (part / whole) * 100))

/** So many bars are drawn before all of them are asked for (contract.md section 10). */
export const barCap = 7
