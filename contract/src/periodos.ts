import { monthTitle, periodoTipoOf } from './calendar.ts'
import type { RutaEstado } from './estados.ts'
import { formatFecha, formatInteger, formatQuetzales } from './format.ts'
import type { ReporteFiltro, ReporteRow } from './reportes.ts'

/** What a report says of its periods, in the same words and figures on the screen, in PDF and in Excel. */

const filtroWords: Record<ReporteFiltro, string> = { dia: 'día', mes: 'mes', año: 'año', anio: 'año' }
export const reporteTitle = (filtro: ReporteFiltro) => `Reporte de rutas por ${filtroWords[filtro]}`

export type Totales = Omit<ReporteRow, 'periodo'>

interface Figure {
  /** The titles of its column, where there is room and where there is little, and of its card. */
  columna: string
  breve: string
  tarjeta: string
  kind: 'count' | 'money'
  estado?: RutaEstado
}

const figuresByKey: Record<keyof Totales, Figure> = {
  total_rutas: { columna: 'Total de Rutas', breve: 'Total', tarjeta: 'Total de Rutas', kind: 'count' },
  rutas_pendientes: countFigure('Pendiente', 'Pendientes', 'Rutas Pendientes'),
  rutas_en_curso: countFigure('En curso', 'En Curso', 'Rutas En Curso'),
  rutas_entregadas: countFigure('Entregado', 'Entregadas', 'Rutas Entregadas'),
  rutas_incidentes: countFigure('Incidente', 'Incidentes', 'Rutas con Incidentes'),
  ingresos_totales: {
    columna: 'Ingresos Totales',
    breve: 'Ingresos',
    tarjeta: 'Ingresos Totales',
    kind: 'money',
  },
}

function countFigure(estado: RutaEstado, columna: string, tarjeta: string) {
  return { columna, breve: columna, tarjeta, kind: 'count', estado } as const
}

/** The figures of a period in the order of their columns. Object.keys forgets its keys. */
export const reporteFigures = (Object.keys(figuresByKey) as (keyof Totales)[]).map((key) => ({
  key,
  ...figuresByKey[key],
}))

export const countFigures = reporteFigures.flatMap(({ estado, ...cifra }) =>
  estado ? [{ ...cifra, estado }] : [],
)

export const formatFigure = ({ key, kind }: (typeof reporteFigures)[number], of: Totales) =>
  kind === 'money' ? formatQuetzales(of[key]) : formatInteger(of[key])

export const noDataText = 'No hay datos para mostrar con los filtros seleccionados'

/** `2026-11-20` → '20/11/2026', `2026-11` → 'Noviembre 2026', `2026` → '2026'. */
export const periodoText = (periodo: string) =>
  periodoTipoOf(periodo) === 'mes' ? `${monthTitle(periodo)} ${periodo.slice(0, 4)}` : formatFecha(periodo)

export function rangeText(desde?: string, hasta?: string): string {
  if (desde && hasta)
    return desde === hasta ? formatFecha(desde) : `Del ${formatFecha(desde)} al ${formatFecha(hasta)}`
  if (desde) return `Desde el ${formatFecha(desde)}`
  return hasta ? `Hasta el ${formatFecha(hasta)}` : 'Todas las fechas'
}

/** Of which days, and of which client where it is of one: 'Todas las fechas · Ana Bravo'. */
export const scopeText = ({
  desde,
  hasta,
  cliente,
}: Partial<Record<'desde' | 'hasta' | 'cliente', string | undefined>>) =>
  [rangeText(desde, hasta), ...(cliente ? [cliente] : [])].join(' · ')

/** What all periods add up to. Income is added in cents: binary fractions would lose some. */
export function sumTotales(rows: readonly ReporteRow[]): Totales {
  const sum = (of: (row: ReporteRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const total = ({ key, kind }: (typeof reporteFigures)[number]) =>
    kind === 'money' ? sum((row) => Math.round(row[key] * 100)) / 100 : sum((row) => row[key])
  // fromEntries forgets its keys: they are those of every figure there is.
  return Object.fromEntries(reporteFigures.map((cifra) => [cifra.key, total(cifra)])) as Totales
}

/** '12.5%' of a whole; nothing is 0.0% of nothing. */
export const formatPercent = (part: number, whole: number) =>
  `${(whole === 0 ? 0 : (part / whole) * 100).toFixed(1)}%`

/** The width of a bar, in percent of its room: never so thin that it cannot be seen (docs/contract/screens.md). */
export const barWidthPercent = (part: number, whole: number) =>
  whole === 0 ? 2 : Math.max(2, (part / whole) * 100)

/** So many bars are drawn before all of them are asked for (docs/contract/screens.md). */
export const maxBars = 7
