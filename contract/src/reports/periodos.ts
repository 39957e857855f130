import { monthTitle, periodoTipoOf } from '../core/calendar.ts'
import { formatFecha, formatInteger, formatQuetzales } from '../core/format.ts'
import { keysOf } from '../core/keys.ts'
import type { RutaEstado } from '../records/estados.ts'
import type { ReporteFiltro, ReporteRow } from './reportes.ts'

/** Labels and formats of a report's periods, for screen, PDF and spreadsheet. */

const filtroWords: Record<ReporteFiltro, string> = { dia: 'día', mes: 'mes', año: 'año', anio: 'año' }
export const reporteTitle = (filtro: ReporteFiltro) => `Reporte de rutas por ${filtroWords[filtro]}`

export type Totales = Omit<ReporteRow, 'periodo'>

interface Figure {
  /** Column title, short column title and title of the card. */
  columnTitle: string
  shortTitle: string
  cardTitle: string
  kind: 'count' | 'money'
  estado?: RutaEstado
}

const figuresByKey: Record<keyof Totales, Figure> = {
  total_rutas: {
    columnTitle: 'Total de Rutas',
    shortTitle: 'Total',
    cardTitle: 'Total de Rutas',
    kind: 'count',
  },
  rutas_pendientes: countFigure('Pendiente', 'Pendientes', 'Rutas Pendientes'),
  rutas_en_curso: countFigure('En curso', 'En Curso', 'Rutas En Curso'),
  rutas_entregadas: countFigure('Entregado', 'Entregadas', 'Rutas Entregadas'),
  rutas_incidentes: countFigure('Incidente', 'Incidentes', 'Rutas con Incidentes'),
  ingresos_totales: {
    columnTitle: 'Ingresos Totales',
    shortTitle: 'Ingresos',
    cardTitle: 'Ingresos Totales',
    kind: 'money',
  },
}

function countFigure(estado: RutaEstado, columnTitle: string, cardTitle: string) {
  return { columnTitle, shortTitle: columnTitle, cardTitle, kind: 'count', estado } as const
}

export const reporteFigures = keysOf(figuresByKey).map((key) => ({ key, ...figuresByKey[key] }))

export const countFigures = reporteFigures.flatMap(({ estado, ...cifra }) =>
  estado ? [{ ...cifra, estado }] : [],
)

export const formatFigure = ({ key, kind }: (typeof reporteFigures)[number], of: Totales) =>
  kind === 'money' ? formatQuetzales(of[key]) : formatInteger(of[key])

export const noDataText = 'No hay datos para mostrar con los filtros seleccionados'

/** Formats `2026-11-20` as '20/11/2026', `2026-11` as 'Noviembre 2026', `2026` as '2026'. */
export const periodoText = (periodo: string) =>
  periodoTipoOf(periodo) === 'mes' ? `${monthTitle(periodo)} ${periodo.slice(0, 4)}` : formatFecha(periodo)

export function rangeText(desde?: string, hasta?: string): string {
  if (desde && hasta)
    return desde === hasta ? formatFecha(desde) : `Del ${formatFecha(desde)} al ${formatFecha(hasta)}`
  if (desde) return `Desde el ${formatFecha(desde)}`
  return hasta ? `Hasta el ${formatFecha(hasta)}` : 'Todas las fechas'
}

/** Describes date range and client: 'Todas las fechas · Ana Bravo'. */
export const scopeText = ({
  desde,
  hasta,
  cliente,
}: Partial<Record<'desde' | 'hasta' | 'cliente', string | undefined>>) =>
  [rangeText(desde, hasta), ...(cliente ? [cliente] : [])].join(' · ')

/** Adds up periods. Income is added in cents, as binary fractions would be inexact. */
export function sumTotales(rows: readonly ReporteRow[]): Totales {
  const sum = (of: (row: ReporteRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const total = ({ key, kind }: (typeof reporteFigures)[number]) =>
    kind === 'money' ? sum((row) => Math.round(row[key] * 100)) / 100 : sum((row) => row[key])
  // Object.fromEntries loses the key type.
  return Object.fromEntries(reporteFigures.map((cifra) => [cifra.key, total(cifra)])) as Totales
}

/** Formats a share as '12.5%', or '0.0%' if the whole is 0. */
export const formatPercent = (part: number, whole: number) =>
  `${(whole === 0 ? 0 : (part / whole) * 100).toFixed(1)}%`

/** Returns the width of a bar in percent, at least 2 to stay visible (docs/contract/screens.md). */
export const barWidthPercent = (part: number, whole: number) =>
  whole === 0 ? 2 : Math.max(2, (part / whole) * 100)

/** Bars shown before the user expands the chart (docs/contract/screens.md). */
export const maxBars = 7
