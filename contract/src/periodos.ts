import { monthTitle, tipoOf } from './calendar.ts'
import type { RutaEstado } from './estados.ts'
import { entero, fecha, quetzales } from './format.ts'
import type { ReporteFiltro, ReporteRow } from './reportes.ts'

/** What a report says of its periods, in the same words and figures on the screen, in PDF and in Excel. */

const words: Record<ReporteFiltro, string> = { dia: 'día', mes: 'mes', año: 'año', anio: 'año' }
export const reporteTitulo = (filtro: ReporteFiltro) => `Reporte de rutas por ${words[filtro]}`

export type Totales = Omit<ReporteRow, 'periodo'>

interface Cifra {
  /** The titles of its column, where there is room and where there is little, and of its card. */
  columna: string
  breve: string
  tarjeta: string
  kind: 'count' | 'money'
  estado?: RutaEstado
}

const byKey: Record<keyof Totales, Cifra> = {
  total_rutas: { columna: 'Total de Rutas', breve: 'Total', tarjeta: 'Total de Rutas', kind: 'count' },
  rutas_pendientes: count('Pendiente', 'Pendientes', 'Rutas Pendientes'),
  rutas_en_curso: count('En curso', 'En Curso', 'Rutas En Curso'),
  rutas_entregadas: count('Entregado', 'Entregadas', 'Rutas Entregadas'),
  rutas_incidentes: count('Incidente', 'Incidentes', 'Rutas con Incidentes'),
  ingresos_totales: {
    columna: 'Ingresos Totales',
    breve: 'Ingresos',
    tarjeta: 'Ingresos Totales',
    kind: 'money',
  },
}

function count(estado: RutaEstado, columna: string, tarjeta: string) {
  return { columna, breve: columna, tarjeta, kind: 'count', estado } as const
}

/** The figures of a period in the order of their columns. Object.keys forgets its keys. */
export const cifras = (Object.keys(byKey) as (keyof Totales)[]).map((key) => ({ key, ...byKey[key] }))

export const cuentas = cifras.flatMap(({ estado, ...cifra }) => (estado ? [{ ...cifra, estado }] : []))

export const cifraTexto = ({ key, kind }: (typeof cifras)[number], of: Totales) =>
  kind === 'money' ? quetzales(of[key]) : entero(of[key])

export const sinDatos = 'No hay datos para mostrar con los filtros seleccionados'

/** `2026-11-20` → '20/11/2026', `2026-11` → 'Noviembre 2026', `2026` → '2026'. */
export const periodoTexto = (periodo: string) =>
  tipoOf(periodo) === 'mes' ? `${monthTitle(periodo)} ${periodo.slice(0, 4)}` : fecha(periodo)

export function rangoTexto(desde?: string, hasta?: string): string {
  if (desde && hasta) return desde === hasta ? fecha(desde) : `Del ${fecha(desde)} al ${fecha(hasta)}`
  if (desde) return `Desde el ${fecha(desde)}`
  return hasta ? `Hasta el ${fecha(hasta)}` : 'Todas las fechas'
}

/** Of which days, and of which client where it is of one: 'Todas las fechas · Ana Bravo'. */
export const alcanceTexto = ({
  desde,
  hasta,
  cliente,
}: Partial<Record<'desde' | 'hasta' | 'cliente', string | undefined>>) =>
  [rangoTexto(desde, hasta), ...(cliente ? [cliente] : [])].join(' · ')

/** What all periods add up to. Income is added in cents: binary fractions would lose some. */
export function totalesDe(rows: readonly ReporteRow[]): Totales {
  const sum = (of: (row: ReporteRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const total = ({ key, kind }: (typeof cifras)[number]) =>
    kind === 'money' ? sum((row) => Math.round(row[key] * 100)) / 100 : sum((row) => row[key])
  // fromEntries forgets its keys: they are those of every figure there is.
  return Object.fromEntries(cifras.map((cifra) => [cifra.key, total(cifra)])) as Totales
}

/** '12.5%' of a whole; nothing is 0.0% of nothing. */
export const porcentaje = (part: number, whole: number) =>
  `${(whole === 0 ? 0 : (part / whole) * 100).toFixed(1)}%`

/** The width of a bar, in percent of its room: never so thin that it cannot be seen (docs/contract/screens.md). */
export const barWidth = (part: number, whole: number) => (whole === 0 ? 2 : Math.max(2, (part / whole) * 100))

/** So many bars are drawn before all of them are asked for (docs/contract/screens.md). */
export const barCap = 7
