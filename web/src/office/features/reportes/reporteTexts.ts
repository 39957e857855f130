import { dayRangeOf, type PeriodoTipo, periodoTipoOf } from '@flota/contract/core/calendar.ts'
import { formatInteger } from '@flota/contract/core/format.ts'
import { rangeText } from '@flota/contract/reports/periodos.ts'
import type { Range } from './presets.ts'

/** 'anio' without ñ needs no escape in an address. */
export const reporteTipoWords: Record<PeriodoTipo, string> = {
  dia: 'Por Día',
  mes: 'Por Mes',
  anio: 'Por Año',
}

export const periodoWords: Record<PeriodoTipo, { one: string; many: string }> = {
  dia: { one: 'día', many: 'días' },
  mes: { one: 'mes', many: 'meses' },
  anio: { one: 'año', many: 'años' },
}

/** Returns 'Mostrando 1-10 de 24 registros'. */
export function shownRowsSentence(pagina: number, porPagina: number, total: number): string {
  const first = Math.min(total, (pagina - 1) * porPagina + 1)
  const last = Math.min(total, pagina * porPagina)
  return `Mostrando ${formatInteger(first)}-${formatInteger(last)} de ${formatInteger(total)} registros`
}

/** Returns 'Por Mes · Del 01/01/2026 al 31/12/2026'. */
export const reportTitle = (tipo: PeriodoTipo, { fechaInicio, fechaFin }: Range) =>
  `${reporteTipoWords[tipo]} · ${rangeText(fechaInicio, fechaFin)}`

/** Returns a notice if the range covers only a part of the period, whose trips are shown whole; else null. */
export function partialPeriodSentence(periodo: string, { fechaInicio, fechaFin }: Range): string | null {
  const { desde, hasta } = dayRangeOf(periodo)
  const from = fechaInicio > desde ? fechaInicio : ''
  const until = fechaFin && fechaFin < hasta ? fechaFin : ''
  if (!from && !until) return null
  return `Aquí ves el ${periodoWords[periodoTipoOf(periodo)].one} completo. El reporte cuenta solo una parte: ${rangeText(from, until).toLowerCase()}.`
}
